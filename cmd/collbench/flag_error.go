package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// worded is the text of an error in c's flags, without the names of the functions that
// read them and with what would be right.
func worded(c *cobra.Command, err error) string {
	if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
		return wrongValue(c, bad)
	}
	text := err.Error()
	for _, kind := range []string{"unknown flag: --", "unknown shorthand flag: ", "flag needs an argument: ", "bad flag syntax: "} {
		wrong, ok := strings.CutPrefix(text, kind)
		if !ok {
			continue
		}
		_, after, short := strings.Cut(wrong, " in -") // 'p' in -procs
		if short {
			wrong = after
		}
		if near := nearest(c, strings.TrimLeft(wrong, "-")); near != "" && kind != "flag needs an argument: " {
			return text + "; did you mean --" + near + "?"
		}
		return text + "; see " + c.CommandPath() + " --help"
	}
	return text
}

// wrongValue is the text of a value that its flag does not take.
func wrongValue(c *cobra.Command, bad *pflag.InvalidValueError) string {
	f, value := bad.GetFlag(), bad.GetValue()
	switch {
	case value == "":
		return empty(c, f)
	case errors.Is(bad, strconv.ErrRange) && strings.Contains(value, "-"):
		return fmt.Sprintf("--%s is %q: too small, want 1 or more", f.Name, value)
	case errors.Is(bad, strconv.ErrRange):
		return fmt.Sprintf("--%s is %q: too large, want at most %d", f.Name, value, math.MaxInt)
	}
	want := map[string]string{"bool": "true or false", "int": "a whole number", "intSlice": "whole numbers such as 2,3"}[f.Value.Type()]
	return fmt.Sprintf("--%s is %q, want %s", f.Name, value, want)
}

// notEmpty refuses flags that were given with nothing in them: a variable of a script that
// is not set, most likely, and no wish for the default.
func notEmpty(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.String() == "" {
			err = errors.New(empty(c, f))
		}
	})
	return err
}

// empty is the text of a flag with nothing in it. A flag that has a letter is called by it.
func empty(c *cobra.Command, f *pflag.Flag) string {
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand
	}
	text := fmt.Sprintf("%s is empty; give a value (see %s --help)", name, c.CommandPath())
	if f.Name == "graph" || f.Name == "task" { // needed
		return text
	}
	return text + " or leave " + name + " out"
}

// oneOf is the number of a word among those a flag takes.
func oneOf(flag, word string, words ...string) (int, error) {
	if i := slices.Index(words, word); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%s is %q, want one of %s", flag, word, strings.Join(words, ", "))
}

// noArgs refuses what stands where flags are wanted.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if g := c.Flags().Lookup("graph"); g != nil && g.Value.Type() == "string" && !g.Changed { // else it is no need
		return fmt.Errorf("%s: %q is not a flag, want --graph %s", c.Name(), args[0], args[0])
	}
	return fmt.Errorf("%s: %q is not a flag; see collbench %s --help", c.Name(), args[0], c.Name())
}

// nearest is a flag of c whose name is like a mistyped one; "" if none is. Cobra knows
// what is like a command's name: so the flags are put to it as commands.
func nearest(c *cobra.Command, mistyped string) string {
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	name, _, _ := strings.Cut(mistyped, "=")
	if near := names.SuggestionsFor(name); len(near) > 0 && len(name) > 1 {
		return near[0]
	}
	return ""
}
