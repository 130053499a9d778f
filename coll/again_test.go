package coll

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"weak"
)

// TestEveryWayAgain: what was on its way when a Run failed is received by nobody in the
// next one, of any type, through the ring or lent.
func TestEveryWayAgain(t *testing.T) {
	again[float64](t)
	again[float32](t)
	again[int64](t)
	again[int32](t)
}

func again[T Elem](t *testing.T) {
	for _, lengths := range [][2]int{{3, 3}, {2000, 2000}, {9000, 9000}, {2000, 9000}} {
		m := machine(t, Config{P: 2, Host: Goroutines})
		var sent [][]weak.Pointer[T]
		for k := range 3 {
			n := lengths[min(k, 1)]
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x := make([]T, n)
					for i := range x {
						x[i] = T(k + 1)
					}
					Barrier(q)
					switch {
					case q.Rank() == 0:
						if k == 0 {
							sent = append(sent, []weak.Pointer[T]{weak.Make(&x[0])})
						}
						Exchange(q, nil, -1, x, 1)
					case k == 0:
						e := q.edge(0, 1)
						for e.heads.Peek() == nil {
							runtime.Gosched() // until it is on its way
						}
						for n == 2000 && e.withdrawn.Load() == 0 {
							runtime.Gosched() // or taken back
						}
						return errOnPurpose
					default:
						Exchange(q, x, 0, nil, -1)
						if x[0] != T(k+1) || x[n-1] != T(k+1) {
							t.Errorf("%d of %T: received %v … %v, want %d", n, x[0], x[0], x[n-1], k+1)
						}
					}
					return nil
				})
			})
			if k == 0 {
				runtime.GC()
				runtime.GC()
				if sent[0][0].Value() != nil {
					t.Errorf("%d of %T: what was lent is kept", n, *new(T))
				}
			}
			if k > 0 && err != nil || k == 0 && !errors.Is(err, errOnPurpose) {
				t.Errorf("%d of %T: Run %d: %v", n, *new(T), k, err)
			}
		}
	}
}

// TestArcsAfterAFailure: what is on its way by rings when a Run fails is not received in
// the next one.
func TestArcsAfterAFailure(t *testing.T) {
	m := teamed(t, Config{P: 4, Protocol: ProtocolRing}, 2)
	sums := trial{c: allreduce, a: Spectral, n: 5}
	if err := runAs[float64](m, sums); err != nil {
		t.Fatal(err)
	}
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			for _, e := range m.world.arcs.made { // as if the Run had ended between two steps
				r := e.f64.ring.Load()
				if slot, ok := r.Acquire(); ok {
					clear(slot)
					r.Publish()
				}
			}
			return errOnPurpose
		}
		Barrier(q)
		return nil
	})
	if !errors.Is(err, errOnPurpose) || len(m.world.arcs.made) == 0 {
		t.Fatalf("%d arcs: %v", len(m.world.arcs.made), err)
	}
	if err := within(t, func() error { return runAs[float64](m, sums) }); err != nil {
		t.Error(err)
	}
}
