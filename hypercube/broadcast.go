package hypercube

import (
	"fmt"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// MaxDim is the greatest dimension: 2^28 vertices, 2 GiB for a template; a quarter of that
// where an int, and with it the address space, has 32 bits.
const MaxDim = 28 - 2*(1-strconv.IntSize/64)

// Broadcast is the universal broadcast of Theorem 7.13(iii), ⌈(2^d-1)/d⌉ steps,
// by the regular order of 7.13(i). O(2^d) time, 8 bytes a vertex.
func Broadcast(d int) (*sched.Template, error) { return BroadcastWithin(d, d) }

// Accumulate is the universal accumulation on Q_d in ⌈(2^d-1)/d⌉ steps: Broadcast with its
// times reversed (Theorem 2.10; the cube is its own reversed graph, so errata 3 does not
// matter).
func Accumulate(d int) (*sched.Template, error) { return AccumulateWithin(d, d) }

// BroadcastWithin is the universal broadcast to within distance l (6.6) in
// ⌈N_l/d⌉ steps, N_l = Σ_{i=1..l} C(d,i) (7.13(ii), errata 20). 1 ≤ l ≤ d.
func BroadcastWithin(d, l int) (*sched.Template, error) {
	t, err := newTemplate(d, l)
	if err != nil {
		return nil, err
	}
	t.Steps = ceilDiv(Ball(d, l), d)
	placeSpheres(d, l, 0, func(v uint32, pos int) { // direction and block from the position
		t.Gen[v], t.Time[v] = int32(pos%d), int32(pos/d+1)
	})
	return t, nil
}

// AccumulateWithin is the universal accumulation from within distance l (6.6),
// in the time of BroadcastWithin. The reversed arc of v-e_k → v is v → v-e_k:
// the generator stays.
func AccumulateWithin(d, l int) (*sched.Template, error) {
	t, err := BroadcastWithin(d, l)
	if err != nil {
		return nil, err
	}
	t.Task = sched.Accumulate
	for v, at := range t.Time {
		if at > 0 {
			t.Time[v] = int32(t.Steps+1) - at
		}
	}
	return t, nil
}

// newTemplate is a broadcast that serves nobody yet.
func newTemplate(d, l int) (*sched.Template, error) {
	g, err := cube(d)
	if err != nil {
		return nil, err
	}
	if err := distance("l", l, d); err != nil {
		return nil, err
	}
	t := &sched.Template{Graph: g, Task: sched.Broadcast, Gen: make([]int32, 1<<d), Time: make([]int32, 1<<d)}
	if l == d { // every vertex but 0 gets its generator
		t.Gen[0] = -1
		return t, nil
	}
	t.Scope.Within = l
	for i := range t.Gen {
		t.Gen[i] = -1
	}
	return t, nil
}

func cube(d int) (cayley.Cayley, error) {
	if err := dimension("a schedule", d, MaxDim); err != nil {
		return nil, err
	}
	return cayley.Hypercube(d)
}

func dimension(what string, d, most int) error {
	if d < 1 || d > most {
		return fmt.Errorf("hypercube: %s of dimension d = %d: must be 1 to %d", what, d, most)
	}
	return nil
}

func distance(name string, s, d int) error {
	if s < 1 || s > d {
		return fmt.Errorf("hypercube: distance %s = %d: must be 1 to d = %d", name, s, d)
	}
	return nil
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
