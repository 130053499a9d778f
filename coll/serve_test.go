package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// TestWhoServes: teams copy what they give in long allgathers, and where each has one processor from
// another length on, but where one would have much more to copy than another, and far teams of several
// only past the caches.
func TestWhoServes(t *testing.T) {
	even, uneven := []int{0, 10, 20, 30, 40}, []int{0, 10, 25, 30, 40}
	for _, c := range []struct {
		teams   int
		from    int
		c       collective
		n       int
		offsets []int
		far     bool
		want    bool
	}{
		{4, 0, allgather, 1, nil, false, true},
		{2, 0, allgather, serveLeast/8/20 - 1, nil, false, false},
		{2, 0, allgather, serveLeast/8/20 + 1, nil, false, true},
		{4, 0, allgatherv, 10, even, false, true},
		{4, 0, allgatherv, 10, uneven, false, false},
		{4, 0, allgatherv, 0, make([]int, 5), false, true},
		{2, 0, allgatherv, 1 << 20, []int{0, 1 << 20, 2 << 20, 3 << 20, 4 << 20}, false, true},
		{2, 0, allgatherv, 1 << 20, []int{0, 1 << 20, 2 << 20, 2 << 20, 3 << 20}, false, false},
		{2, 0, allgatherv, 10, even, false, false},
		{4, 1000, allgather, 24, nil, false, false},
		{4, 1000, allgather, 25, nil, false, true},
		{4, 400, allgatherv, 10, even, false, true},
		{4, 401, allgatherv, 10, even, false, false},
		{2, serveLeast, allgather, serveLeast/8/20 + 1, nil, false, true},
		{2, 0, allgather, serveLeast/8/20 + 1, nil, true, false},
		{2, 0, allgather, serveLeast/4/20 + 1, nil, true, true}, // past the caches
		{4, 0, allgatherv, 10, even, true, true},                // single ones
	} {
		m := teamed(t, Config{P: 4}, c.teams)
		m.spreadFrom, m.isFar, m.spill.copies = c.from, c.far, 2*serveLeast
		p := m.world.members[0].using(byDirect)
		p.offsets = c.offsets
		j := newJob(p, nil, newCall[float64](c.c, byDirect, 0, 0, c.n), make([]float64, 1), make([]float64, 1))
		if got := j.serves(); got != c.want {
			t.Errorf("%d teams, %v, n %d, offsets %v, far %v: they serve %v, want %v", c.teams, c.c, c.n, c.offsets, c.far, got, c.want)
		}
	}
}

// TestTeamsAgree: what one team leaves to another is done by that, however unlike they are:
// with one processor and with more, in place and not, with few elements and with many.
func TestTeamsAgree(t *testing.T) {
	nobody := func(int) bool { return false }
	for _, c := range []struct{ p, teams, n int }{{64, 40, 128}, {65, 64, 128}, {96, 50, 100}} {
		m := teamed(t, Config{P: c.p}, c.teams)
		if err := gatherOn(m, uniform(c.p, c.n), nobody); err != nil {
			t.Errorf("%d processors in %d teams, %d elements each: %v", c.p, c.teams, c.n, err)
		}
	}
	for _, host := range modes {
		m := machine(t, Config{P: 128, Host: host})
		if err := m.Run(context.Background(), func(p *Proc) error { // ranks 63 … 127: one of the first host
			return gatherBy(p.Split(min(1, p.Rank()/63), 0), nil, nobody)
		}); err != nil {
			t.Errorf("%v, split: %v", host, err)
		}
		m = machine(t, Config{P: 4, Host: host})
		least := serveLeast / 8
		for _, counts := range [][]int{
			uniform(4, least/(4*5-2)), uniform(4, least/(4*4+2)), // between what apart and in place are
			{1000, 60000, 60000, 1000}, {60000, 1000, 60000, 1000}, {1000, 60000, 1000, 60000},
		} {
			for _, inPlace := range []func(r int) bool{nobody, func(r int) bool { return r < 2 }, func(r int) bool { return r%2 == 0 }, func(int) bool { return true }} {
				if err := gatherOn(m, counts, inPlace); err != nil {
					t.Errorf("%v, %d elements: %v", host, counts, err)
				}
			}
		}
	}
}

func uniform(p, n int) []int { return slices.Repeat([]int{n}, p) }

func gatherOn(m *Machine, counts []int, inPlace func(rank int) bool) error {
	return m.Run(context.Background(), func(p *Proc) error { return gatherBy(p, counts, inPlace) })
}

// gatherBy is an allgather by direct, checked; counts nil: of 128 elements each.
func gatherBy(p *Proc, counts []int, inPlace func(rank int) bool) error {
	if counts == nil {
		counts = uniform(p.Size(), 128)
	}
	offsets := []int{0}
	for _, n := range counts {
		offsets = append(offsets, offsets[len(offsets)-1]+n)
	}
	me := p.Rank()
	dst, src := make([]float64, offsets[p.Size()]), make([]float64, counts[me])
	if inPlace(me) {
		src = dst[offsets[me]:offsets[me+1]]
	}
	for i := range src {
		src[i] = float64(1 + me*1_000_000 + i)
	}
	if p = p.Using(Direct); slices.Min(counts) == slices.Max(counts) {
		Allgather(p, dst, src)
	} else {
		Allgatherv(p, dst, src, counts)
	}
	for r, n := range counts {
		for i, v := range dst[offsets[r]:][:n] {
			if want := float64(1 + r*1_000_000 + i); v != want {
				return fmt.Errorf("rank %d has %v as element %d of rank %d, want %v", me, v, i, r, want)
			}
		}
	}
	return nil
}
