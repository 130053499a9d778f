package hypercube

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/sched"
)

// Orient says which way an edge is used in the first step of a pair: u → v if
// true, for u < v; the second step uses it the other way. Pairs count from 0 in
// order of time. nil lets even sources go first.
type Orient func(pair, u, v int) bool

// Expand writes out every send of every source, N_l·2^d in all, for sched.Explicit's verifier.
// It orients the edges in pairs of steps as orient says.
func (w *OneWay) Expand(orient Orient) (*sched.Explicit, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	p, n := 1<<w.Dim, Ball(w.Dim, w.Within)
	if int64(n)*int64(p) > sched.MaxSends {
		return nil, fmt.Errorf("hypercube: %w: %d, the limit is %d", sched.ErrTooMany, int64(n)*int64(p), sched.MaxSends)
	}
	e := &sched.Explicit{Graph: w.Even.Graph, Task: w.Task, Model: sched.OneWay, Scope: w.Even.Scope,
		Steps: w.Steps, Sends: make([]sched.Send, 0, n*p)}
	for v := 1; v < p; v++ {
		if w.Even.Time[v] == 0 {
			continue
		}
		for _, k := range []int32{w.Even.Gen[v], w.Odd.Gen[v]} {
			if k < 0 || int(k) >= w.Dim {
				return nil, fmt.Errorf("hypercube: vertex %d is served in direction %d: they are 0 to %d", v, k, w.Dim-1)
			}
		}
		for x := range p {
			t := w.Even
			if bits.OnesCount(uint(x))&1 == 1 {
				t = w.Odd
			}
			at, from, to := int(t.Time[v]), x^v^1<<t.Gen[v], x^v
			if w.Task == sched.Accumulate {
				from, to = to, from
			}
			if orient != nil && at != w.Single {
				at = w.oriented(at, from, to, orient)
			}
			e.Sends = append(e.Sends, sched.Send{Time: int32(at), From: int32(from), To: int32(to), Item: int32(x)})
		}
	}
	return e, nil
}

// oriented is the step of the pair of `at` in which the caller wants from → to.
func (w *OneWay) oriented(at, from, to int, orient Orient) int {
	return w.before() + pairStep(w.pair(at), from, to, orient)
}

// pair is the pair of a step, from 0.
func (w *OneWay) pair(at int) int { return (at - 1 - w.before()) / 2 }

// before is how many steps are ahead of the first pair.
func (w *OneWay) before() int {
	if w.Task == sched.Accumulate && w.Single > 0 {
		return 1
	}
	return 0
}

// pairStep is the step, 2·pair+1 or 2·pair+2, that carries from → to.
func pairStep(pair, from, to int, orient Orient) int {
	if first := orient(pair, min(from, to), max(from, to)) == (from < to); first {
		return 2*pair + 1
	}
	return 2*pair + 2
}
