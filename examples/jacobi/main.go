// Jacobi finds the temperature of a square plate whose upper edge is at 1 and
// whose other edges are at 0: Laplace's equation on a grid of n×n inner points by
// Jacobi's method. Every processor has a strip of rows. In each step it passes its
// outermost rows to its neighbours by coll.Exchange, takes for every point the
// mean of the four around it, and learns by coll.Allreduce how much any point of
// the plate has changed. Run it in the root of the repository:
//
//	go run ./examples/jacobi                     # 128×128, one processor for each core
//	go run ./examples/jacobi -n 100 -p 7         # 7 strips of 14 and 15 rows
//	go run ./examples/jacobi -n 2000 -steps 200
//
// Since every point is computed from the same four by the same operations, and
// the greatest change is the same in whatever order it is found, the plate is
// that of the serial program bit for bit, for every number of processors.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

// run is the program without the process around it; it returns the exit code:
// 0 done, 1 it failed, 2 unusable flags.
func run(stdout, stderr io.Writer, args []string) int {
	fs := flag.NewFlagSet("jacobi", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	procs := fs.Int("p", 0, "processors; 0: one per usable core")
	n := fs.Int("n", 128, "inner points on a side of the plate")
	limit := fs.Float64("limit", 1e-6, "stop when no point changes by more")
	steps := fs.Int("steps", 100_000, "stop after so many steps")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: jacobi [-p processors] [-n points] [-limit change] [-steps n]")
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		fmt.Fprintln(stdout, "example: jacobi -n 100 -p 7")
		return 0
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q, want flags only", fs.Arg(0))
	case *n < 1 || *n > 1<<14:
		err = fmt.Errorf("-n is %d, want 1 to %d", *n, 1<<14)
	case *procs < 0 || *procs > *n:
		err = fmt.Errorf("-p is %d, want 0 (one per core) to %d, the rows of the plate", *procs, *n)
	case !(*limit >= 0) || *steps < 1:
		err = fmt.Errorf("-limit is %v and -steps is %d, want at least 0 and 1", *limit, *steps)
	}
	if err != nil {
		fmt.Fprintf(stderr, "jacobi: %v\n", err)
		return 2
	}
	start := time.Now()
	r, err := solve(context.Background(), coll.Config{P: *procs}, *n, *steps, *limit)
	if err != nil {
		fmt.Fprintf(stderr, "jacobi: %v\n", err)
		return 1
	}
	took := time.Since(start)
	fmt.Fprintf(stdout, "%d×%d points on %d processors: %d steps in %v, %.2f ns a point\n", *n, *n, r.procs, r.steps,
		took.Round(time.Microsecond), float64(took.Nanoseconds())/float64(r.steps)/float64(*n**n))
	fmt.Fprintf(stdout, "last change %.3g, %.6f in the middle\n", r.change, r.plate[(*n/2)**n+*n/2])
	return 0
}
