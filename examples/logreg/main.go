// Logreg trains a classifier of tumours (569 rows, see DATA.md) by logistic
// regression, data-parallel: each processor sums the gradient over its share of
// the rows, coll.Allreduce adds the shares, and every processor takes the same
// step. Run it in the root of the repository:
//
//	go run ./examples/logreg                          # one processor for each core
//	go run ./examples/logreg -p 8 -alg cayley         # 8, by the hypercube's optimal schedule
//	go run ./examples/logreg -p 64 -epochs 5 -rate 0.1
//	go run ./examples/logreg -p 8 -exact              # the same digits with any -p and -alg
//
// The loss and the weights are the same for every number of processors and
// every algorithm up to rounding: the test holds them to 1e-12, spectral too. With
// -exact, which adds without rounding by package exact, they are the same to the bit.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

const maxEpochs = 1_000_000

// run is the program without the process around it; it returns the exit code:
// 0 trained, 1 the training failed, 2 unusable flags.
func run(stdout, stderr io.Writer, args []string) int {
	fs := flag.NewFlagSet("logreg", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	procs := fs.Int("p", 0, "processors; 0: one per usable core")
	epochs := fs.Int("epochs", 20, "passes over the data")
	rate := fs.Float64("rate", 0.3, "learning rate")
	offered := coll.Algorithms("allreduce")
	var names []string
	for _, a := range offered {
		names = append(names, string(a))
	}
	algs := strings.Join(names, ", ")
	alg := fs.String("alg", "", "algorithm of the Allreduce, one of "+algs+" (default: the library's choice)")
	exactly := fs.Bool("exact", false, "add without rounding: the same result on any number of processors")

	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: logreg [-p processors] [-epochs n] [-rate r] [-alg algorithm] [-exact]")
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		fmt.Fprintln(stdout, "example: logreg -p 8 -alg cayley")
		return 0
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q, want flags only", fs.Arg(0))
	case *procs < 0 || *procs > coll.MaxP:
		err = fmt.Errorf("-p is %d, want 0 (one per core) to %d", *procs, coll.MaxP)
	case *epochs < 1 || *epochs > maxEpochs:
		err = fmt.Errorf("-epochs is %d, want 1 to %d", *epochs, maxEpochs)
	case !(*rate > 0) || math.IsInf(*rate, 0):
		err = fmt.Errorf("-rate is %v, want a positive number", *rate)
	case *alg != "" && !slices.Contains(offered, coll.Algorithm(*alg)):
		err = fmt.Errorf("-alg is %q, want one of %s", *alg, algs)
	}
	if err != nil {
		fmt.Fprintf(stderr, "logreg: %v\n", err)
		return 2
	}

	d, err := load(wdbc)
	if err != nil {
		fmt.Fprintf(stderr, "logreg: wdbc.csv: %v\n", err)
		return 1
	}
	c := coll.Config{P: *procs, Algorithm: coll.Algorithm(*alg)}
	log, weights, err := train(context.Background(), d, c, *epochs, *rate, *exactly)
	if err != nil {
		fmt.Fprintf(stderr, "logreg: %v\n", err)
		if errors.Is(err, coll.ErrUsage) {
			return 2
		}
		return 1
	}
	show(stdout, log, d, len(weights), *alg)
	return 0
}

func show(w io.Writer, log []epoch, d *dataset, procs int, alg string) {
	if alg == "" {
		alg = "the library's choice"
	}
	fmt.Fprintf(w, "%d rows of %d features on %d processors, allreduce by %s\n", d.rows(), d.features, procs, alg)
	fmt.Fprintf(w, "%5s %14s %9s %9s %10s\n", "epoch", "loss", "trained", "held out", "time")
	var total time.Duration
	for i, e := range log {
		fmt.Fprintf(w, "%5d %14.12f %8.2f%% %8.2f%% %7.1f µs\n", i+1, e.loss, 100*e.trained, 100*e.tried, micros(e.took))
		total += e.took
	}
	fmt.Fprintf(w, "%d epochs in %v\n", len(log), total.Round(time.Microsecond))
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
