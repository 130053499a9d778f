// FFT finds the tones in n noisy samples by a Fourier transform on p processors. Each has a
// part of the samples as rows of a matrix; between transforms of rows the matrix is transposed
// (coll.Alltoall), which is all that moves. Run it in the root of the repository:
//
//	go run ./examples/fft                      # a million, one processor for each core
//	go run ./examples/fft -n 4194304 -p 8
//
// The test compares it with gonum's transform of everything.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

// run is the program without the process around it; it returns the exit code:
// 0 transformed, 1 it failed, 2 unusable flags.
func run(stdout, stderr io.Writer, args []string) int {
	fs := flag.NewFlagSet("fft", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	procs := fs.Int("p", 0, "processors; 0: one per usable core")
	n := fs.Int("n", 0, "samples, a multiple of the square of the processors' number; 0: about a million")
	seed := fs.Uint64("seed", 1, "of the tones and the noise")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(stdout, "usage: fft [-p processors] [-n samples] [-seed s]")
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		fmt.Fprintln(stdout, "example: fft -n 4194304 -p 8")
		return 0
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q, want flags only", fs.Arg(0))
	case *n < 0 || *n > 1<<26:
		err = fmt.Errorf("-n is %d, want 0 (about a million) to %d", *n, 1<<26)
	case *procs < 0 || *procs > 1024:
		err = fmt.Errorf("-p is %d, want 0 (one per core) to 1024", *procs)
	}
	if err != nil {
		fmt.Fprintf(stderr, "fft: %v\n", err)
		return 2
	}
	m, err := coll.New(coll.Config{P: *procs})
	if err != nil {
		fmt.Fprintf(stderr, "fft: %v\n", err)
		return 1
	}
	defer m.Close()
	if p := m.Config().P; *n == 0 {
		*n = ((1<<20-1)/(p*p) + 1) * p * p
	}
	x, tones := samples(*n, *seed)
	start := time.Now()
	y, err := transformed(context.Background(), m, x)
	if err != nil {
		fmt.Fprintf(stderr, "fft: %v\n", err)
		if errors.Is(err, errShape) {
			return 2
		}
		return 1
	}
	fmt.Fprintf(stdout, "%d samples in %v\n", *n, time.Since(start).Round(time.Microsecond))
	found := loudest(y, len(tones))
	fmt.Fprintf(stdout, "tones at %v, of which the samples were made: %v\n", found, slices.Equal(found, tones))
	return 0
}

// samples is n of them, with three tones of different frequencies, which it names in order, and
// noise.
func samples(n int, seed uint64) (x []complex128, tones []int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	tones = rng.Perm(n)[:min(3, n)]
	slices.Sort(tones)
	x = make([]complex128, n)
	for i := range x {
		x[i] = complex(rng.NormFloat64(), rng.NormFloat64()) / 8
		for _, k := range tones {
			x[i] += cmplx.Rect(1, 2*math.Pi*float64(int64(i)*int64(k)%int64(n))/float64(n))
		}
	}
	return x, tones
}

// loudest is the so many frequencies with the largest coefficients, in order.
func loudest(y []complex128, many int) []int {
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(cmplx.Abs(y[b]), cmplx.Abs(y[a])) })
	slices.Sort(order[:many])
	return order[:many]
}
