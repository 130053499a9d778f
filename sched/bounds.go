package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Bound is a number of steps no schedule of a task can undercut.
type Bound struct {
	// Value is in steps; for a schedule of segments, in short steps, as its Tau is.
	Value int
	// Kind names the argument, from cheap to dear: "T" counts words against links (3.1, 3.5), "load"
	// counts hops against links (exchange), "cut" counts words against the links between two parts
	// of a graph that is not vertex-transitive, "D" is the greatest distance served, "2·D" the
	// greatest to the root of a global sum plus the greatest from it, "LB2" counts the words
	// beyond each distance, "relays" counts the vertices a scope must pass through as well,
	// "LB3" is a matching of vertices to (generator, time), "weights" counts hops with weighted
	// generators or those in a factor of a product (exchange), "none" is the empty task.
	Kind string
}

func (b Bound) String() string { return fmt.Sprintf("%d (%s)", b.Value, b.Kind) }

// raise keeps the greater bound, the earlier (cheaper) one if equal.
func (b *Bound) raise(value int, kind string) {
	if value > b.Value {
		*b = Bound{value, kind}
	}
}

// LowerBound is the greatest of the cheap bounds of a universal task and, of equal ones, the
// cheapest. Let N_k be the number of vertices served at distance ≥ k, and c the number of links
// that a vertex has in a step. On a vertex-transitive graph the bounds are
//
//	T = ⌈N_1/c⌉, D, LB2 = max_k (k-1 + ⌈N_k/c⌉)    broadcast, accumulate
//	load = ⌈Σ_v dist(v)/c⌉, D                        exchange
//
// Two-way, c is the degree; one-way, an edge is shared by its two ends (3.2), an arc without an
// opposite is not. All bounds of a broadcast hold for an accumulation too. On a Cayley graph or
// an undirected one, a bound for some distances alone (At) also counts the vertices that a
// broadcast or accumulation must pass through ("relays"); on a product, one for an exchange also
// counts the hops in each factor against its links ("weights"). One breadth-first search, O(P·d).
//
// On other graphs, of up to 8,192 vertices, it is the greatest of: T and LB2 of the words of
// all vertices against all links of the graph (for an exchange load, of all hops); T and LB2 of
// the words of each vertex against the links by which they come in (broadcast, exchange) or
// leave (accumulate, exchange); the words that cross a cut against its links, for all balls round
// a vertex and all branches of one tree of shortest paths (where only some distances are served,
// up to 256 vertices); and D, the greatest distance served. It takes 2·P breadth-first searches
// at most, and as much again for the cuts.
func LowerBound(g cayley.Graph, task Task, model Model, scope Scope) (Bound, error) {
	if task > Exchange || model > OneWay {
		return Bound{}, notOurs(task, model)
	}
	if !cayley.VertexTransitive(g) {
		return boundOfAll(g, task, model, scope, 1)
	}
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	if c, ok := g.(cayley.Cayley); ok && task == Accumulate && len(scope.At) > 0 {
		g = cayley.Reverse(c) // what is passed through is not the same from both sides
	}
	dist, twice := cayley.Distances(g), linksTwice(g, model)
	b := boundOf(cayley.CountSpheres(dist), twice, task, scope)
	if task == Exchange {
		b.raiseFactors(g, model, scope)
	}
	if _, ok := g.(cayley.Cayley); len(scope.At) > 0 && task != Exchange && (ok || cayley.IsSymmetric(g)) && !slices.Contains(dist, -1) {
		b.raiseRelays(&adjacency{g: g, d: g.Degree()}, dist, scope, twice)
	}
	return b, nil
}

// boundOf is LowerBound from the sizes of the spheres around a vertex.
func boundOf(size []int, twice int, task Task, scope Scope) Bound {
	b := Bound{0, "none"}
	far, hops := 0, int64(0)
	beyond := make([]int, len(size)+1) // N_k
	for k := len(size) - 1; k > 0; k-- {
		beyond[k] = beyond[k+1]
		if scope.Has(k) && size[k] > 0 { // largeBound may count none
			beyond[k] += size[k]
			hops += int64(k) * int64(size[k])
			far = max(far, k)
		}
	}
	if far == 0 || twice == 0 {
		return b
	}
	words := func(n int64) int { return int((2*n + int64(twice) - 1) / int64(twice)) } // 2n may be more than an int of 32 bits
	if task == Exchange {
		b.raise(words(hops), "load")
		b.raise(far, "D")
		return b
	}
	b.raise(words(int64(beyond[1])), "T")
	b.raise(far, "D")
	for k := 1; k <= far; k++ {
		b.raise(k-1+words(int64(beyond[k])), "LB2")
	}
	return b
}

// BoundOf is the best bound known for the task of a schedule: for templates what Certify says;
// for one root the distance of the farthest vertex, for a global sum there and back; for the
// rest LowerBound, or a weaker bound where the graph is too large for it. Schedules of segments
// are bounded in short steps. The schedule must be valid: BoundOf does not call Verify.
func BoundOf(s Schedule) (Bound, error) {
	if err := whole(s); err != nil {
		return Bound{}, err
	}
	switch s := s.(type) {
	case *Template:
		return s.Certify()
	case *ExchangeTemplate:
		b, err := LowerBound(s.Graph, Exchange, TwoWay, s.Scope)
		if err == nil && s.Steps > b.Value {
			adj := newAdjacency(s.Graph)
			b.raiseExchange(&adj, adj.distances(), s.load(), s.Scope, nil, s.Steps)
		}
		return b, err
	case *OrbitSchedule:
		return largeBound(s.Graph, s.Task, TwoWay, s.Scope)
	case *Chunked:
		of := s.Segments[0].common()
		return SegmentBound(of.graph, of.task, of.scope, len(s.Segments))
	case *Explicit:
		if s.Rooted {
			tree, err := shortestTree(s.Graph, s.Root, s.Task == Accumulate)
			if err != nil {
				return Bound{}, err
			}
			b := Bound{Kind: "none"}
			for _, d := range tree.dist {
				if s.Scope.Has(int(d)) {
					b.raise(int(d), "D")
				}
			}
			return b, nil
		}
		b, err := largeBound(s.Graph, s.Task, s.Model, s.Scope)
		if c, ok := s.Graph.(cayley.Cayley); ok && err == nil && s.Steps > b.Value {
			switch {
			case s.Model == OneWay:
				b.raiseOneWay(c, s)
			case s.Task == Exchange:
				adj := newAdjacency(c)
				b.raiseExchange(&adj, adj.distances(), s.load(), s.Scope, nil, s.Steps)
			}
		}
		return b, err
	case *GlobalSum:
		in, err := BoundOf(s.In)
		if err != nil {
			return Bound{}, err
		}
		out, err := BoundOf(s.Out)
		if err != nil {
			return Bound{}, err
		}
		return thereAndBack(in, out), nil
	}
	return Bound{}, fmt.Errorf("sched: no bound is known for a %T: want a schedule of this package", s)
}
