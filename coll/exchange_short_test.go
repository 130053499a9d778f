package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// TestShortMessages: they go all the way at once if the other's comes while the processor looks, or
// later to one that shares its host; else, or where there is no room for one, a transfer does the rest.
func TestShortMessages(t *testing.T) {
	word := signature(exchange, elemKind[float64](), 0, byRings, 0)
	lengths := []int{0, 1, 2, headBytes / 8, headBytes/8 + 1, 100, aloneLeast}
	for _, teams := range []int{1, 2} {
		m := machine(t, Config{P: 2, Cores: []int{everyCore()[0]}})
		if teams == 2 {
			m = teamed(t, Config{P: 2}, 2)
		}
		var received atomic.Int32
		if err := m.Run(context.Background(), func(p *Proc) error {
			other := 1 - p.Rank()
			for _, n := range lengths {
				if !p.isShort(n, other, other, false) || !p.isShort(n, other, other, true) || !p.isShort(n, other, -1, false) {
					return fmt.Errorf("%d elements, %d teams: no short message", n, teams)
				}
				if p.isShort(aloneLeast+1, other, other, true) || p.isShort(nearLeast+1, other, -1, false) {
					return fmt.Errorf("what is to be swapped or lent is a short message")
				}
				src, dst := make([]float64, n), make([]float64, n)
				for i := range src {
					src[i] = float64(10*i + p.Rank())
				}
				sent, came := shortly(p, word, dst, other, src, other, false)
				if !sent {
					return fmt.Errorf("%d elements, %d teams: not sent", n, teams)
				}
				if came {
					received.Add(1)
				} else {
					of[float64]().transfer(p, word, dst, other, src, other, false, sent)
				}
				for i, got := range dst {
					if want := float64(10*i + other); got != want {
						return fmt.Errorf("%d elements, rank %d of %d teams: dst[%d] is %v, want %v", n, p.Rank(), teams, i, got, want)
					}
				}
			}
			for range 2000 {
				if err := errors.Join(fillUp(p, word, 1, buffers.QueueSlots), fillUp(p, word, 100, ringSlots)); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		// Of two on a host the first waits for the second; of two hosts' the later one finds what it
		// waits for, at least.
		if n := int(received.Load()); n < len(lengths) || teams == 1 && n < 2*len(lengths) {
			t.Errorf("%d teams: %d of %d messages went all the way", teams, n, 2*len(lengths))
		}
	}
}

// TestShortMessageOfAGroup: nobody rings for the members of a group that has one on each host, as long
// as they look for themselves.
func TestShortMessageOfAGroup(t *testing.T) {
	cores := everyCore()
	if len(cores) < 2 {
		t.Skip("one core")
	}
	m := machine(t, Config{P: 4, Host: Threads, Cores: cores[:2]})
	if err := m.Run(context.Background(), func(p *Proc) error {
		g := p.Split(p.Rank()%2, 0) // ranks 0 and 2, 1 and 3
		if !g.g.alone || p.c.yield == nil {
			return fmt.Errorf("rank %d: alone %v, coroutine %v", p.Rank(), g.g.alone, p.c.yield != nil)
		}
		x := []float32{0}
		for i := range 100 {
			if g.Rank() == 0 {
				if i%2 == 0 { // the other no longer looks
					time.Sleep(100 * time.Microsecond)
				}
				x[0] = float32(i)
				Exchange(g, nil, -1, x, 1)
			} else if Exchange(g, x, 0, nil, -1); x[0] != float32(i) {
				return fmt.Errorf("message %d to rank %d is %v", i, p.Rank(), x[0])
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// fillUp has rank 0 send rank 1 as many messages of n elements as there is room for, and one more.
func fillUp(p *Proc, word uint64, n, room int) error {
	x := make([]float64, n)
	Barrier(p)
	if p.Rank() == 1 {
		Barrier(p)
		for i := range room + 1 {
			if Exchange(p, x, 0, nil, -1); x[n-1] != float64(i) {
				return fmt.Errorf("message %d of %d elements is %v", i, n, x[n-1])
			}
		}
		return nil
	}
	for i := range room {
		x[n-1] = float64(i)
		if sent, received := shortly(p, word, nil, -1, x, 1, false); !sent || !received {
			return fmt.Errorf("message %d of %d elements: sent %v, received %v, and nothing is to come", i, n, sent, received)
		}
	}
	x[n-1] = float64(room)
	if sent, _ := shortly(p, word, nil, -1, x, 1, false); sent {
		return fmt.Errorf("%d messages of %d elements are sent where there is no room for one", room+1, n)
	}
	Barrier(p)
	Exchange(p, nil, -1, x, 1)
	return nil
}

// TestFitsHead: not even lengths whose bytes are more than an int holds.
func TestFitsHead(t *testing.T) {
	for n, want := range map[int]bool{0: true, headBytes / 8: true, headBytes/8 + 1: false, math.MaxInt/8 + 1: false, math.MaxInt: false} {
		if got := fitsHead[float64](n); got != want {
			t.Errorf("%d elements: %v, want %v", n, got, want)
		}
	}
}
