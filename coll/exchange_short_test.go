package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// TestShortMessages: they go all the way at once if the other's comes while the processor looks;
// where it comes later, or there is no room for one, a transfer does the rest.
func TestShortMessages(t *testing.T) {
	word := signature(exchange, elemKind[float64](), 0, byRings, 0)
	lengths := []int{0, 1, 2, headBytes / 8, headBytes/8 + 1, 100, aloneLeast}
	for _, teams := range []int{1, 2} {
		m := machine(t, Config{P: 2, Cores: []int{everyCore()[0]}})
		if teams == 2 {
			m = teamed(t, Config{P: 2}, 2)
		}
		var soon atomic.Int32
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
				sent, received := shortly(p, word, dst, other, src, other, false)
				if !sent {
					return fmt.Errorf("%d elements, %d teams: not sent", n, teams)
				}
				if received {
					soon.Add(1)
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
		// Of two on a host the second finds what it waits for, and the first does not look; of two
		// hosts' the later one does at least.
		if n := int(soon.Load()); n < len(lengths) || teams == 1 && n > len(lengths) {
			t.Errorf("%d teams: %d of %d messages came soon", teams, n, 2*len(lengths))
		}
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
