package coll

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// TestBanks: words that one has not read yet stay when another has gone on to its next
// call.
func TestBanks(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	var gone atomic.Bool
	if err := m.Run(context.Background(), func(q *Proc) error {
		x, s := slices.Repeat([]float64{1}, 40), stateOf[float64](q.g)
		c := call{word: signature(allgather, 0, 0, byDirect, 0), n: 40}
		enterBank(q, s, c, x, nil)
		if q.rank == 0 {
			q.enter(c)
			copy(s.packed(q, 0, inBank, 40), slices.Repeat([]float64{2}, 40))
			q.publish()
			gone.Store(true)
			q.greet()
			return nil
		}
		for !gone.Load() {
			runtime.Gosched()
		}
		if got := s.packed(q, 0, inBank, 40); !slices.Equal(got, x) {
			t.Errorf("the first call's words are %v, want 1 everywhere", got)
		}
		enterBank(q, s, c, x, nil)
		if got := s.packed(q, 0, inBank, 40)[0]; got != 2 {
			t.Errorf("the second call's words are %v, want 2", got)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// TestLongVectors: who returns may change its vectors at once.
func TestLongVectors(t *testing.T) {
	for _, host := range modes {
		for _, a := range offered[allreduce] {
			m := machine(t, Config{P: 2, Host: host})
			if err := m.Run(context.Background(), func(q *Proc) error {
				const n = 20_000
				x, y := make([]float64, n), make([]float64, n)
				for k := range 40 {
					for i := range x {
						x[i] = float64(k)
					}
					Allreduce(q.Using(a), y, x, Sum)
					for i := range x {
						x[i] = -1
					}
					for i, v := range y {
						if v != float64(2*k) {
							return fmt.Errorf("%v %s: element %d is %v, want %d", host, a, i, v, 2*k)
						}
						y[i] = -1
					}
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
	}
}

// together is a Run of many collectives of integers, in which now and then one
// processor is late and everybody's results are checked.
func together(m *Machine, rounds, n int) error {
	p := m.cfg.P
	return m.Run(context.Background(), func(q *Proc) error {
		x, y, all := make([]int64, n), make([]int64, n), make([]int64, n*p)
		for k := range rounds {
			if k%p == q.Rank() {
				for range 5000 {
					spunHere.Load()
				}
			}
			for i := range x {
				x[i] = int64(i + q.Rank() + k)
			}
			for _, a := range []Algorithm{Direct, Doubling, Cayley, Tree} {
				Allreduce(q.Using(a), y, x, Sum)
				for i, v := range y {
					if want := int64(p*(i+k) + p*(p-1)/2); v != want {
						return fmt.Errorf("round %d: allreduce by %s: element %d is %d, want %d", k, a, i, v, want)
					}
				}
			}
			for _, a := range []Algorithm{Direct, Ring, Cayley} {
				Allgather(q.Using(a), all, x)
				for i, v := range all {
					if want := int64(i%n + i/n + k); v != want {
						return fmt.Errorf("round %d: allgather by %s: element %d is %d, want %d", k, a, i, v, want)
					}
				}
			}
			Barrier(q)
		}
		return nil
	})
}

// TestTogether: nobody overtakes anybody, in the first Run and in those that
// follow one that failed with some in a collective and some before it.
func TestTogether(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host})
			for k, n := range []int{1, 40, 4000, 1, 3, 40} {
				if err := within(t, func() error { return together(m, 20, n) }); err != nil {
					t.Fatalf("%v P=%d, n=%d: %v", host, p, n, err)
				}
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						for range k {
							Barrier(q)
						}
						if q.Rank() == p-1 {
							return errOnPurpose
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, errOnPurpose) {
					t.Fatalf("%v P=%d: %v", host, p, err)
				}
			}
		}
	}
}
