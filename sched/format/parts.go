package format

import (
	"errors"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// A schedule of fewer elements than vertices takes some memory a vertex all the same, and
// distances must be found: these bound the graph that a few bytes can ask for, to 160 MB and a
// minute. An arc of listed permutations takes a product of them, 1 or 2 µs, some 6 where they
// move many points.
const (
	sparseOrder = 1 << 22
	sparseArcs  = 1 << 27
	permArcs    = 1 << 23 // a quarter of that where they are of more than fewPoints
	fewPoints   = 64
)

// sparse is an error where so few elements are no reason to take the memory of such a graph.
func sparse(g cayley.Graph, elements int) error {
	p := g.Order()
	arcs, most := int64(p)*int64(g.Degree()), sparseArcs
	if listed, is := g.(cayley.Permuted); is {
		most = permArcs
		if list := listed.Permutations(); len(list) > 0 && len(list[0]) > fewPoints {
			most /= 4
		}
	}
	if elements >= p-1 || p <= sparseOrder && arcs <= int64(most) {
		return nil
	}
	return fmt.Errorf("%d vertices and %d arcs are too many for %d elements: want %d or more (scope \"all\" has them), or at most %d vertices and %d arcs",
		p, arcs, elements, p-1, sparseOrder, most)
}

var errNoGraph = errors.New("format: a schedule without a graph")

// parts is the graph of a schedule and its elements in a file; no graph of a schedule that
// is expanded first, or that no writer knows. A schedule without what writers look at
// before the first element is an error.
func parts(s sched.Schedule) (g cayley.Graph, elements int, err error) {
	switch s := s.(type) {
	case *sched.Template:
		if s == nil || s.Graph == nil {
			return nil, 0, errNoGraph
		}
		g = s.Graph
		if p := g.Order(); len(s.Gen) != p || len(s.Time) != p {
			return nil, 0, fmt.Errorf("format: template of %d generators and %d times for %d vertices: verify the schedule first", len(s.Gen), len(s.Time), p)
		}
		for v, at := range s.Time {
			if at > 0 {
				elements++
				if err := generator(g, s.Gen[v]); err != nil {
					return nil, 0, err
				}
			}
		}
	case *sched.ExchangeTemplate:
		if s == nil || s.Graph == nil {
			return nil, 0, errNoGraph
		}
		g, elements = s.Graph, len(s.Gen)
		if p := g.Order(); len(s.Start) != p+1 || s.Start[0] != 0 || s.Start[p] != elements || len(s.Time) != elements || !slices.IsSorted(s.Start) {
			return nil, 0, fmt.Errorf("format: exchange of %d vertices with %d starts, which must rise from 0 to its %d generators and %d times: verify the schedule first", p, len(s.Start), elements, len(s.Time))
		}
		for _, k := range s.Gen {
			if err := generator(g, k); err != nil {
				return nil, 0, err
			}
		}
	case *sched.Explicit:
		if s == nil || s.Graph == nil {
			return nil, 0, errNoGraph
		}
		g, elements = s.Graph, len(s.Sends)
	}
	return g, elements, nil
}

// generator is an error unless the graph has that one, over which writers find where arcs lead.
func generator(g cayley.Graph, k int32) error {
	if d := g.Degree(); k < 0 || int(k) >= d {
		return fmt.Errorf("format: generator %d, and the graph has 0 to %d: verify the schedule first", k, d-1)
	}
	return nil
}
