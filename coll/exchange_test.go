package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestExchange passes vectors around a ring, in and out of place, of lengths
// around the slots and the rings, with nothing between the calls.
func TestExchange(t *testing.T) {
	for _, host := range modes {
		for _, p := range sizes(1, 2, 3, 8, 17) {
			m := machine(t, Config{P: p, Host: host})
			err := m.Run(context.Background(), func(q *Proc) error {
				r := q.Rank()
				for round := range 20 {
					for _, n := range []int{0, 1, slotLength - 1, slotLength + 1, ringSlots*slotLength + 1, 20000} {
						shift := 1 + round%max(1, p-1)
						from, to := (r-shift+p*p)%p, (r+shift)%p
						src, dst := make([]float64, n), make([]float64, n)
						if round%2 == 1 {
							dst = src
						}
						for i := range src {
							src[i] = float64(r*n + i + round)
						}
						Exchange(q, dst, from, src, to)
						for i, v := range dst {
							if want := float64(from*n + i + round); v != want {
								return fmt.Errorf("n=%d: dst[%d] is %v, want %v", n, i, v, want)
							}
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
			if n := m.world.teams[0].exchanges.Load(); n == 0 && m.links == nil {
				t.Error("no exchange ran on rings")
			}
		}
	}
}

func mustID(a Algorithm) algorithmID {
	id, ok := idOf(a)
	if !ok {
		panic(a)
	}
	return id
}

// TestExchangeLine: nobody is beyond the ends of a line; other types.
func TestExchangeLine(t *testing.T) {
	m := machine(t, Config{P: 5})
	err := m.Run(context.Background(), func(q *Proc) error {
		left, right := q.Rank()-1, q.Rank()+1
		if right == q.Size() {
			right = -1
		}
		src, dst := []int32{int32(q.Rank())}, []int32{-7}
		Exchange(q, dst, left, src, right)
		if want := int32(left); left >= 0 && dst[0] != want || left < 0 && dst[0] != -7 {
			return fmt.Errorf("dst is %v", dst)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDeadlock: everybody waits for everybody, and it is said who for whom.
func TestDeadlock(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 3, 8} {
			m := machine(t, Config{P: p, Host: host})
			x := func() []float64 { return make([]float64, 1) }
			for _, c := range []struct {
				kind error
				text string
				f    func(q *Proc)
			}{
				{ErrDeadlock, "rank 0 in exchange for rank 1", func(q *Proc) {
					Exchange(q, x(), (q.Rank()+1)%p, nil, -1)
				}},
				{ErrMismatch, "in exchange for rank 0", func(q *Proc) {
					if q.Rank() == 0 {
						Barrier(q)
					} else {
						Exchange(q, x(), 0, nil, -1)
					}
				}},
				{ErrMissing, "rank 0 has returned", func(q *Proc) {
					if q.Rank() == 1 {
						Exchange(q, x(), 0, nil, -1)
					}
				}},
				{ErrMissing, "sent rank 0 a message", func(q *Proc) {
					if q.Rank() == 1 {
						Exchange(q, nil, -1, x(), 0)
					}
				}},
				{ErrMismatch, "receives 1 float64 from rank", func(q *Proc) {
					n := 1
					if q.Rank() == 1 {
						n = 2
					}
					Exchange(q, x(), (q.Rank()+1)%p, make([]float64, n), (q.Rank()+p-1)%p)
				}},
			} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error { c.f(q); return nil })
				})
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) {
					t.Errorf("%v P=%d: %v, want %v … %s", host, p, err, c.kind, c.text)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d: and then: %v", host, p, err)
				}
			}
		}
	}
}

// TestInPlaceWaitsForRoom: who receives no more before it has sent more waits for
// the receiver; when that has returned, it is what is missing.
func TestInPlaceWaitsForRoom(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x, two := make([]float64, ringSlots*slotLength+1000), q.Split(q.Rank()/2, 0)
				switch q.Rank() {
				case 0:
					Exchange(q, x, 1, x, 2)
				case 1:
					Exchange(q, x, -1, x, 0)
					Barrier(two)
				}
				return nil
			})
		})
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrMissing || !strings.Contains(e.Text, "rank 2 has returned") || !strings.Contains(e.Text, "rank 0 in exchange for rank 2") {
			t.Errorf("%v: %v", host, err)
		}
	}
}

// TestDeadlockBesides: who has returned is to blame only if somebody waits for it.
func TestDeadlockBesides(t *testing.T) {
	x := func() []float64 { return make([]float64, 1) }
	for _, host := range modes {
		for _, c := range []struct {
			name        string
			kind        error
			rank, other int
			waitFor     []int // by rank; -1: returns
		}{
			{"two for each other", ErrDeadlock, 0, 1, []int{1, 0, -1, -1}},
			{"one after the other", ErrMissing, 1, 2, []int{1, 2, -1, -1}},
			{"each for the next", ErrDeadlock, 0, 1, []int{1, 2, 3, 0}},
		} {
			m := machine(t, Config{P: len(c.waitFor), Host: host})
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					if peer := c.waitFor[q.Rank()]; peer >= 0 {
						Exchange(q, x(), peer, nil, -1)
					}
					return nil
				})
			})
			var e *Error
			if !errors.As(err, &e) || e.Kind != c.kind || e.Rank != c.rank || e.Other != c.other {
				t.Errorf("%v, %s: %+v, want %v of rank %d and %d", host, c.name, err, c.kind, c.rank, c.other)
			}
		}
	}
}
