package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// pairs are the lengths of an alltoallv: what rank s sends rank r.
type pairs [][]int

// call is the caller's part of it, with words that say who sends them to whom, and the
// words that it wants.
func (v pairs) call(q *Proc) (got, want []float64) {
	r := q.Rank()
	var src []float64
	receives := make([]int, len(v))
	for s := range v {
		receives[s] = v[s][r]
		for i := range v[s][r] {
			want = append(want, float64(s*1e6+r*1e5+i))
		}
		for i := range v[r][s] {
			src = append(src, float64(r*1e6+s*1e5+i))
		}
	}
	got = make([]float64, len(want))
	Alltoallv(q, got, receives, src, v[r])
	return got, want
}

// apiece is a machine of p processors, a team each.
func apiece(t *testing.T, p int) *Machine {
	if p == 1 {
		return machine(t, Config{P: 1})
	}
	return teamed(t, Config{P: p}, p)
}

// TestPrivateWays: all go by the longest way that any of them needs, around the lengths at
// which it changes, whoever has them.
func TestPrivateWays(t *testing.T) {
	const line2, line3 = buffers.LineWords - 1, buffers.LineWords - 2 // words in a line, of 2 and of 3 processors
	most := aloneMost / 8
	for _, c := range []struct {
		v    pairs
		want medium
	}{
		{pairs{{7}}, inLine},
		{pairs{{most}}, inLine},
		{pairs{{most + 1}}, byPieces},
		{pairs{{0, 0}, {0, 0}}, inLine},
		{pairs{{1, line2}, {line2, 100}}, inLine},
		{pairs{{1, line2 + 1}, {line2, 100}}, inBank},
		{pairs{{1, 0}, {line2 + 1, 0}}, inBank},
		{pairs{{0, wideElems}, {wideElems, 0}}, inBank},
		{pairs{{0, wideElems + 1}, {0, 0}}, inVectors},
		{pairs{{0, 1}, {wideElems + 1, 0}}, inVectors},
		{pairs{{most - 1, 1}, {0, 0}}, inLine},
		{pairs{{most, 0}, {1, 0}}, byPieces}, // rank 0 receives too much
		{pairs{{0, 0}, {1, most}}, byPieces}, // rank 1 sends too much
		{pairs{{0, 0}, {0, 70000}}, byPieces},
		{pairs{{0, 1}, {70000, 0}}, byPieces},
		{pairs{{0, 3, line3 - 3}, {line3, 50, 0}, {2, line3 - 2, 9}}, inLine},
		{pairs{{0, 3, line3 - 3}, {line3, 50, 1}, {2, line3 - 2, 9}}, inBank},
		{pairs{{0, 100, 28}, {64, 5, 64}, {0, 128, 7}}, inBank},
		{pairs{{0, 100, 29}, {64, 5, 64}, {0, 1, 7}}, inVectors},
		{pairs{{3000, 1, 0}, {200, 5, 64}, {0, 1, 7}}, inVectors},
		{pairs{{0, 100, 29}, {64, 5, 64}, {0, most, 7}}, byPieces},
	} {
		m := apiece(t, len(c.v))
		for _, m.gives = range []bool{false, true} {
			slotOf[float64](m.world).Store(nil)
			ways := make([]medium, len(c.v))
			if err := m.Run(context.Background(), func(q *Proc) error {
				c.v.call(q)
				switch s := stateOf[float64](q.g).teams[q.rank]; {
				case q.t.steps > 0:
					ways[q.rank] = inVectors
				case s.wide[0] != nil || s.wide[1] != nil:
					ways[q.rank] = inBank
				}
				for range 5 { // the banks and lines of other calls
					got, want := c.v.call(q)
					if i := differ(got, want); i >= 0 {
						return fmt.Errorf("dst[%d] is %v, want %v", i, got[i], want[i])
					}
				}
				return nil
			}); err != nil {
				t.Fatalf("%v: %v", c.v, err)
			}
			// The two longest ways are alike from here: two signals. One processor makes none.
			if got, want := slices.Max(ways), min(c.want, inVectors); got != want && len(c.v) > 1 {
				t.Errorf("%v: way %d, want %d", c.v, got, want)
			}
		}
	}
}

// TestPrivateForms: every v-form of every type, with each root, in place or not, around the
// lengths at which the way changes; as many processors as a line has room for, and more.
func TestPrivateForms(t *testing.T) {
	for _, p := range []int{1, 2, 3, 4, privateMost, privateMost + 1} {
		m := apiece(t, p)
		if !m.world.alone || m.world.lengthsFit() != (p <= privateMost) {
			t.Fatalf("P=%d: alone %v, lengths fit %v", p, m.world.alone, m.world.lengthsFit())
		}
		for _, c := range []collective{gatherv, scatterv, allgatherv, reducescatterv, alltoallv} {
			for _, n := range []int{0, 1, 4, 5, 9, 10, 13, 26, 40, 85, 86, 128, 129, 1000, 2730, 2731, 5500, 8193} {
				if p >= privateMost && n > 1000 {
					continue
				}
				for root := range p {
					if root > 0 && (!c.rooted() || p >= privateMost && root%7 > 0) {
						continue
					}
					for _, inPlace := range []bool{false, true} {
						try := trial{c: c, a: Direct, n: n, root: root, inPlace: inPlace}
						if c == alltoallv && inPlace { // or on some
							try.inPlace, try.mixed = false, uint64(n)|1
						}
						for kind := range elemNames {
							if race.Enabled && (kind+n)%2 == 0 {
								continue // every word is work
							}
							if err := runKind(m, kind, try, try); err != nil {
								t.Fatalf("P=%d: %v", p, err)
							}
						}
					}
				}
			}
		}
	}
}

// TestPrivateMismatch: where two ranks count on different lengths neither comes to the call
// after, whichever way the words go, and the error says who they are and what they count on.
func TestPrivateMismatch(t *testing.T) {
	for _, n := range []int{1, 20, 300, 9000} {
		for _, c := range []struct {
			call func(q *Proc, x, y []float64)
			text string
		}{
			{func(q *Proc, x, y []float64) { // rank 2 sends one more to rank 0
				sends, receives := []int{n, n, n}, []int{n, n, n}
				if q.Rank() == 2 {
					sends[0]++
				}
				Alltoallv(q, x[:3*n], receives, y[:sends[0]+2*n], sends)
			}, fmt.Sprintf("alltoallv: rank 0 counts on %d elements from rank 2 (dstCounts[2]), which sends %d (srcCounts[0])", n, n+1)},
			{func(q *Proc, x, y []float64) {
				own := n
				if q.Rank() == 0 {
					own--
				}
				Gatherv(q, x[:3*n], y[:own], []int{n, n, n}, 1)
			}, fmt.Sprintf("gatherv: rank 0 sends %d elements, and the root, rank 1, counts on %d", n-1, n)},
			{func(q *Proc, x, y []float64) {
				own := n
				if q.Rank() == 0 {
					own++
				}
				Scatterv(q, x[:own], y[:3*n], []int{n, n, n}, 2)
			}, fmt.Sprintf("scatterv: rank 0 has room for %d elements, and the root, rank 2, sends %d", n+1, n)},
		} {
			m := teamed(t, Config{P: 3}, 3)
			var on [3]bool
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x, y := make([]float64, 30000), make([]float64, 30000)
					c.call(q, x, y)
					on[q.Rank()] = true
					Barrier(q)
					return nil
				})
			})
			var e *Error
			if !errors.As(err, &e) || e.Kind != ErrMismatch || !strings.Contains(e.Text, c.text) {
				t.Errorf("n %d: %v, want %q", n, err, c.text)
				continue
			}
			if on[e.Rank] || on[e.Other] {
				t.Errorf("n %d, %q: those who disagree went on: %v", n, c.text, on)
			}
		}
	}
}

// TestHoldOnPrivate: who works on others' vectors is busy, and no one else.
func TestHoldOnPrivate(t *testing.T) {
	m := apiece(t, 3)
	for n, want := range map[int]int32{1: 0, 100: 0, 300: 1, 9000: 1} {
		if err := m.Run(context.Background(), func(q *Proc) error {
			own := &q.worldTeam().busy
			counts, x, y := []int{0, 0, 0}, make([]float64, 3*n), make([]float64, n)
			q.offsetsOf(alltoallv, "", []int{n, 0, 0}, sent)
			if q.rank == 0 {
				counts = []int{n, n, n}
			}
			q.offsetsOf(alltoallv, "", counts, received)
			j := newJob(q, stateOf[float64](q.g), newCall[float64](alltoallv, byDirect, 0, 0, 0), x[:q.arrivals[3]], y)
			of[float64]().give(q, j.c, j.dst, j.src)
			var out, in ownBlocks
			j.own(&out, &in)
			way := j.openPrivate(&out, &in)
			if got := own.Load(); got != want {
				t.Errorf("n %d: busy is %d, want %d", n, got, want)
			}
			if way >= inVectors {
				leaveAlone(q.member, x, y)
			}
			if got := own.Load(); got != 0 {
				t.Errorf("n %d: busy is %d after the call", n, got)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}
