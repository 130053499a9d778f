package hypercube

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/sched"
)

// MaxRootedDim is the greatest dimension of a schedule of one root: 2^26 sends of 20
// bytes where MaxDim is 28.
const MaxRootedDim = MaxDim - 2

// RootedBroadcast moves one word from root to all vertices in d steps (Example 2.8; Figure 3
// for d = 3): in step t all vertices that have it send it in direction t-1. 1 ≤ d ≤
// MaxRootedDim.
func RootedBroadcast(d, root int) (*sched.Explicit, error) {
	return rooted(d, root, sched.Broadcast)
}

// RootedAccumulate is RootedBroadcast with arrows and times reversed (Example
// 2.9; Figure 4): one word from each vertex, summed on the way to root.
func RootedAccumulate(d, root int) (*sched.Explicit, error) {
	return rooted(d, root, sched.Accumulate)
}

func rooted(d, root int, task sched.Task) (*sched.Explicit, error) {
	if err := dimension("a schedule of one root", d, MaxRootedDim); err != nil {
		return nil, err
	}
	g, err := cube(d)
	if err != nil {
		return nil, err
	}
	if root < 0 || root >= 1<<d {
		return nil, fmt.Errorf("hypercube: root %d: must be a vertex, 0 to %d", root, 1<<d-1)
	}
	e := &sched.Explicit{Graph: g, Task: task, Rooted: true, Root: root, Steps: d, Sends: make([]sched.Send, 0, 1<<d-1)}
	for v := 1; v < 1<<d; v++ {
		t := bits.Len(uint(v))
		from, to := v^1<<(t-1), v
		if task == sched.Accumulate {
			from, to, t = to, from, d+1-t
		}
		e.Sends = append(e.Sends, sched.Send{Time: int32(t), From: int32(from ^ root), To: int32(to ^ root), Item: int32(root)})
	}
	return e, nil
}
