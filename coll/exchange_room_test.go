package coll

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// Exchanges that find no room, or a host that has always somebody to run.

// transferOf is an exchange that the caller takes step by step.
func transferOf(m *Machine, rank int, dst []int64, from int, src []int64, to int) *transfer[int64] {
	same := len(dst) > 0 && len(src) > 0 && &dst[0] == &src[0]
	x := &transfer[int64]{p: m.world.members[rank].using(unchosen), dst: dst, src: src, from: from, to: to, same: same}
	x.open()
	return x
}

// TestLateOffer: a vector is not offered by who has read the head of what comes in before
// there was room for its own: that is another message than the one it would be offered for.
func TestLateOffer(t *testing.T) {
	const n = 2 * swapLeast
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		var sent atomic.Bool
		var x, y [2][]int64
		for r := range x {
			x[r], y[r] = make([]int64, n), make([]int64, n)
		}
		for round := range int64(3) {
			sent.Store(false)
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x, y := x[q.Rank()], y[q.Rank()]
					if q.Rank() == 0 {
						x[n/2] = 3*round + 1
						Exchange(q, nil, -1, x, 1)
						for range 8 {
							Exchange(q, y[:0], 1, nil, -1)
						}
						x[n/2] = 3*round + 2
						Exchange(q, x, 1, x, 1)
						return nil
					}
					for range 8 {
						Exchange(q, nil, -1, x[:0], 0)
					}
					x[n/2] = 3*round + 3
					Exchange(q, x, 0, x, 0)
					Exchange(q, y, 0, nil, -1)
					return nil
				})
			})
			if err != nil {
				t.Fatalf("%v: %v", host, err)
			}
			if a, b, c := x[1][n/2], y[1][n/2], x[0][n/2]; a != 3*round+1 || b != 3*round+2 || c != 3*round+3 {
				t.Errorf("%v: received %d, %d and %d, want %d, %d and %d", host, a, b, c, 3*round+1, 3*round+2, 3*round+3)
			}
		}
	}

	m := teamed(t, Config{P: 2}, 2)
	asInRun(t, m)
	for range 8 {
		if x := transferOf(m, 0, nil, -1, []int64{}, 1); !x.send() {
			t.Fatal("there is no room for a head")
		}
	}
	v := make([]int64, n)
	over := transferOf(m, 0, v, 1, v, 1)
	if first := transferOf(m, 1, nil, -1, slices.Clone(v), 0); !first.send() || over.send() || !over.receive() || !over.head {
		t.Fatal("the head of what comes in is not read first")
	}
	if z := transferOf(m, 1, []int64{}, 0, nil, -1); !z.receive() || !over.send() || over.offers {
		t.Errorf("offered: %v", over.offers)
	}
}

// TestLoanWithoutRoom: a short message that is lent to an exchange in place whose receiver
// has not come goes into the ring, so its sender returns.
func TestLoanWithoutRoom(t *testing.T) {
	const n = 3000
	for _, host := range modes {
		for _, cores := range [][]int{nil, threads.Cores()[:1]} {
			m := machine(t, Config{P: 2, Host: host, Cores: cores})
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x, y, s := make([]int64, n), make([]int64, n), make([]int64, 100)
					if q.Rank() == 0 {
						for range ringSlots {
							Exchange(q, nil, -1, s, 1)
						}
						Exchange(q, x, 1, x, 1)
						return nil
					}
					Exchange(q, nil, -1, x, 0)
					for range ringSlots {
						Exchange(q, s, 0, nil, -1)
					}
					Exchange(q, y, 0, nil, -1)
					return nil
				})
			})
			if err != nil {
				t.Errorf("%v, cores %v: %v", host, cores, err)
			}
		}
	}

	m := teamed(t, Config{P: 2}, 2)
	asInRun(t, m)
	for range ringSlots {
		if x := transferOf(m, 0, nil, -1, make([]int64, 100), 1); !x.send() || !x.done() {
			t.Fatal("there is no room for a message")
		}
	}
	v := make([]int64, n)
	over, lent := transferOf(m, 0, v, 1, v, 1), transferOf(m, 1, nil, -1, slices.Clone(v), 0)
	if !lent.send() || lent.lent == 0 {
		t.Fatal("a message is not lent")
	}
	for range 3 {
		over.send()
		over.receive()
	}
	if lent.done(); over.begun || !lent.recallable() {
		t.Fatalf("begun without room: %v; its sender can ask for it: %v", over.begun, lent.recallable())
	}
	if !lent.withdraw() || lent.recallable() {
		t.Error("a loan that nobody has begun to copy is not taken back, or twice")
	}
}

// TestRecallBesideBusy: a loan is taken back although its host has always others to run.
func TestRecallBesideBusy(t *testing.T) {
	cores := threads.Cores()
	if len(cores) < 2 {
		t.Skip("one core: who lends and who borrows share a thread")
	}
	m := machine(t, Config{P: 6, Host: Threads, Cores: cores[:2]})
	const n = ringSlots * slotLength
	var back atomic.Bool // the sender of the loan
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			x, y, word := make([]int64, n), make([]int64, n), []int64{0}
			switch q.Rank() {
			case 0: // these two share the sender's host
				for word[0] == 0 {
					if back.Load() {
						word[0] = 1
					}
					Exchange(q, nil, -1, word, 1)
					Exchange(q, y[:1], 1, nil, -1)
				}
			case 1:
				for word[0] == 0 {
					Exchange(q, word, 0, nil, -1)
					Exchange(q, nil, -1, word, 0)
				}
			case 2:
				Exchange(q, y, 5, x, 5)
				back.Store(true)
				Exchange(q, nil, -1, word, 5)
			case 5:
				Exchange(q, nil, -1, x, 2)
				for !back.Load() { // outside of a collective: its host is at work
				}
				Exchange(q, y, 2, nil, -1)
				Exchange(q, word, 2, nil, -1)
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}
