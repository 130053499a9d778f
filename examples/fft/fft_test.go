package main

import (
	"bytes"
	"context"
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

func TestEqualsSerial(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range []int{1, 2, 3, 5, 8} {
		for _, times := range []int{1, 2, 15, 64} {
			n := p * p * times
			x := make([]complex128, n)
			for i := range x {
				x[i] = complex(rng.NormFloat64(), rng.NormFloat64())
			}
			want := fourier.NewCmplxFFT(n).Coefficients(nil, x)
			for _, host := range []coll.HostMode{coll.Auto, coll.Goroutines} {
				m, err := coll.New(coll.Config{P: p, Host: host})
				if err != nil {
					t.Fatal(err)
				}
				got, err := transformed(context.Background(), m, x)
				if err != nil {
					t.Fatal(err)
				}
				m.Close()
				for k := range want {
					if e := cmplx.Abs(got[k] - want[k]); !(e <= 1e-13*float64(n)) {
						t.Fatalf("%d samples, %d processors: coefficient %d is %v, want %v", n, p, k, got[k], want[k])
					}
				}
			}
		}
	}
}

func TestShape(t *testing.T) {
	for _, c := range []struct{ n, p, rows, cols int }{{1, 1, 1, 1}, {1 << 20, 8, 1024, 1024}, {1 << 21, 2, 1024, 2048}, {9 * 7, 3, 3, 21}, {13, 1, 1, 13}} {
		if s, err := newShape(c.n, c.p); err != nil || s != (shape{c.n, c.p, c.rows, c.cols}) {
			t.Errorf("%d samples, %d processors: %+v, %v; want %d rows of %d", c.n, c.p, s, err, c.rows, c.cols)
		}
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args, out, err string
		code           int
	}{
		{args: "-p 8 -n 4096", out: "samples were made: true"},
		{args: "-p 1 -n 1", out: "tones at [0]"},
		{args: "-h", out: "-seed"},
		{args: "-p 3 -n 1000", code: 2, err: "1000 samples on 3 processors: not a multiple of the square of the processors' number, 9"},
		{args: "-p 3", out: "1048581 samples in"},
		{args: "-n -1", code: 2, err: fmt.Sprintf("-n is -1, want 0 (about a million) to %d", 1<<26)},
		{args: "-p -1", code: 2, err: "-p is -1, want 0 (one per core) to 1024"},
		{args: "-p two", code: 2, err: `"two" for flag -p`},
		{args: "samples", code: 2, err: `unexpected argument "samples"`},
	} {
		var stdout, stderr bytes.Buffer
		code := run(&stdout, &stderr, strings.Fields(c.args))
		if code != c.code || !strings.Contains(stdout.String(), c.out) || !strings.Contains(stderr.String(), c.err) {
			t.Errorf("fft %s: exit %d, stdout %q, stderr %q; want %d, %q, %q", c.args, code, stdout.String(), stderr.String(), c.code, c.out, c.err)
		}
		if lines := strings.Count(stderr.String(), "\n"); (code != 0) != (lines == 1) {
			t.Errorf("fft %s: exit %d, %d lines on stderr", c.args, code, lines)
		}
	}
}
