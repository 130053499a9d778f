package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Binomial is the broadcast from one root (2.8) by a binomial tree on the
// complete graph of P vertices, or with accumulate its reverse (2.9): in round k
// every vertex that has the word passes it 2^k on. ⌈log2 P⌉ steps.
func Binomial(p, root int, task Task) (*Explicit, error) {
	g, err := cayley.Complete(p)
	if err != nil {
		return nil, err
	}
	e := &Explicit{Graph: g, Task: Broadcast, Rooted: true, Root: root}
	if root < 0 || root >= p {
		return nil, fmt.Errorf("sched: root %d is not a vertex: they are 0 to %d", root, p-1)
	}
	for s := 1; s < p; s *= 2 {
		e.Steps++
		for v := 0; v < s && v+s < p; v++ {
			e.Sends = append(e.Sends, Send{Time: int32(e.Steps), From: int32((v + root) % p), To: int32((v + s + root) % p), Item: int32(root)})
		}
	}
	if task == Accumulate {
		e = e.reverse()
	} else if task != Broadcast {
		return nil, fmt.Errorf("sched: a binomial tree serves broadcast and accumulate, not %s", task)
	}
	return e, e.Verify()
}
