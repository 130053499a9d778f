package coll

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"
)

// TestSendsAnew: what is written anew goes to other teams by the ring, whose lines are handed back or not; what
// is not is lent, or goes by the ring as it is.
func TestSendsAnew(t *testing.T) {
	const third = 1.0 / 3 // has bits everywhere
	for _, c := range []struct {
		p, teams, elems int
		to              int // from rank 0
		still, inPlace  bool
		isOne, late     bool // late: who only receives has come long before
		keeps, ring     bool // nothing is handed back; ring: it may go by one all the same
		want            bool
	}{
		{p: 2, teams: 2, elems: aloneLeast + 1, to: 1, want: true},
		{p: 2, teams: 2, elems: slotLength, to: 1, want: true},
		{p: 2, teams: 2, elems: aloneLeast, to: 1},
		{p: 2, teams: 2, elems: handedBackLeast/8 - 1, to: 1, still: true},
		{p: 2, teams: 2, elems: slotLength, to: 1, inPlace: true}, // they swap
		{p: 2, teams: 2, elems: slotLength, to: 1, isOne: true},
		{p: 4, teams: 2, elems: lendLeast + 1, to: 2, want: true},
		{p: 4, teams: 2, elems: lendLeast, to: 2, still: true, want: true}, // long enough whether it changes or not
		{p: 4, teams: 2, elems: handedBackLeast / 8, to: 2, want: true},
		{p: 4, teams: 2, elems: handedBackLeast/8 - 1, to: 2},
		{p: 4, teams: 2, elems: lendLeast, to: 2, isOne: true},
		{p: 4, teams: 2, elems: lendLeast, to: 1},
		{p: 4, teams: 2, elems: slotLength, to: 1}, // of its own team
		{p: 4, teams: 4, elems: aloneLeast + 1, to: 3, want: true},
		{p: 2, teams: 2, elems: lendLeast + 1, to: 1, late: true, want: true},
		{p: 4, teams: 2, elems: lendLeast + 1, to: 2, keeps: true, ring: true},
		{p: 4, teams: 2, elems: slotLength, to: 2, keeps: true, ring: true},
		{p: 4, teams: 2, elems: slotLength, to: 2, keeps: true, still: true, ring: true},
		{p: 4, teams: 2, elems: slotLength, to: 2, keeps: true, isOne: true},
		{p: 2, teams: 2, elems: slotLength, to: 1, keeps: true},
		{p: 4, teams: 4, elems: slotLength, to: 3, keeps: true},
	} {
		m := teamed(t, Config{P: c.p}, c.teams)
		m.freshMost, m.handing, m.isOne = math.MaxInt, !c.keeps, c.isOne
		var e *edge
		may := false
		if err := m.Run(context.Background(), func(p *Proc) error {
			if p.Rank() != 0 && p.Rank() != c.to {
				return nil
			}
			other := c.to - p.Rank()
			src, dst := make([]float64, c.elems), make([]float64, c.elems)
			if c.inPlace {
				dst = src
			}
			for round := range freshAfter + 2*ringSlots {
				for i := range src {
					src[i] = third
				}
				if !c.still {
					src[len(src)-1] = float64(round)
				}
				switch {
				case !c.late:
					Exchange(p, dst, other, src, other)
				case p.Rank() == 0:
					time.Sleep(time.Millisecond)
					Exchange(p, nil, -1, src, other)
				default:
					Exchange(p, dst, other, nil, -1)
				}
			}
			if p.Rank() == 0 {
				e, may = p.edge(0, other), p.mayRing()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		got := false
		lines := 0
		if ring := e.f64.ring.Load(); ring != nil {
			slot, ok := ring.Acquire()
			if !ok {
				t.Fatalf("%+v: the ring is full", c)
			}
			handedBack := 0
			for i := 0; i+2 < min(c.elems, slotLength) && slot[i+1] == third; i += 8 {
				if lines++; slot[i] != third {
					handedBack++
				}
			}
			if got = handedBack > 0; got && handedBack != lines {
				t.Errorf("%+v: %d lines of %d are handed back", c, handedBack, lines)
			}
		}
		if c.keeps && may != c.ring || c.ring && !c.still && lines == 0 {
			t.Errorf("%+v: messages may go by a ring: %v, and %d lines have", c, may, lines)
		}
		if got != c.want {
			t.Errorf("%+v: the lines of a ring are handed back: %v", c, got)
		}
	}
}

// TestFreshMessages: messages are right and src is as it was, whether they are written anew or not.
func TestFreshMessages(t *testing.T) {
	for _, p := range []int{2, 3, 5, 8} {
		for i, m := range []*Machine{machine(t, Config{P: p, Host: Threads, Cores: everyCore()}), teamed(t, Config{P: p}, 2), teamed(t, Config{P: p}, min(p, 3))} {
			m.freshMost, m.handing = math.MaxInt, i < 2
			if i == 1 {
				testFreshMessages[int32](t, m)
			} else {
				testFreshMessages[float64](t, m)
			}
		}
	}
}

func testFreshMessages[T Elem](t *testing.T, m *Machine) {
	for _, n := range []int{aloneLeast + 1, lendLeast + 1, slotLength - 5, slotLength, slotLength + 1} {
		if err := m.Run(context.Background(), func(p *Proc) error {
			r, size := p.Rank(), p.Size()
			src, dst := make([]T, n), make([]T, n)
			for round := range 5 * freshAfter {
				gives := func(rank, i int) T { return T(1000*rank + i + round*(rank%3)) } // some give the same each time
				for i := range src {
					src[i] = gives(r, i)
				}
				gave := slices.Clone(src)
				from, to := (r+size-1)%size, (r+1)%size
				if round%2 == 1 {
					from, to = to, from
				}
				if round%3 == 2 { // in two calls
					Exchange(p, nil, -1, src, to)
					Exchange(p, dst, from, nil, -1)
				} else {
					Exchange(p, dst, from, src, to)
				}
				if !slices.Equal(src, gave) {
					return fmt.Errorf("%d elements, round %d: src of rank %d has changed", n, round, r)
				}
				for i, got := range dst {
					if want := gives(from, i); got != want {
						return fmt.Errorf("%d elements, round %d: element %d of rank %d is %v, want %v", n, round, i, r, got, want)
					}
				}
			}
			return nil
		}); err != nil {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// TestSendsItself: what a processor sends itself is lent, whatever it is.
func TestSendsItself(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	m.freshMost, m.handing = math.MaxInt, true
	if err := m.Run(context.Background(), func(p *Proc) error {
		src := make([]float64, slotLength)
		for range 2 * freshAfter {
			src[0]++
			if p.sendsAnew(unsafe.Pointer(&src[0]), len(src), 8, p.Rank(), true) {
				return fmt.Errorf("rank %d sends itself a message by the ring", p.Rank())
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
