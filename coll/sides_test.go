package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// disputeOfAll is the error of a Run in which every processor, when all have begun, makes its call, in a
// group in which all have other ranks if that is asked for. It tries again if the system kept a processor
// from coming to that: for some seconds at most.
func disputeOfAll(t *testing.T, m *Machine, group bool, f func(q *Proc)) (e *Error) {
	t.Helper()
	for since := time.Now(); time.Since(since) < 10*time.Second; {
		var all bool
		if e, all = disputeOf(t, m, group, f); all && !strings.Contains(e.Text, "had not come") {
			break
		}
	}
	return e
}

// disputeOf says also whether all came to f: who is late to leave what all have begun with unwinds from it.
func disputeOf(t *testing.T, m *Machine, group bool, f func(q *Proc)) (e *Error, all bool) {
	t.Helper()
	var came atomic.Int32
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			Barrier(q)
			if group {
				q = q.Split(0, -q.Rank())
			}
			came.Add(1)
			f(q)
			return nil
		})
	})
	if !errors.As(err, &e) || strings.Contains(e.Text, "\n") {
		t.Fatalf("%v: %v, want one line", m, err)
	}
	return e, int(came.Load()) == m.Config().P
}

// TestOddOne: where one of many differs, in whatever, an error names it first and says how
// many the others are.
func TestOddOne(t *testing.T) {
	x, y := make([]float64, 4), make([]int64, 4)
	for _, host := range modes {
		for _, p := range []int{3, 8} {
			m := machine(t, Config{P: p, Host: host})
			length := func(q *Proc, odd bool) {
				n := 3
				if odd {
					n = 4
				}
				Allgather(q, make([]float64, n*p), x[:n])
			}
			for _, odd := range []int{0, p / 2, p - 1} {
				for name, f := range map[string]func(q *Proc, odd bool){
					"length": length,
					"collective": func(q *Proc, odd bool) {
						if odd {
							Barrier(q)
						} else {
							Scan(q, make([]float64, 4), x, Sum)
						}
					},
					"operator": func(q *Proc, odd bool) {
						op := Sum
						if odd {
							op = Max
						}
						Reduce(q, make([]float64, 4), x, op, 0)
					},
					"root": func(q *Proc, odd bool) {
						root := 1
						if odd {
							root = 2
						}
						Gather(q, make([]float64, 4*p), x, root)
					},
					"type": func(q *Proc, odd bool) {
						if odd {
							Scatter(q, make([]int64, 1), make([]int64, p), 0)
						} else {
							Scatter(q, make([]float64, 1), make([]float64, p), 0)
						}
					},
					"algorithm": func(q *Proc, odd bool) {
						if odd {
							q = q.Using(Tree)
						}
						Allreduce(q, make([]int64, 4), y, Sum)
					},
					"group": length,
				} {
					e := disputeOfAll(t, m, name == "group", func(q *Proc) { f(q, q.c.rank == odd) })
					if !errors.Is(e, ErrMismatch) || e.Rank != odd || !strings.HasPrefix(e.Text, fmt.Sprintf("rank %d ", odd)) ||
						!strings.HasSuffix(e.Text, fmt.Sprintf("; %d of %d did as rank %d", p-1, p, e.Other)) || e.Site == e.OtherSite && e.Site == "" {
						t.Errorf("%v P=%d: %s of rank %d: %v", host, p, name, odd, e)
					}
				}
			}
		}
	}
}

// TestSides: all sides are told, and who is on the lesser one.
func TestSides(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 8, Host: host})
		for _, c := range []struct {
			n     [8]int // elements of every rank; 0: a barrier
			group bool   // in a group in which all have other ranks
			want  []string
		}{
			{[8]int{3, 3, 3, 4, 3, 4, 3, 3}, true, []string{"; 6 of 8 did as rank ", "; ranks 3, 5 as rank "}},
			{[8]int{3, 3, 3, 4, 3, 4, 3, 3}, false, []string{"; 6 of 8 did as rank ", "; ranks 3, 5 as rank "}},
			{[8]int{3, 4, 3, 4, 3, 4, 3, 4}, false, []string{"; 4 of 8 did as rank ", " as rank "}},
			{[8]int{3, 3, 3, 0, 3, 3, 4, 3}, false, []string{"rank 3 called barrier", "called allreduce of 4 float64"}},
			{[8]int{1, 2, 3, 4, 5, 6, 7, 0}, false, []string{"; ranks ", " did neither"}},
		} {
			e := disputeOfAll(t, m, c.group, func(q *Proc) {
				if n := c.n[q.c.rank]; n > 0 {
					Allreduce(q, make([]float64, n), make([]float64, n), Sum)
				} else {
					Barrier(q)
				}
			})
			for _, want := range c.want {
				if !errors.Is(e, ErrMismatch) || !strings.Contains(e.Text, want) {
					t.Errorf("%v %v: %v, want %q", host, c.n, e, want)
				}
			}
		}
	}
}

// TestSidesOfLatecomers: who comes to the call when the Run has failed is on a side, not so what
// deferred calls do of who was still in the call before.
func TestSidesOfLatecomers(t *testing.T) {
	if len(threads.Cores()) < 2 {
		t.Skip("the processors of one thread find out when all have come")
	}
	m := machine(t, Config{P: 6, Host: Threads, Cores: threads.Cores()[:2]}) // 0 to 2 share a thread
	x := make([]float64, 2)
	for _, op := range []Op{Sum, Max} { // the second Run finds nothing of the first
		var e *Error
		left := make(chan struct{})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				if q.Rank() < 2 { // which rank 2 keeps from returning from the first barrier
					defer Allreduce(q, make([]float64, 2), x, op)
				}
				switch Barrier(q); q.Rank() {
				case 2:
					close(left)
					m.ends()
				case 3, 4, 5:
					<-left // else rank 2 may unwind from the barrier
				}
				if q.Rank() == 3 {
					Barrier(q)
				} else {
					Allreduce(q, make([]float64, 2), x, op)
				}
				return nil
			})
		})
		const want = "; 3 of 6 did as rank 4; 2 had not come"
		if !errors.Is(err, ErrMismatch) || !errors.As(err, &e) || e.Rank != 3 || !strings.HasSuffix(e.Text, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestAllMissing: all are named that have returned, whether somebody meets it or all wait.
func TestAllMissing(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 8, Host: host})
		for _, group := range []bool{false, true} {
			e := disputeOfAll(t, m, group, func(q *Proc) {
				if r := q.c.rank; r != 3 && r != 5 && r != 7 {
					Barrier(q)
				}
			})
			if !errors.Is(e, ErrMissing) || !strings.Contains(e.Text, "ranks 3, 5, 7 have returned") {
				t.Errorf("%v, in a group %v: %v", host, group, e)
			}
		}
	}
}

// TestSidesOfMany: with thousands of processors it is still a line to be read.
func TestSidesOfMany(t *testing.T) {
	p := 4096
	if race.Enabled {
		p = 256
	}
	for _, host := range modes {
		m := machine(t, Config{P: p, Host: host})
		for name, f := range map[string]func(q *Proc){
			"halves": func(q *Proc) { Broadcast(q, make([]float64, 1+q.Rank()%2), 0) },
			"each":   func(q *Proc) { Broadcast(q, make([]float64, 1+q.Rank()), 0) },
			"gone": func(q *Proc) {
				if q.Rank()%2 == 0 {
					Barrier(q)
				}
			},
		} {
			var e *Error
			if name == "gone" { // some may have been on their way out of the barrier
				e, _ = disputeOf(t, m, false, f)
			} else {
				e = disputeOfAll(t, m, false, f)
			}
			more := map[string]string{
				"halves": fmt.Sprintf("; %d of %d did as rank ", p/2, p),
				"each":   " more did neither",
				"gone":   " more have returned",
			}[name]
			if !strings.Contains(e.Text, more) || len(e.Text) > 400 {
				t.Errorf("%v: %s: %d bytes: %s", host, name, len(e.Text), e.Text)
			}
		}
	}
}

// TestBorrowed: calls that are found unlike and are alike, and a processor that has returned and
// has not, are another's doing, and the error says so.
func TestBorrowed(t *testing.T) {
	m := machine(t, Config{P: 2})
	alike := newCall[float64](allreduce, byDirect, Sum, 0, 3)
	d := dispute{g: m.world, a: 0, b: 1, x: alike, y: alike}
	if e := d.asError(1); !strings.HasSuffix(e.Text, borrowed) {
		t.Error(e)
	}
	d.y = call{word: signature(finish, 0, 0, byDirect, 0)}
	d.error = d.asError(1)
	if strings.HasSuffix(d.error.Text, borrowed) {
		t.Error(d.error)
	}
	if e := d.withSides(func(int) (call, bool) { return alike, true }); !strings.HasSuffix(e.Text, borrowed) || strings.Contains(e.Text, "  ") {
		t.Error(e)
	}
}
