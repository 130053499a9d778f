package coll

import (
	"fmt"
	"slices"
)

// walker is a processor on its way through a program.
type walker struct {
	procs []*Proc // by group; nil where the processor is not in it
	ranks [][]int // of the machine, by group
}

func walk(q *Proc) *walker {
	all := make([]int, q.Size())
	for r := range all {
		all[r] = r
	}
	return &walker{[]*Proc{q}, [][]int{all}}
}

// later looks again at what an earlier step left: nobody may touch it any more.
type later func() error

// do makes a step and compares what it leaves with the serial result.
func (w *walker) do(s *step) (later, error) {
	q, ranks := w.procs[s.group], w.ranks[s.group]
	switch {
	case s.c == split:
		return nil, w.split(s, q, ranks)
	case q == nil:
		return nil, nil
	}
	switch s.kind {
	case 0:
		return made[float64](q, s, ranks)
	case 1:
		return made[float32](q, s, ranks)
	case 2:
		return made[int64](q, s, ranks)
	}
	return made[int32](q, s, ranks)
}

// split makes groups by the step's hash, some ranks in none, in any order.
func (w *walker) split(s *step, q *Proc, ranks []int) error {
	var child *Proc
	var list []int
	if q != nil {
		colors := 1 + s.hash(1, 1)%3
		color := func(r int) int { return int(s.hash(2, r)%(colors+1)) - 1 }
		key := func(r int) int { return int(s.hash(3, r) % 4) }
		own := ranks[q.Rank()]
		child = q.Split(color(own), key(own))
		for _, r := range ranks {
			if color(own) >= 0 && color(r) == color(own) {
				list = append(list, r)
			}
		}
		slices.SortStableFunc(list, func(a, b int) int { return key(a) - key(b) })
		switch {
		case (child == nil) != (list == nil):
			return fmt.Errorf("color %d, and the group is %v", color(own), child)
		case child != nil && (child.Size() != len(list) || list[child.Rank()] != own):
			return fmt.Errorf("rank %d of %d in the group %v", child.Rank(), child.Size(), list)
		}
	}
	w.procs, w.ranks = append(w.procs, child), append(w.ranks, list)
	return nil
}

// guard is how many elements lie on either side of a vector, so that it begins
// at an odd place of a cache line.
const guard = 3

// fenced is a vector of n elements between guards, all 99.
func fenced[T Elem](n int) (whole, v []T) {
	whole = slices.Repeat([]T{99}, n+2*guard)
	return whole, whole[guard : guard+n]
}

// vectors are the arguments of a step of one rank, src filled.
func vectors[T Elem](s *step, ranks []int, me int) (fences [][]T, dst, src []T) {
	nd, ns, at := s.shape(len(ranks), me)
	long, a := fenced[T](max(nd, ns))
	short, b := fenced[T](min(nd, ns))
	inPlace := at >= 0 && (s.inPlace || s.c == broadcast)
	if inPlace {
		b = a[at:][:min(nd, ns)]
	}
	dst, src = a, b
	if nd < ns {
		dst, src = b, a
	}
	for i := range src {
		src[i] = T(s.at(ranks[me], i))
	}
	return [][]T{long, short}, dst, src
}

func made[T Elem](q *Proc, s *step, ranks []int) (later, error) {
	me := q.Rank()
	fences, dst, src := vectors[T](s, ranks, me)
	before, _, given := vectors[T](s, ranks, me)
	invoke(q, s, dst, src)
	if !overlap(dst, src) {
		kept := slices.Clone(src)
		for i := range src { // nobody may read it any more
			src[i] = -99
		}
		if i := differ(kept, given); i >= 0 {
			return nil, fmt.Errorf("%v over %v in src[%d]", kept[i], given[i], i)
		}
		copy(given, src)
	}
	check := func() error { return compare(s, ranks, me, fences, before, dst) }
	return check, check()
}

// compare says what is wrong with a rank's vectors after a step: dst must be as
// the definition has it, and nothing else may have changed.
func compare[T Elem](s *step, ranks []int, me int, fences, before [][]T, dst []T) error {
	want := s.result(ranks, me)
	for i, v := range want {
		if d := float64(dst[i] - T(v)); dst[i] != T(v) && (s.alg != Spectral || d*d > 1e-4 || d != d) {
			return fmt.Errorf("dst[%d] is %v, want %v", i, dst[i], v)
		}
	}
	if want == nil {
		dst = nil
	}
	return beside(fences, before, dst)
}

// beside says what has changed in fenced vectors outside of dst.
func beside[T Elem](fences, before [][]T, dst []T) error {
	for k, fence := range fences {
		for i := range fence {
			if fence[i] != before[k][i] && !overlap(fence[i:i+1], dst) {
				return fmt.Errorf("%v over %v in element %d of a vector of %d", fence[i], before[k][i], i-guard, len(fence)-2*guard)
			}
		}
	}
	return nil
}
