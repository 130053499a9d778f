package coll

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// TestWhoIsPaired: two processors, each a team, that are the whole machine, on a CPU that gains by
// it, and nobody else.
func TestWhoIsPaired(t *testing.T) {
	for _, c := range []struct {
		p, teams int
		want     bool
	}{{2, 2, true}, {3, 3, false}, {4, 2, false}, {3, 2, false}} {
		m := teamed(t, Config{P: c.p}, c.teams)
		for _, m.paired = range []bool{false, true} {
			regroup(m)
			if got := m.world.paired; got != (c.want && m.paired) {
				t.Errorf("P=%d in %d teams, a CPU for it %v: paired %v", c.p, c.teams, m.paired, got)
			}
		}
	}
	if got := waysHere().paired; got != asm.LinesMeet() {
		t.Errorf("paired here: %v", got)
	}
	m := teamed(t, Config{P: 2}, 2)
	m.paired = true
	regroup(m)
	if err := m.Run(context.Background(), func(q *Proc) error {
		both := q.Split(0, 0)
		if both.g.paired || !q.g.paired {
			return fmt.Errorf("paired: the machine %v, what it splits off %v", q.g.paired, both.g.paired)
		}
		x := []float64{float64(q.Rank())}
		for range 10 { // both groups' signals at a time
			Allreduce(both, x, x, Max)
			Barrier(q)
		}
		if x[0] != 1 {
			return fmt.Errorf("%v, want 1", x[0])
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// TestEveryWayPaired: every collective, algorithm and way of two processors whose lines share a
// room, and those of the same machine with a line each, one call after the other.
func TestEveryWayPaired(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Cores: everyCore()})
		eachRoom(m, func(room string) {
			for c := broadcast; c < split; c++ {
				for _, a := range offered[c] {
					var tries []trial
					for i, n := range []int{0, 1, 2, 3, 5, buffers.LineWords, buffers.LineWords + 1, wideElems, wideElems + 1, 700, aloneMost / 8, aloneMost/8 + 1} {
						tries = append(tries, trial{c: c, a: a, n: n, root: i % 2}, trial{c: c, a: a, n: n, root: 1 - i%2, inPlace: true})
						if c.folds() && a != Spectral {
							tries = append(tries, trial{c: c, a: a, op: Max, n: n})
						}
					}
					for _, kind := range elems(int(c)) {
						if !tries[0].takes(kind) {
							continue
						}
						if err := runKind(m, kind, tries...); err != nil {
							t.Fatalf("%v%s: %v", host, room, err)
						}
					}
				}
			}
		})
	}
}

// TestMismatchPaired: whatever two processors call that is not alike, they both find out before
// anything is written, though some calls put addresses beside the signal, packed, and others words.
func TestMismatchPaired(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	x, y := make([]float64, 1<<17), make([]float64, 1<<17)
	of := func(q *Proc) []float64 { return [][]float64{x, y}[q.Rank()] }
	calls := []struct {
		name string
		f    func(q *Proc)
	}{
		{"barrier", Barrier},
		{"allreduce of 1", func(q *Proc) { Allreduce(q, of(q)[:1], of(q)[:1], Sum) }},
		{"allreduce of 9", func(q *Proc) { Allreduce(q, of(q)[:9], of(q)[:9], Sum) }},
		{"allreduce of 100", func(q *Proc) { Allreduce(q, of(q)[:100], of(q)[:100], Sum) }},
		{"allreduce of 1000", func(q *Proc) { Allreduce(q, of(q)[:1000], of(q)[:1000], Sum) }},
		{"allreduce of 1001", func(q *Proc) { Allreduce(q, of(q)[:1001], of(q)[:1001], Sum) }},
		{"allreduce of 1000, max", func(q *Proc) { Allreduce(q, of(q)[:1000], of(q)[:1000], Max) }},
		{"allreduce of 65536+1000", func(q *Proc) { Allreduce(q, of(q)[:66536], of(q)[:66536], Sum) }},
		{"alltoall of 1000", func(q *Proc) { Alltoall(q, of(q)[:1000], of(q)[2000:3000]) }},
		{"allgatherv", func(q *Proc) {
			Allgatherv(q, of(q)[:1500], of(q)[2000:][:[]int{1000, 500}[q.Rank()]], []int{1000, 500})
		}},
		{"alltoallv", func(q *Proc) { Alltoallv(q, of(q)[:1000], []int{500, 500}, of(q)[2000:3000], []int{500, 500}) }},
		{"broadcast of 1000", func(q *Proc) { Broadcast(q, of(q)[:1000], 0) }},
		{"broadcast of 1000 by the other", func(q *Proc) { Broadcast(q, of(q)[:1000], 1) }},
	}
	eachRoom(m, func(room string) {
		for i, a := range calls {
			for k, b := range calls {
				for i := range x {
					x[i], y[i] = 1, 2
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				err := m.Run(ctx, func(q *Proc) error {
					for range 5 { // another bank each time
						Barrier(q)
					}
					for range i {
						Barrier(q)
					}
					if q.Rank() == 0 {
						a.f(q)
					} else {
						b.f(q)
					}
					return nil
				})
				cancel()
				if i == k && err != nil || i != k && !errors.Is(err, ErrMismatch) {
					t.Errorf("%s, %s%s: %v", a.name, b.name, room, err)
				}
				written := func(v []float64, was float64) bool {
					return slices.ContainsFunc(v, func(x float64) bool { return x != was })
				}
				if i != k && (written(x, 1) || written(y, 2)) {
					t.Errorf("%s, %s%s: a vector has been written", a.name, b.name, room)
				}
			}
		}
	})
}

// TestWordsAreNoAddresses: who waits for packed addresses takes no other call for them, though the
// partner would find out too.
func TestWordsAreNoAddresses(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	m.paired = true
	regroup(m)
	word := signature(allreduce, 0, Sum, byDirect, 0)
	for _, n := range []uint64{1001, 1<<countBits + 1000} {
		err := m.Run(context.Background(), func(q *Proc) error {
			if q.Rank() == 1 {
				q.announce(call{word, n})
				<-q.Context().Done()
				return nil
			}
			x, c := make([]float64, 1000), call{word, 1000}
			openAlone(q.member, c, x, x)
			hearAlone(q.member, c)
			return fmt.Errorf("goes on where the other called for %d", n)
		})
		if !errors.Is(err, ErrMismatch) {
			t.Error(err)
		}
	}
}

// TestPacked: a call and addresses come out of the three words that they are packed into, whatever
// the call is.
func TestPacked(t *testing.T) {
	x := make([]float64, 3)
	r := rand.New(rand.NewPCG(3, 5))
	for c := range split {
		for kind := range elemNames {
			for a := range algorithmID(1 << 7) {
				n := r.Uint64() >> r.IntN(64)
				want := call{signature(c, uint8(kind), Op(r.IntN(4)), a, r.IntN(2)), n}
				for _, v := range []addresses[float64]{addressesOf(x, x[1:]), addressesOf(x[2:], x), addressesOf[float64](nil, x), addressesOf(x, nil)} {
					sent, beside := pack(want, v)
					at := addressesOut[float64](sent.n, beside)
					if got := unpack(sent, beside); got != want || at != v || sent.word&addressed == 0 {
						t.Fatalf("%#x of %#x with %v: %#x, %v", want.word, n, v, got, at)
					}
					if want.word&addressed != 0 {
						t.Fatalf("signature %#x says that addresses are packed", want.word)
					}
				}
			}
		}
	}
}
