package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Rooted makes the broadcast from one root (Example 2.8) or the accumulation to
// it (2.9, errata 3) on any graph: along shortest paths every vertex is served
// as early as it can be, so the time is the greatest distance from (to) the root,
// the least possible. O(P·d), or less where few vertices reach all.
func Rooted(g cayley.Graph, root int, task Task) (*Explicit, Bound, error) {
	p := g.Order()
	if root < 0 || root >= p {
		return nil, Bound{}, fmt.Errorf("sched: root %d is not a vertex: they are 0 to %d", root, p-1)
	}
	if task != Broadcast && task != Accumulate {
		return nil, Bound{}, fmt.Errorf("sched: one root serves broadcast and accumulate, not %s", task)
	}
	tree, err := shortestTree(g, root, task == Accumulate)
	if err != nil {
		return nil, Bound{}, err
	}
	e := &Explicit{Graph: g, Task: task, Rooted: true, Root: root, Steps: tree.depth}
	for v, u := range tree.parent {
		if u < 0 {
			continue
		}
		s := Send{Time: tree.dist[v], From: u, To: int32(v), Item: int32(root)}
		if task == Accumulate {
			s.Time, s.From, s.To = int32(tree.depth)+1-tree.dist[v], int32(v), u
		}
		e.Sends = append(e.Sends, s)
	}
	b := Bound{Kind: "none"}
	b.raise(tree.depth, "D")
	e, err = made(e)
	return e, b, err
}

type pathTree struct {
	parent, dist []int32
	order        []int32 // the vertices as they were met, the root first
	depth        int
}

// shortestTree is a tree of shortest paths from the root, or to it if inward.
func shortestTree(g cayley.Graph, root int, inward bool) (*pathTree, error) {
	p := g.Order()
	next, d := g.Neighbor, g.Degree()
	if inward {
		next = cayley.In(g)
		if !cayley.Regular(g) { // as many arcs in as any vertex can have
			d = p
		}
	}
	t := &pathTree{parent: slices.Repeat([]int32{-1}, p), dist: slices.Repeat([]int32{-1}, p), order: []int32{int32(root)}}
	t.dist[root] = 0
	for head := 0; head < len(t.order) && len(t.order) < p; head++ {
		u := t.order[head]
		for k := range d {
			v := next(int(u), k)
			if v < 0 {
				break
			}
			if t.dist[v] < 0 {
				t.parent[v], t.dist[v] = u, t.dist[u]+1
				t.depth = int(t.dist[v])
				t.order = append(t.order, int32(v))
			}
		}
	}
	if len(t.order) < p {
		return nil, apart(g, inward, root, slices.Index(t.dist, -1))
	}
	return t, nil
}
