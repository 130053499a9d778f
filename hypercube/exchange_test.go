package hypercube

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// exchanges calls f with every exchange of dimension d and the steps the paper
// gives it.
func exchanges(t testing.TB, d int, f func(name string, x *sched.ExchangeTemplate, steps int)) {
	one := func(name string, x *sched.ExchangeTemplate, err error, steps int) {
		if err != nil {
			t.Fatal(name, err)
		}
		f(fmt.Sprintf("d=%d %s", d, name), x, steps)
	}
	x, err := Exchange(d)
	one("all", x, err, (1<<d+1)/2)
	sum := 0
	for s := 1; s <= d; s++ {
		sum += Binomial(d-1, s-1)
		x, err = ExchangeWithin(d, s)
		one(fmt.Sprintf("within %d", s), x, err, sum)
		at := Binomial(d-1, s-1)
		if s == d {
			at = d
		}
		x, err = ExchangeAt(d, s)
		one(fmt.Sprintf("at %d", s), x, err, at)
	}
	if d > 1 {
		x, err = ExchangeFar(d)
		one("far", x, err, d)
		if len(x.Gen) != d*d { // d words of d-1 hops and one of d
			t.Errorf("d = %d: the far exchange has %d hops, want %d", d, len(x.Gen), d*d)
		}
	}
}

func TestExchange(t *testing.T) {
	top := 14
	if testing.Short() {
		top = 10
	}
	for d := 1; d <= top; d++ {
		exchanges(t, d, func(name string, x *sched.ExchangeTemplate, steps int) {
			if err := x.Verify(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if x.Steps != steps {
				t.Errorf("%s: %d steps, want %d", name, x.Steps, steps)
			}
		})
	}
}

func TestExchangeExpanded(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	for d := 1; d <= 7; d++ {
		exchanges(t, d, func(name string, x *sched.ExchangeTemplate, steps int) {
			e, err := x.Expand()
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Verify(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, orient := range []Orient{nil, randomOrient(rng)} {
				e, err := OneWayExchange(x, orient)
				if err != nil {
					t.Fatal(err)
				}
				if err := e.Verify(); err != nil {
					t.Errorf("%s one-way: %v", name, err)
				}
				if e.Steps != 2*steps {
					t.Errorf("%s one-way: %d steps, want %d", name, e.Steps, 2*steps)
				}
			}
		})
	}
}

func BenchmarkExchange(b *testing.B) {
	for _, d := range []int{8, 12, 16, 20} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			for b.Loop() {
				if _, err := Exchange(d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(d<<(d-1)), "ns/hop")
		})
	}
}

// TestOneWayExchangeOfNone: no exchange is an error.
func TestOneWayExchangeOfNone(t *testing.T) {
	for _, x := range []*sched.ExchangeTemplate{nil, {}} {
		if e, err := OneWayExchange(x, nil); err == nil || e != nil {
			t.Errorf("made %v", e)
		}
	}
}

// TestOneWayExchangeOfCubes: other graphs' edges are used otherwise, and twice the time
// must be one.
func TestOneWayExchangeOfCubes(t *testing.T) {
	for _, spec := range []string{"ring:5", "complete:4", "circulant:8:1,3,4,5,7", "folded:3", "hypercube:0"} {
		g, err := cayley.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		x, err := sched.MakeExchange(g.(cayley.Cayley))
		if err != nil {
			t.Fatal(err)
		}
		if e, err := OneWayExchange(x, nil); err == nil || !strings.Contains(err.Error(), spec+" in one direction a step: it must be on a hypercube") {
			t.Errorf("%s: %v, %v", spec, e, err)
		}
	}
	for at, ok := range map[int32]bool{-math.MaxInt32: false, 0: false, 1: true, math.MaxInt32 / 2: true, math.MaxInt32/2 + 1: false, math.MaxInt32: false} {
		x, err := Exchange(1)
		if err != nil {
			t.Fatal(err)
		}
		x.Time[0], x.Steps = at, int(at)
		for _, orient := range []Orient{nil, func(int, int, int) bool { return true }} {
			e, err := OneWayExchange(x, orient)
			if ok != (err == nil) || !ok && !strings.Contains(err.Error(), fmt.Sprintf("moves at time %d", at)) {
				t.Errorf("time %d: %v", at, err)
			}
			if err == nil && e.Verify() != nil {
				t.Errorf("time %d: %v", at, e.Verify())
			}
		}
	}
}
