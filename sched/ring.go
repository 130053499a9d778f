package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Ring makes the schedule of a ring algorithm on a Cayley graph: the word of each source walks
// along a Hamiltonian path, one arc a step, so P-1 steps whatever the degree. The path is a
// snake where one is found: if S is a snake of ⟨g1 … gk⟩, that of ⟨g1 … gk+1⟩ is S g S g … S
// with g = gk+1. This works on every abelian group. Otherwise the path is searched for
// (hamiltonian); the error says where the search gave up.
func Ring(g cayley.Cayley, task Task) (*Template, error) {
	switch task {
	case Broadcast:
		return ring(g, cayley.ShortName(g), "Hamiltonian path from vertex 0 (enough on a Cayley graph)")
	case Accumulate:
		return reversedOf(g, func(from cayley.Cayley, _ Task) (*Template, error) {
			return ring(from, cayley.ShortName(g), "Hamiltonian path to vertex 0 (enough on a Cayley graph)")
		})
	}
	return nil, fmt.Errorf("sched: a ring serves broadcast and accumulate, not %s", task)
}

// ring is that of a broadcast; name and what are for the error.
func ring(g cayley.Cayley, name, what string) (*Template, error) {
	t := snake(g)
	if t == nil {
		path, err := hamiltonian(g, false, name, what)
		if err != nil {
			return nil, err
		}
		t = alongPath(g, path)
	}
	return made(t)
}

// snake is the ring by cosets, or nil where it bites itself.
func snake(g cayley.Cayley) *Template {
	p := g.Order()
	path := []int32{0} // vertices in order
	var letters []int
	met := make([]bool, p)
	met[0] = true
	for k := range g.Degree() {
		base := len(letters)
		for len(path) < p {
			if met[g.Neighbor(int(path[len(path)-1]), k)] {
				break
			}
			for i := -1; i < base; i++ { // the step by k, then the letters of S again
				x := k
				if i >= 0 {
					x = letters[i]
				}
				v := g.Neighbor(int(path[len(path)-1]), x)
				if met[v] {
					return nil
				}
				met[v] = true
				path, letters = append(path, int32(v)), append(letters, x)
			}
		}
	}
	if len(path) < p {
		return nil
	}
	return alongPath(g, path)
}

// alongPath serves the vertices of a path from 0 one a step.
func alongPath(g cayley.Cayley, path []int32) *Template {
	t := &Template{Graph: g, Task: Broadcast, Steps: len(path) - 1, Gen: make([]int32, len(path)), Time: make([]int32, len(path))}
	t.Gen[0] = -1
	for i := 1; i < len(path); i++ {
		t.Gen[path[i]], t.Time[path[i]] = int32(cayley.Arc(g, int(path[i-1]), int(path[i]))), int32(i)
	}
	return t
}

// RingCycle is Ring on a graph that is not a Cayley graph: the word of each source
// goes round a Hamiltonian cycle, P-1 steps, P·(P-1) sends. The error says that
// there is none (the Petersen graph), or that none was found.
func RingCycle(g cayley.Graph, task Task) (*Explicit, error) {
	if task != Broadcast && task != Accumulate {
		return nil, fmt.Errorf("sched: a ring serves broadcast and accumulate, not %s", task)
	}
	p := g.Order()
	if err := tooMany(p, p-1); err != nil {
		return nil, err
	}
	cycle, err := hamiltonian(g, true, cayley.ShortName(g), "Hamiltonian cycle (a graph without a group needs one)")
	if err != nil {
		return nil, err
	}
	e := &Explicit{Graph: g, Task: task, Steps: p - 1, Sends: make([]Send, 0, p*(p-1))}
	for t := 1; t < p; t++ {
		for i := range p { // place by place: the word of i moves on to i+t, the sum for i from i+t
			s := Send{Time: int32(t), From: cycle[(i+t-1)%p], To: cycle[(i+t)%p], Item: cycle[i]}
			if task == Accumulate {
				s.From, s.To = cycle[(i+t)%p], cycle[(i+t+1)%p]
			}
			e.Sends = append(e.Sends, s)
		}
	}
	return made(e)
}
