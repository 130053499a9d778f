package hypercube

import (
	"fmt"
	"math/rand/v2"
	"testing"

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
