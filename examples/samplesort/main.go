// Samplesort sorts n random numbers that lie on p processors in parts. Every
// processor sorts its part and shows p of its numbers (coll.Allgatherv); from the
// numbers shown all take the same p-1 that divide everything into p ranges; each
// number goes to the processor of its range (coll.Alltoallv, the lengths being
// exchanged first by coll.AlltoallCounts), which sorts what it gets. Then every number
// of rank r is at most every number of rank r+1. Run it in the root of the
// repository:
//
//	go run ./examples/samplesort                     # a million, one processor for each core
//	go run ./examples/samplesort -n 10000000 -p 8
//
// No processor gets more than about twice its share (numbers that are equal stay
// together). The test compares the result with slices.Sort of everything.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

// run is the program without the process around it; it returns the exit code:
// 0 sorted, 1 it failed, 2 unusable flags.
func run(stdout, stderr io.Writer, args []string) int {
	fs := flag.NewFlagSet("samplesort", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	procs := fs.Int("p", 0, "processors; 0: one per usable core")
	n := fs.Int("n", 1_000_000, "numbers")
	seed := fs.Uint64("seed", 1, "of the numbers")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: samplesort [-p processors] [-n numbers] [-seed s]")
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		fmt.Fprintln(stdout, "example: samplesort -n 10000000 -p 8")
		return 0
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q, want flags only", fs.Arg(0))
	case *n < 0 || *n > 1<<28:
		err = fmt.Errorf("-n is %d, want 0 to %d", *n, 1<<28)
	case *procs < 0 || *procs > 1024:
		err = fmt.Errorf("-p is %d, want 0 (one per core) to 1024", *procs)
	}
	if err != nil {
		fmt.Fprintf(stderr, "samplesort: %v\n", err)
		return 2
	}
	rng := rand.New(rand.NewPCG(*seed, 0))
	numbers := make([]float64, *n)
	for i := range numbers {
		numbers[i] = rng.NormFloat64()
	}
	start := time.Now()
	parts, err := sorted(context.Background(), coll.Config{P: *procs}, numbers)
	if err != nil {
		fmt.Fprintf(stderr, "samplesort: %v\n", err)
		return 1
	}
	took := time.Since(start)
	most := 0
	for _, part := range parts {
		most = max(most, len(part))
	}
	fmt.Fprintf(stdout, "%d numbers on %d processors in %v, at most %d on one\n", *n, len(parts), took.Round(time.Microsecond), most)
	if !slices.IsSorted(slices.Concat(parts...)) {
		fmt.Fprintln(stderr, "samplesort: the numbers are not in order")
		return 1
	}
	return 0
}
