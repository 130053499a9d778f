package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestNaNOfACollective: a NaN that a sum of infinities makes is found when it is given next, in
// a group as in the machine, and not before.
func TestNaNOfACollective(t *testing.T) {
	for _, host := range modes {
		for _, a := range []Algorithm{"", Direct, Ring, Cayley} {
			m := machine(t, Config{P: 6, Host: host, RefuseNaN: true})
			summed := make([]bool, 6)
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					half := q.Split(q.Rank()%2, q.Rank()).Using(a)
					x := []float64{1, math.Inf(1 - 2*(half.Rank()%2))}
					Allreduce(half, x, x, Sum)
					summed[q.Rank()] = x[0] == 3 && x[1] != x[1]
					if Barrier(q); q.Rank() != 3 {
						x[1] = 0
					}
					Allreduce(half, x, x, Max)
					return nil
				})
			})
			var e *Error
			if !errors.As(err, &e) || e.Kind != ErrNaN || e.Rank != 3 || e.Seq != 2 ||
				e.Text != "rank 3 (1 of the group of color 1): allreduce: src has 1 NaN among 2 elements, the first at src[1]" {
				t.Errorf("%v by %s: %v", host, a, err)
			}
			if slices.Contains(summed, false) {
				t.Errorf("%v by %s: a sum of its own is refused: %v", host, a, summed)
			}
			if err := within(t, func() error { return sum(m) }); err != nil {
				t.Errorf("%v by %s: and then: %v", host, a, err)
			}
		}
	}
}

// TestMisuseBeforeNaN: of a call that is wrong and gives a NaN the former is said, which does
// not depend on data.
func TestMisuseBeforeNaN(t *testing.T) {
	m := machine(t, Config{P: 2, RefuseNaN: true})
	for name, f := range map[string]func(q *Proc, x []float64){
		"allreduce":     func(q *Proc, x []float64) { Allreduce(q, x[:1], x, Sum) },
		"allreducefunc": func(q *Proc, x []float64) { AllreduceFunc(q, x[:1], x, combineSum) },
		"reduce":        func(q *Proc, x []float64) { Reduce(q, x[:1], x, Sum, q.Rank()) },
		"broadcast":     func(q *Proc, x []float64) { Broadcast(q, x, 2) },
		"gather":        func(q *Proc, x []float64) { Gather(q, x, x, q.Rank()) },
		"gatherv":       func(q *Proc, x []float64) { Gatherv(q, x, x, []int{2, 1}, q.Rank()) },
		"scatter":       func(q *Proc, x []float64) { Scatter(q, x, x, q.Rank()) },
		"scatterv":      func(q *Proc, x []float64) { Scatterv(q, x, x, []int{2, 1}, q.Rank()) },
		"allgather":     func(q *Proc, x []float64) { Allgather(q, x, x) },
		"allgatherv":    func(q *Proc, x []float64) { Allgatherv(q, x, x, []int{2, 2}) },
		"reducescatter": func(q *Proc, x []float64) { ReduceScatter(q, x, x, Sum) },
		"alltoall":      func(q *Proc, x []float64) { Alltoall(q, x[:1], x) },
		"alltoallv":     func(q *Proc, x []float64) { Alltoallv(q, x, []int{1, 1}, x, []int{2, 0}) },
		"scan":          func(q *Proc, x []float64) { Scan(q, x[:1], x, Sum) },
		"exchange":      func(q *Proc, x []float64) { Exchange(q, x[:1], 0, x, 1) },
		"using":         func(q *Proc, x []float64) { Allreduce(q.Using(Bruck), x, x, Sum) },
	} {
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				f(q, []float64{math.NaN(), 1})
				return nil
			})
		})
		if !errors.Is(err, ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func combineSum(acc, x []float64) { combine(Sum, acc, x) }

// TestNaNsAmong: every NaN is counted, of whatever sign and payload, wherever it is in vectors of
// whatever length, and nothing else is.
func TestNaNsAmong(t *testing.T) {
	nansAmongAs(t, math.NaN(), math.Copysign(math.NaN(), -1), math.Float64frombits(0x7ff0000000000001))
	nansAmongAs(t, float32(math.NaN()), math.Float32frombits(0x7f800001), math.Float32frombits(0xffffffff))
}

func nansAmongAs[T Elem](t *testing.T, nans ...T) {
	m := machine(t, Config{P: 1})
	check := func(q *Proc, x []T, wantFirst, want int) {
		t.Helper()
		if first, n := nansAmong(q, x); first != wantFirst || n != want {
			t.Errorf("%T: %d NaN in %d elements, the first at %d; want %d, the first at %d", *new(T), n, len(x), first, want, wantFirst)
		}
	}
	if err := m.Run(context.Background(), func(q *Proc) error {
		for k := range 80 {
			n, fill := k/2, []T{T(math.Inf(1)), T(math.Inf(-1)), 1, T(math.Copysign(0, -1))} // whose sums are NaN
			if k%2 == 1 {
				fill = []T{1, -2, 3, T(math.Copysign(0, -1))} // all are in sums that are NaN only with one of them
			}
			x := make([]T, n)
			for i := range x {
				x[i] = fill[(i+n)%4]
			}
			check(q, x, 0, 0)
			for i := range x {
				was := x[i]
				x[i] = nans[i%len(nans)]
				check(q, x, i, 1)
				if i > 0 {
					x[0], was = nans[0], x[0]
					check(q, x, 0, 2)
					x[0], was = was, 1
				}
				x[i] = was
			}
		}
		long := make([]T, betweenLooks(1)+2)
		for i := range long {
			long[i] = T(math.Inf(1 - 2*(i%2)))
		}
		check(q, long, 0, 0)
		long[betweenLooks(1)] = nans[0]
		check(q, long, betweenLooks(1), 1)
		long[betweenLooks(1)-1], long[betweenLooks(1)+1] = nans[0], nans[0]
		check(q, long, betweenLooks(1)-1, 3)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestNaNAfterTheEnd: who looks through a long vector leaves off when the Run has failed, and who
// finds a NaN then comes to the call all the same, which counts him for a side in a mismatch.
func TestNaNAfterTheEnd(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 1, Host: host, RefuseNaN: true})
		err := m.Run(context.Background(), func(q *Proc) error {
			x := make([]float64, 2*betweenLooks(1))
			x[0], x[len(x)-1] = math.NaN(), math.NaN()
			m.fail(errOnPurpose)
			if _, n := nansAmong(q, x); n != 1 {
				t.Errorf("%v: %d NaN found after the Run has failed, want the one of the first part", host, n)
			}
			if !unwinds(func() { Allreduce(q, x[:3], x[:3], Max) }) {
				t.Errorf("%v: the call goes on after the end", host)
			}
			if q.missed.collective() != allreduce || q.missed.n != 3 {
				t.Errorf("%v: the call is not noted: %v", host, q.missed)
			}
			return nil
		})
		if !errors.Is(err, errOnPurpose) {
			t.Errorf("%v: %v", host, err)
		}
	}
}

// TestNaNOfAnEarlierGroup: a group that has ended is said to have, whatever it is given.
func TestNaNOfAnEarlierGroup(t *testing.T) {
	m := machine(t, Config{P: 1, RefuseNaN: true})
	var kept *Proc
	if err := m.Run(context.Background(), func(q *Proc) error { kept = q.Split(0, 0); return nil }); err != nil {
		t.Fatal(err)
	}
	x := []float64{math.NaN()}
	err := m.Run(context.Background(), func(*Proc) error { Allreduce(kept, x, x, Sum); return nil })
	if why := plain(err, "a collective of the group of color 0, which ended with an earlier Run"); why != "" {
		t.Errorf("%v %s", err, why)
	}
	err = m.Run(context.Background(), func(*Proc) error { Exchange(kept, x, 0, x, 0); return nil })
	if why := plain(err, "an exchange of the group of color 0, which ended with an earlier Run"); why != "" {
		t.Errorf("%v %s", err, why)
	}
}

// TestNaNAfterTheContext: it is the cause even where the context has ended, which did not bring
// it about, as long as the machine has not heard of that.
func TestNaNAfterTheContext(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, kind := range []error{ErrNaN, ErrUsage} {
		if echoes(&Error{Kind: kind}, ended) {
			t.Errorf("%v is taken for an echo", kind)
		}
	}
}

// TestLookingForNaNIsNotLate: for the watch who looks through a vector is at work in a
// collective, and is in f from then on.
func TestLookingForNaNIsNotLate(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("nobody else runs meanwhile")
	}
	m := machine(t, Config{P: 1, Stall: time.Hour})
	err := m.Run(context.Background(), func(q *Proc) error {
		x := make([]float64, 1<<20)
		var seen, over atomic.Bool
		done := make(chan struct{})
		go func() {
			defer close(done)
			for !over.Load() && !seen.Load() {
				seen.Store(q.c.since.Load() == atWork)
			}
		}()
		for begun := time.Now(); !seen.Load() && time.Since(begun) < 20*time.Second; {
			nansAmong(q, x)
		}
		over.Store(true)
		<-done
		if !seen.Load() {
			return errors.New("it was not seen at work")
		}
		q.c.since.Store(-1e18)
		nansAmong(q, x)
		if since := q.c.since.Load(); since >= atWork || since == -1e18 {
			return fmt.Errorf("it is in f since %d", -since)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
