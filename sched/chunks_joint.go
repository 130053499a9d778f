package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildChunks makes a chunked broadcast or accumulation: rotated templates where
// the automorphisms allow it (Chunks), else JointChunks with the fewest segments
// m for which m·(P-1)/d is whole, and twice, three and four times as many where
// those miss the bound; fewer where there would be more than 2²⁴ entries. The bound
// is in short steps.
func BuildChunks(g cayley.Cayley, task Task) (*Chunked, Bound, error) {
	d, p := g.Degree(), g.Order()
	if auto := cayley.AutomorphismsOf(g); d > 0 && fewRotated(auto, p) && cayley.Balanced(auto, d) {
		t, b, err := Build(g, Options{Task: task})
		if err != nil {
			return nil, Bound{}, err
		}
		if t.Steps == b.Value {
			c, err := Chunks(t)
			if err != nil {
				return nil, Bound{}, err
			}
			b, err = BoundOf(c)
			return c, b, err
		}
	}
	return jointly(g, task, max(1, chunkLimit/p))
}

// jointly is BuildChunks by JointChunks, in no more segments than `most`.
func jointly(g cayley.Cayley, task Task, most int) (*Chunked, Bound, error) {
	return segmented(g.Degree(), g.Order(), most, func(m int) (*Chunked, Bound, error) { return JointChunks(g, task, m) })
}

// JointChunks cuts vectors in m segments and schedules them together, by the
// greedy matching of Build with all segments competing for the same generators:
// links idle only when no segment has use for them, and the segments are
// pipelined, so that a diameter above (P-1)/d is no obstacle. The bound is T, D or
// LB2 of m words, in short steps. O(m·P·d) in practice. More than 2²⁴ entries are refused,
// unless words stay whole, and more than 2²⁷ arcs.
func JointChunks(g cayley.Cayley, task Task, m int) (*Chunked, Bound, error) {
	p, d := g.Order(), g.Degree()
	switch {
	case m < 1 || m > 1 && tooManySegments(m, p, p):
		return nil, Bound{}, fmt.Errorf("sched: %s: %d segments of %d vertices: 1 segment or more, and at most %d in all", cayley.ShortName(g), m, p, chunkLimit)
	case int64(p)*int64(d) > pathLimit:
		return nil, Bound{}, fmt.Errorf("sched: %s: %d vertices with %d arcs each: segments are scheduled together on graphs of at most %d arcs", cayley.ShortName(g), p, d, pathLimit)
	}
	from := g
	switch task {
	case Broadcast:
	case Accumulate:
		from = turned(g)
	default:
		return nil, Bound{}, fmt.Errorf("sched: a chunked schedule is a broadcast or an accumulate, not %s", task)
	}
	bound, err := SegmentBound(g, task, Scope{}, m)
	if err != nil {
		return nil, Bound{}, err
	}
	adj := newTable(from)
	one := adj.distances()
	adj.order = int32(p)
	var roots, dist []int32
	for j := range m {
		roots, dist = append(roots, int32(j*p)), append(dist, one...)
	}
	gr := newGreedy(&adj, roots, dist, nil, 1, nil)
	steps, gen, time, err := gr.best(bound.Value, gr.tries(), 0)
	if err != nil {
		return nil, Bound{}, err
	}
	c := &Chunked{Steps: steps}
	for j := range m {
		t := &Template{Graph: from, Task: Broadcast, Gen: gen[j*p : (j+1)*p], Time: time[j*p : (j+1)*p]}
		if task == Accumulate {
			t.Steps = steps // so that all segments turn round about the same time
			if t, err = t.Reverse(); err != nil {
				return nil, Bound{}, err
			}
			t.Graph = g
		}
		t.Steps = lastTime(t.Time)
		c.Segments = append(c.Segments, t)
	}
	c, err = made(c)
	return c, bound, err
}
