package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

const epochs, rate = 100, 0.3

// tolerance is how far loss and weights may be from the sequential program's;
// they are of the size of 1. Every sum is of the same terms, in another order;
// the descent is towards one minimum, so differences do not grow.
const tolerance = 1e-12

func TestTheDataIsWhatDataMdSays(t *testing.T) {
	const want = "fed3eb72d0575ef6192293f5093c6e801b1476b577d0386bf4455504522172ed"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(wdbc))); got != want {
		t.Errorf("wdbc.csv has SHA-256 %s, want %s", got, want)
	}
	d, err := load(wdbc)
	if err != nil {
		t.Fatal(err)
	}
	benign, held := 0, 0
	for i, y := range d.y {
		benign += int(y)
		if d.held[i] {
			held++
		}
	}
	if d.rows() != 569 || d.features != 30 || benign != 357 || held != 113 {
		t.Errorf("%d rows of %d features, %d benign, %d held out; want 569, 30, 357, 113", d.rows(), d.features, benign, held)
	}
}

// sequential is gradient descent without processors, feature by feature rather
// than row by row.
func sequential(d *dataset) (loss, w []float64) {
	w = make([]float64, d.features+1)
	for range epochs {
		var n, sum float64
		off := make([]float64, d.rows())
		for i := range off {
			z := w[d.features]
			for j, v := range d.row(i) {
				z += w[j] * v
			}
			p := 1 / (1 + math.Exp(-z))
			if !d.held[i] {
				n++
				sum -= math.Log(math.Abs(1 - d.y[i] - p))
				off[i] = p - d.y[i]
			}
		}
		loss = append(loss, sum/n)
		for j := range w {
			g := 0.0
			for i, o := range off {
				if j == d.features {
					g += o
				} else {
					g += o * d.row(i)[j]
				}
			}
			w[j] -= rate * g / n
		}
	}
	return loss, w
}

func TestSameForEveryNumberOfProcessorsAndAlgorithm(t *testing.T) {
	d, err := load(wdbc)
	if err != nil {
		t.Fatal(err)
	}
	loss, want := sequential(d)
	for _, host := range []coll.HostMode{coll.Auto, coll.Goroutines} {
		for _, p := range []int{1, 2, 5, 8} {
			if host == coll.Goroutines && p != 8 {
				continue
			}
			for _, a := range coll.Algorithms("allreduce") {
				t.Run(fmt.Sprintf("%v/p=%d/alg=%s", host, p, a), func(t *testing.T) {
					log, weights, err := train(context.Background(), d, coll.Config{P: p, Algorithm: a, Host: host}, epochs, rate, false)
					if err != nil {
						t.Fatal(err)
					}
					worst := 0.0
					for n, e := range log {
						worst = max(worst, math.Abs(e.loss-loss[n]))
					}
					for _, w := range weights {
						// Spectral rounds on each processor for itself.
						for j := range w {
							worst = max(worst, math.Abs(w[j]-want[j]))
							if a != coll.Spectral && w[j] != weights[0][j] {
								t.Fatalf("weight %d differs between processors: %v and %v", j, w[j], weights[0][j])
							}
						}
					}
					if len(log) != epochs || len(weights) != p || !(worst <= tolerance) {
						t.Errorf("%d epochs, weights of %d processors, off by %g; want %d, %d, at most %g",
							len(log), len(weights), worst, epochs, p, tolerance)
					}
					t.Logf("off by %.1e", worst)
				})
			}
		}
	}
}

// TestExact: with sums that are not rounded, the weights are the same to the bit for every
// number of processors and every algorithm that adds integers.
func TestExact(t *testing.T) {
	d, err := load(wdbc)
	if err != nil {
		t.Fatal(err)
	}
	_, one, err := train(context.Background(), d, coll.Config{P: 1}, epochs, rate, true)
	if err != nil {
		t.Fatal(err)
	}
	_, want := sequential(d)
	for j, w := range one[0] {
		if !(math.Abs(w-want[j]) <= tolerance) {
			t.Errorf("weight %d is %v, want %v", j, w, want[j])
		}
	}
	for _, p := range []int{2, 3, 8, 24} {
		for _, a := range coll.Algorithms("allreduce") {
			_, weights, err := train(context.Background(), d, coll.Config{P: p, Algorithm: a}, epochs, rate, true)
			if a == coll.Spectral {
				if !errors.Is(err, coll.ErrUsage) {
					t.Errorf("spectral sums of integers: %v, want ErrUsage", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for rank, w := range weights {
				if !slices.Equal(w, one[0]) {
					t.Errorf("%d processors by %s: rank %d has other weights than one processor alone", p, a, rank)
				}
			}
		}
	}
}

func TestItLearns(t *testing.T) {
	d, err := load(wdbc)
	if err != nil {
		t.Fatal(err)
	}
	log, _, err := train(context.Background(), d, coll.Config{P: 8}, epochs, rate, false)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(log); n++ {
		if log[n].loss >= log[n-1].loss {
			t.Errorf("the loss rises from %v to %v in epoch %d", log[n-1].loss, log[n].loss, n+1)
		}
	}
	last := log[len(log)-1]
	if math.Abs(log[0].loss-math.Ln2) > tolerance || last.loss > 0.085 || last.trained < 0.98 || last.tried < 0.98 {
		t.Errorf("loss from %v to %v, %v of the trained and %v of the held-out rows right; want ln 2 to 0.085, 0.98, 0.98",
			log[0].loss, last.loss, last.trained, last.tried)
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args, out, err string
		code           int
	}{
		{args: "-p 8 -epochs 3 -alg cayley", out: "on 8 processors, allreduce by cayley"},
		{args: "-p 3 -epochs 2 -rate 0.1", out: "2 epochs in"},
		{args: "-p 5 -epochs 2 -exact", out: "2 epochs in"},
		{args: "-p 2 -exact -alg spectral", code: 2, err: "spectral"},
		{args: "-h", out: "-alg"},
		{args: "-p -1", code: 2, err: "-p is -1, want 0 (one per core) to 65536"},
		{args: "-p two", code: 2, err: `"two" for flag -p`},
		{args: "-p 99999999", code: 2, err: "-p is 99999999"},
		{args: "-epochs 0", code: 2, err: "-epochs is 0, want 1 to 1000000"},
		{args: "-rate NaN", code: 2, err: "-rate is NaN, want a positive number"},
		{args: "-rate 0", code: 2, err: "-rate is 0"},
		{args: "-alg magic", code: 2, err: `-alg is "magic", want one of direct, `},
		{args: "-speed 3", code: 2, err: "not defined: -speed"},
		{args: "train", code: 2, err: `unexpected argument "train"`},
		{args: "-p 2 -rate 1e308", code: 1, err: "too large"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(&stdout, &stderr, strings.Fields(c.args))
		if code != c.code || !strings.Contains(stdout.String(), c.out) || !strings.Contains(stderr.String(), c.err) {
			t.Errorf("logreg %s: exit %d, stdout %q, stderr %q; want %d, %q, %q", c.args, code, stdout.String(), stderr.String(), c.code, c.out, c.err)
		}
		if lines := strings.Count(stderr.String(), "\n"); (code != 0) != (lines == 1) || code == 2 && stdout.Len() > 0 {
			t.Errorf("logreg %s: exit %d, %d lines on stderr, stdout %q", c.args, code, lines, stdout.String())
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "line 1",
		"2,1,a,b\n1,0\n":           `line 1: "2" rows`,
		"1,x,a,b\n1,0\n":           "line 1",
		"2,1,a,b\n1,0\n2\n":        "line 3: 1 fields",
		"2,1,a,b\n1,0\n2,2\n":      `line 3: the class is "2"`,
		"2,1,a,b\n1,0\nNaN,1\n":    `line 3: field 1 is "NaN"`,
		"2,1,a,b\n1,0\n1,1\n":      "feature 1 is the same",
		"2,1,a,b\n1,0\n1,\"1\"1\n": "line 3",
	} {
		if _, err := load(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
