package coll

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// TestInHeads: short messages go by their heads alone, all the way if the other's comes while the
// processor looks; where it comes later, or there is no room for one, a transfer does the rest.
func TestInHeads(t *testing.T) {
	word := signature(exchange, elemKind[float64](), 0, byRings, 0)
	for _, teams := range []int{1, 2} {
		m := machine(t, Config{P: 2, Cores: []int{everyCore()[0]}})
		if teams == 2 {
			m = teamed(t, Config{P: 2}, 2)
		}
		var soon atomic.Int32
		if err := m.Run(context.Background(), func(p *Proc) error {
			other := 1 - p.Rank()
			for n := range headBytes/8 + 1 {
				src, dst := make([]float64, n), make([]float64, n)
				for i := range src {
					src[i] = float64(10*i + p.Rank())
				}
				sent, received := inHeads(p, word, dst, other, src, other)
				if !sent {
					return fmt.Errorf("%d elements, %d teams: not sent", n, teams)
				}
				if received {
					soon.Add(1)
				} else {
					x := transfer[float64]{p: p, dst: dst, src: src, from: other, to: other, word: word}
					x.run(sent)
				}
				for i, got := range dst {
					if want := float64(10*i + other); got != want {
						return fmt.Errorf("%d elements, rank %d of %d teams: dst[%d] is %v, want %v", n, p.Rank(), teams, i, got, want)
					}
				}
			}
			for range 2000 {
				if err := fillsHeads(p, word); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		// Of two on a host the second finds what it waits for, and the first does not look; of two
		// hosts' each may be late.
		if n := soon.Load(); teams == 1 && n != headBytes/8+1 || n == 0 {
			t.Errorf("%d teams: %d of %d messages came soon", teams, n, 2*(headBytes/8+1))
		}
	}
}

// fillsHeads has rank 0 send rank 1 as many messages as there is room for, and one more.
func fillsHeads(p *Proc, word uint64) error {
	Barrier(p)
	if p.Rank() == 1 {
		Barrier(p)
		for i := range buffers.QueueSlots + 1 {
			x := []float64{-1}
			if Exchange(p, x, 0, nil, -1); x[0] != float64(i) {
				return fmt.Errorf("message %d is %v", i, x[0])
			}
		}
		return nil
	}
	for i := range buffers.QueueSlots {
		if sent, received := inHeads(p, word, nil, -1, []float64{float64(i)}, 1); !sent || !received {
			return fmt.Errorf("message %d: sent %v, received %v, and nothing is to come", i, sent, received)
		}
	}
	last := []float64{buffers.QueueSlots}
	if sent, _ := inHeads(p, word, nil, -1, last, 1); sent {
		return fmt.Errorf("a message is sent where there is no room for it")
	}
	Barrier(p)
	Exchange(p, nil, -1, last, 1)
	return nil
}
