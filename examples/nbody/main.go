// Nbody moves n bodies that attract each other, a small cluster of stars. Every processor has
// some of them. In each step it moves its own, shows where they are now (coll.Allgatherv, in
// place: all processors have the places of all bodies in one vector each), and adds up what all
// bodies do to each of its own. The energy, which should not change, is a sum over all bodies by
// package exact. Run it in the root of the repository:
//
//	go run ./examples/nbody                          # 1000 bodies, one processor for each core
//	go run ./examples/nbody -n 500 -p 7 -steps 1000
//
// Every body is pulled by the others in the order of their numbers, whoever has it, and the
// energy is rounded once. So the places, the velocities and the energy are those of the serial
// program bit for bit, for every number of processors.
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
	fs := flag.NewFlagSet("nbody", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	procs := fs.Int("p", 0, "processors; 0: one per usable core")
	n := fs.Int("n", 1000, "bodies")
	steps := fs.Int("steps", 100, "steps")
	dt := fs.Float64("dt", 1e-3, "time that passes in a step")
	seed := fs.Uint64("seed", 1, "of the places and velocities at the beginning")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: nbody [-p processors] [-n bodies] [-steps n] [-dt time] [-seed s]")
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		fmt.Fprintln(stdout, "example: nbody -n 500 -p 7 -steps 1000")
		return 0
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q, want flags only", fs.Arg(0))
	case *n < 1 || *n > 1<<20:
		err = fmt.Errorf("-n is %d, want 1 to %d", *n, 1<<20)
	case *procs < 0 || *procs > 1024:
		err = fmt.Errorf("-p is %d, want 0 (one per core) to 1024", *procs)
	case *steps < 1 || !(*dt > 0 && *dt <= 1):
		err = fmt.Errorf("-steps is %d and -dt is %v, want at least 1, and more than 0 up to 1", *steps, *dt)
	}
	if err != nil {
		fmt.Fprintf(stderr, "nbody: %v\n", err)
		return 2
	}
	start := time.Now()
	r, err := simulate(context.Background(), coll.Config{P: *procs}, cluster(*n, *seed), *steps, *dt)
	if err != nil {
		fmt.Fprintf(stderr, "nbody: %v\n", err)
		return 1
	}
	took := time.Since(start)
	pairs := float64(*steps+1) * float64(*n) * float64(*n)
	fmt.Fprintf(stdout, "%d bodies on %d processors: %d steps in %v, %.2f ns a pair\n", *n, r.procs, *steps,
		took.Round(time.Microsecond), float64(took.Nanoseconds())/pairs)
	fmt.Fprintf(stdout, "energy %.12f, at the end %.12f\n", r.before, r.after)
	return 0
}
