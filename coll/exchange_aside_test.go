package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// TestPutAside: an exchange in place needs nobody to receive before others have been
// served, whatever its length: neither its own sender, nor the next of a ring of them, nor
// one to whom so much is on its way that not even a head has room. Its receiver is still
// missing if it never comes.
func TestPutAside(t *testing.T) {
	if launched.processes > 0 {
		t.Skip("nobody is relieved in a Run of several processes")
	}
	const long = 3*pieceMost + 5
	for _, host := range modes {
		for _, c := range []struct {
			name string
			p, n int
			kind error
			f    func(q *Proc, x []int32)
		}{
			{"who sends, then receives", 2, long, nil, func(q *Proc, x []int32) {
				if q.Rank() == 0 {
					Exchange(q, x, 1, x, 1)
				} else {
					y := make([]int32, len(x))
					Exchange(q, nil, -1, x, 0)
					Exchange(q, y, 0, nil, -1)
					copy(x, y)
				}
			}},
			{"a ring of five, two in place", 5, long, nil, func(q *Proc, x []int32) {
				r := q.Rank()
				if from, to := (r+4)%5, (r+1)%5; r == 0 || r == 2 {
					Exchange(q, x, from, x, to)
				} else {
					y := make([]int32, len(x))
					Exchange(q, nil, -1, x, to)
					Exchange(q, y, from, nil, -1)
					copy(x, y)
				}
			}},
			{"no room for a head", 2, ringSlots*slotLength + 1, nil, func(q *Proc, x []int32) {
				if q.Rank() == 0 {
					for range buffers.QueueSlots {
						Exchange(q, nil, -1, x[:0], 1)
					}
					Exchange(q, x, 1, x, 1)
				} else {
					y := make([]int32, len(x))
					Exchange(q, nil, -1, x, 0)
					for range buffers.QueueSlots {
						Exchange(q, y[:0], 0, nil, -1)
					}
					Exchange(q, y, 0, nil, -1)
					copy(x, y)
				}
			}},
			{"a receiver that has returned", 3, long, ErrMissing, func(q *Proc, x []int32) {
				switch q.Rank() {
				case 0:
					Exchange(q, x, 1, x, 2)
				case 1:
					Exchange(q, nil, -1, x, 0)
				}
			}},
		} {
			m := machine(t, Config{P: c.p, Host: host})
			for round := range 3 {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						x := make([]int32, c.n)
						for i := range x {
							x[i] = int32(q.Rank()<<24 + i)
						}
						c.f(q, x)
						from := (q.Rank() + c.p - 1) % c.p
						for i, v := range x {
							if want := int32(from<<24 + i); c.kind == nil && v != want {
								return fmt.Errorf("rank %d: element %d is %#x, want %#x", q.Rank(), i, v, want)
							}
						}
						return nil
					})
				})
				if !errors.Is(err, c.kind) || c.kind != nil && !strings.Contains(err.Error(), "rank 0 in exchange until rank 2 receives") {
					t.Errorf("%v, %s, round %d: %v", host, c.name, round, err)
				}
			}
		}
	}
}

// TestRefusedOfferWaitsForRoom: who exchanges in place and may not yet receive what it is
// offered waits for its receiver, which is to blame if it never comes.
func TestRefusedOfferWaitsForRoom(t *testing.T) {
	for _, host := range modes {
		for _, c := range []struct {
			kind error
			last func(*Proc)
		}{{ErrMissing, func(*Proc) {}}, {ErrMismatch, Barrier}} {
			m := machine(t, Config{P: 3, Host: host})
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x := make([]int32, pieceMost+5)
					switch q.Rank() {
					case 0:
						Exchange(q, x, 1, x, 1)
					case 1:
						Exchange(q, x, 0, x, 2)
						Exchange(q, nil, -1, x, 0)
					case 2:
						c.last(q)
					}
					return nil
				})
			})
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), "rank 1 in exchange until rank 2 receives") {
				t.Errorf("%v: %v, want %v", host, err, c.kind)
			}
		}
	}
}

// TestPutAsideLooks: who copies src aside is at work, as the watch sees it, and looks
// whether the Run has failed: a vector of gigabytes takes its time.
func TestPutAsideLooks(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines, Stall: time.Hour})
	asInRun(t, m)
	v := make([]int64, 2*pieceMost+7)
	for i := range v {
		v[i] = int64(i)
	}
	x := transferOf(m, 0, v, 1, v, 1)
	x.sent = 5
	x.putAside()
	if x.same || &x.src[0] == &v[0] || !slices.Equal(x.src[5:], v[5:]) {
		t.Error("what is not yet sent is not copied aside")
	}
	if c := x.p.c; c.holds || c.since.Load() == atWork {
		t.Error("at work when it is done")
	}
	m.hot.stop.Store(true)
	y := transferOf(m, 0, v, 1, v, 1)
	defer func() {
		if _, is := recover().(unwinding); !is || !y.same {
			t.Error("it copies although the Run has failed")
		}
	}()
	y.putAside()
}
