package main

import (
	"strconv"

	"github.com/spf13/pflag"
)

// intFlag is a whole number. That of pflag reads 64 bits and drops those that an int does
// not have: 2^32 would be 0 where it has 32.
type intFlag int

func intVar(f *pflag.FlagSet, n *int, name string, value int, usage string) {
	*n = value
	f.Var((*intFlag)(n), name, usage)
}

func (i *intFlag) Set(s string) error {
	n, err := strconv.ParseInt(s, 0, strconv.IntSize)
	*i = intFlag(n)
	return err
}

func (i *intFlag) String() string { return strconv.Itoa(int(*i)) }

func (i *intFlag) Type() string { return "int" }
