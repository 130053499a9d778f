package hypercube

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/sched"
)

// OneWay is a universal broadcast or accumulation over links that carry one
// word a step, in one direction (Definition 2.19): Theorem 6.3 and its dual.
//
// A full block of the two-way order becomes a pair of steps. Where the last block holds r ≤ d/2
// sets it takes one step: even sources use its directions 0 … r-1, odd ones r … 2r-1. That step
// has no partner, so the caller cannot orient its edges (errata 21).
type OneWay struct {
	Dim, Within int
	Task        sched.Task
	Steps       int
	// Even and Odd are the templates of even and odd sources if orient is nil.
	Even, Odd *sched.Template
	// Single is the one step without a partner, or 0.
	Single int
}

// OneWayBroadcast is the one-way universal broadcast to within distance l in
// ⌈2·N_l/d⌉ steps (6.3 as errata 20 corrects it). O(2^d), 16 bytes a vertex,
// d < MaxDim.
func OneWayBroadcast(d, l int) (*OneWay, error) {
	if err := dimension("a one-way schedule", d, MaxDim-1); err != nil {
		return nil, err
	}
	even, err := newTemplate(d, l)
	if err != nil {
		return nil, err
	}
	odd, err := newTemplate(d, l)
	if err != nil {
		return nil, err
	}
	n := Ball(d, l)
	r := n % d
	w := &OneWay{Dim: d, Within: l, Task: sched.Broadcast, Steps: ceilDiv(2*n, d), Even: even, Odd: odd}
	tail := uint32(0)
	if r > 0 && 2*r <= d {
		w.Single = w.Steps
		if l < d {
			if tail = tailSet(d, l, r); tail == 0 {
				return nil, fmt.Errorf("hypercube: internal error: no class to end sphere %d of dimension %d (Lemma 7.6)", l, d)
			}
		}
	}
	placeSpheres(d, l, tail, func(v uint32, pos int) {
		a, k := pos/d, pos%d
		even.Gen[v], even.Time[v] = int32(k), int32(2*a+1)
		odd.Gen[v], odd.Time[v] = int32(k), int32(2*a+2)
		if w.Single > 0 && pos >= n-r {
			odd.Gen[v], odd.Time[v] = int32(partner(v, k, r, l, d)), int32(w.Single)
		}
	})
	even.Steps, odd.Steps = w.Steps, w.Steps
	if w.Single == 0 {
		even.Steps--
	}
	return w, nil
}

// partner is the direction in which odd sources serve in the single step the
// set that even sources serve in direction k (Lemma 7.7, errata 24).
func partner(v uint32, k, r, l, d int) int {
	switch {
	case l < d:
		return k + r
	case v == 1<<d-1:
		return r
	default:
		return k + r + 1
	}
}

// tailSet is a set of l < d elements with 0 and r among them whose class has
// at least r members and may end its sphere: not the intervals that begin it,
// unless they are all there is (Lemma 7.6). 0 if there is none.
func tailSet(d, l, r int) (tail uint32) {
	necklaces(d, func(x uint32, members int) {
		if tail != 0 || bits.OnesCount32(x) != l || members < r || x == 1<<l-1 && l < d-1 {
			return
		}
		if both := x & rotl(x, d-r, d); both != 0 { // i and i+r are in x
			tail = align(x, 0, d)
			for i := 0; tail&1 == 0 || tail>>r&1 == 0; i++ {
				tail = rotl(x, i, d)
			}
		}
	})
	return tail
}

// OneWayAccumulate is the one-way universal accumulation from within distance
// l: OneWayBroadcast reversed (2.10). Its single step, if any, is the first.
func OneWayAccumulate(d, l int) (*OneWay, error) {
	w, err := OneWayBroadcast(d, l)
	if err != nil {
		return nil, err
	}
	w.Task = sched.Accumulate
	if w.Single > 0 {
		w.Single = 1
	}
	for _, t := range []*sched.Template{w.Even, w.Odd} {
		t.Task, t.Steps = sched.Accumulate, 0
		for v, at := range t.Time {
			if at > 0 {
				t.Time[v] = int32(w.Steps) + 1 - at
				t.Steps = max(t.Steps, int(t.Time[v]))
			}
		}
	}
	return w, nil
}

// Tau is the time of the schedule, τ of Definition 2.17.
func (w *OneWay) Tau() int { return w.Steps }
