package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// Doubling is the allgather by recursive doubling on Q_d, P = 2^d: in round k every vertex
// passes all it has over direction k, 2^k words one after another. P-1 steps, d rounds.
func Doubling(d int) (*Template, error) {
	g, err := cayley.Hypercube(d)
	if err != nil {
		return nil, err
	}
	p := g.Order()
	t := &Template{Graph: g, Task: Broadcast, Steps: p - 1, Gen: make([]int32, p), Time: make([]int32, p)}
	t.Gen[0] = -1
	for v := 1; v < p; v++ {
		k := 0
		for v>>(k+1) > 0 {
			k++
		}
		t.Gen[v], t.Time[v] = int32(k), int32(v)
	}
	return made(t)
}
