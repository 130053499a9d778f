package coll

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestDisagreements: who disagrees, and about what, is said in words that differ.
func TestDisagreements(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		with := map[int]string{1: "rank 0", 2: "rank 2"}[len(m.hosts)] // of more, who is the first to find out
		for _, c := range []struct {
			text []string
			f    func(q *Proc)
		}{
			{[]string{"rank 3 called", ": counts[0] is 1 of " + with, " and 2 of rank 3"}, func(q *Proc) { // the same numbers, in another order
				counts := []int{1, 2, 2, 2}
				if q.Rank() == 3 {
					counts = []int{2, 1, 2, 2}
				}
				Allgatherv(q, make([]float64, 7), make([]float64, counts[q.Rank()]), counts)
			}},
			{[]string{"called alltoall of blocks of 2 float64 (direct)", "called alltoall of blocks of 2 float64 (in place, direct)"}, func(q *Proc) {
				src := make([]float64, 8)
				dst := src
				if q.Rank() == 2 {
					dst = make([]float64, 8)
				}
				Alltoall(q, dst, src)
			}},
			{[]string{"called gatherv of int32 (root 1, direct)", "called barrier"}, func(q *Proc) {
				if q.Rank() == 1 {
					Barrier(q)
				} else {
					Gatherv(q, nil, make([]int32, 3), nil, 1)
				}
			}},
			{[]string{"rank 0 (0 of the group of color 3 in the group of color 0)", "rank 2 (1 of the group of color 3 in the group of color 0)"}, func(q *Proc) {
				half := q.Split(q.Rank()%2, 0)
				again := half.Split(3, 0)
				if q.Rank()%2 == 0 {
					Allreduce(again, make([]float64, 1+q.Rank()), make([]float64, 1+q.Rank()), Sum)
				}
				Barrier(q)
			}},
		} {
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error { c.f(q); return nil })
			})
			for _, text := range c.text {
				if !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), text) {
					t.Errorf("%v: %v, want %q", host, err, text)
				}
			}
		}
	}
}

// TestRanksOfGroupsInErrors: an error names ranks of the machine, wherever it comes from,
// and who waits for whom.
func TestRanksOfGroupsInErrors(t *testing.T) {
	vector := func(n int) []float64 { return make([]float64, n) }
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		for _, c := range []struct {
			kind        error
			rank, other int // -2: either of 1 and 3
			text        string
			f           func(world, odd *Proc) // odd is ranks 1 and 3, and 0 and 2 another group
		}{
			{ErrMismatch, 1, 3, "rank 1 (0 of the group of color 1)", func(world, odd *Proc) {
				if world.Rank()%2 == 1 {
					Allreduce(odd, vector(world.Rank()), vector(world.Rank()), Sum)
				}
				Barrier(world)
			}},
			{ErrUsage, 3, -1, "rank 3 (1 of the group of color 1): broadcast with root 77", func(world, odd *Proc) {
				if world.Rank() == 3 {
					Broadcast(odd, vector(1), 77)
				}
				Barrier(world)
			}},
			{ErrDeadlock, 1, 3, "rank 1 (0 of the group of color 1) in exchange until rank 3 sends 2 float64, rank 3 (1 of the group of color 1) in exchange until rank 1 sends", func(world, odd *Proc) {
				if world.Rank()%2 == 1 {
					Exchange(odd, vector(2), 1-odd.Rank(), nil, -1)
				}
			}},
			{ErrMissing, 1, 3, "rank 3 has returned; waiting: rank 1 (0 of the group of color 1) in barrier", func(world, odd *Proc) {
				if world.Rank() == 1 {
					Barrier(odd)
				}
			}},
			{ErrDeadlock, 0, 1, "rank 1 (0 of the group of color 1) in barrier until rank 3 comes", func(world, odd *Proc) {
				if world.Rank() == 1 {
					Barrier(odd)
				} else {
					Barrier(world)
				}
			}},
			{ErrDeadlock, 0, 1, "rank 0 in exchange until rank 1 sends 1 float64, rank 1 (0 of the group of color 1) in barrier until rank 3 comes", func(world, odd *Proc) {
				switch world.Rank() { // in calls of unlike groups nobody disagrees
				case 1:
					Barrier(odd)
				case 0, 3:
					Exchange(world, vector(1), (world.Rank()+1)%3, nil, -1)
				}
			}},
			{ErrMissing, 0, 2, "sent 1 float64 by exchange to rank 2", func(world, odd *Proc) { // the least sender, and its least receiver
				if world.Rank() == 0 {
					Exchange(world, nil, -1, vector(1), 3)
					Exchange(world, nil, -1, vector(1), 2)
				} else if world.Rank() < 3 {
					Exchange(world, nil, -1, vector(1), 0)
				}
			}},
		} {
			for range 3 { // maps have no order
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						half := q.Split(q.Rank()%2, 0)
						Barrier(half)
						c.f(q, half)
						return nil
					})
				})
				var e *Error
				if !errors.As(err, &e) || e.Kind != c.kind || e.Rank != c.rank || e.Other != c.other || !strings.Contains(e.Text, c.text) {
					t.Errorf("%v: %v, want ranks %d and %d, %q", host, err, c.rank, c.other, c.text)
				}
				if (c.kind == ErrUsage) != (e.Trail == "") {
					t.Errorf("%v: last calls %q", host, e.Trail)
				}
			}
		}
	}
}

// TestSiteOfThisRun: where a processor stood in a Run that failed is not where it stands
// in the next one.
func TestSiteOfThisRun(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		var sites [2]string
		for i := range sites {
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x := make([]float64, 1+q.Rank()/2)
					if i == 0 {
						Allreduce(q, x, x, Sum)
					} else {
						Allreduce(q, x, x, Max)
					}
					return nil
				})
			})
			var e *Error
			if !errors.As(err, &e) || e.Kind != ErrMismatch {
				t.Fatal(err)
			}
			sites[i] = e.Site + " " + e.OtherSite
		}
		if sites[0] == sites[1] {
			t.Errorf("%v: both Runs failed at %s", host, sites[0])
		}
	}
}

// TestNamed: an error names eight processors that wait, and counts the others.
func TestNamed(t *testing.T) {
	m := machine(t, Config{P: 12})
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			Exchange(q, make([]float64, 1), (q.Rank()+1)%12, nil, -1)
			return nil
		})
	})
	if !errors.Is(err, ErrDeadlock) || !strings.Contains(err.Error(), "rank 7 in exchange until rank 8 sends 1 float64, and 4 more") {
		t.Error(err)
	}
}

// TestCauseOfUnwinding: who recovers while it unwinds can tell why, also where the cause
// is what another's f has returned.
func TestCauseOfUnwinding(t *testing.T) {
	m := machine(t, Config{P: 2})
	var met error
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			Barrier(q)
			return errOnPurpose
		}
		defer func() { met, _ = recover().(error) }()
		for {
			Barrier(q)
		}
	})
	if !errors.Is(err, errOnPurpose) || !errors.Is(met, errOnPurpose) || !strings.Contains(met.Error(), errOnPurpose.Error()) {
		t.Errorf("%v, unwinding by %v", err, met)
	}
	e := Error{Kind: ErrMismatch, Collective: "exchange", Rank: 1, Other: 2, Site: "a.go:1", OtherSite: "b.go:2"}
	if want := "(rank 1 at a.go:1, rank 2 now at b.go:2)"; !strings.Contains(e.Error(), want) {
		t.Errorf("%v, want %s", &e, want)
	}
	e.Kind = ErrStalled
	if want := "(rank 1 at a.go:1, rank 2 later at b.go:2)"; !strings.Contains(e.Error(), want) {
		t.Errorf("%v, want %s", &e, want)
	}
}

// TestOneMoreOrLess: a v-form in which a rank has an element more or less than another
// counts on is a mismatch that names both.
func TestOneMoreOrLess(t *testing.T) {
	ones := []int{1, 1, 1}
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		for name, f := range map[string]func(q *Proc, n int){
			"gatherv":  func(q *Proc, n int) { Gatherv(q, make([]float64, 3), make([]float64, n), ones, 0) },
			"scatterv": func(q *Proc, n int) { Scatterv(q, make([]float64, n), make([]float64, 3), ones, 0) },
			"alltoallv": func(q *Proc, n int) {
				Alltoallv(q, make([]float64, 3), ones, make([]float64, 2+n), []int{n, 1, 1})
			},
		} {
			for _, n := range []int{0, 2} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						if q.Rank() == 2 {
							f(q, n)
						} else {
							f(q, 1)
						}
						return nil
					})
				})
				var e *Error
				if !errors.As(err, &e) || e.Kind != ErrMismatch || e.Collective != name || min(e.Rank, e.Other) != 0 || max(e.Rank, e.Other) != 2 {
					t.Errorf("%v: %s of %d: %v", host, name, n, err)
				}
			}
		}
	}
}
