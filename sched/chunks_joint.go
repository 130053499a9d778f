package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildChunks makes a chunked broadcast or accumulation: rotated templates where the
// automorphisms allow it (Chunks), else the shortest of up to four tries of JointChunks. Let l
// be the least number of links by which any vertex takes words in (Broadcast) or gives them
// away (Accumulate). The first try has m segments, the fewest for which m·(P-1) is a multiple
// of l, so that none of those l links need be idle. The others have 2m, 3m and 4m; the first
// try that leaves none idle is the last. Of equally short tries the first is taken. There are
// fewer segments where there would be more than 2²⁴ entries. The bound is in short steps.
func BuildChunks(g cayley.Graph, task Task) (*Chunked, Bound, error) {
	p, d := g.Order(), g.Degree()
	if group, ok := g.(cayley.Cayley); ok && d > 0 {
		if auto := cayley.AutomorphismsOf(group); fewRotated(auto, p) && cayley.Balanced(auto, d) {
			t, b, err := Build(group, Options{Task: task})
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
	}
	return jointly(g, task, mostSegments(p, cayley.FreeActionOf(g).Order()))
}

// jointly is BuildChunks by JointChunks, in no more segments than `most`.
func jointly(g cayley.Graph, task Task, most int) (best *Chunked, bound Bound, err error) {
	words, links := g.Order()-1, fewestLinks(g, task)
	fewest, in := fewestSegments(links, words, most), 0 // best is in so many
	for m := fewest; m <= min(most, 4*fewest); m += fewest {
		c, b, err := JointChunks(g, task, m)
		if err != nil {
			return nil, Bound{}, err
		}
		if in == 0 || c.Steps*in < best.Steps*m {
			best, bound, in = c, b, m
		}
		if c.Steps*links == m*words {
			break
		}
	}
	return best, bound, nil
}

// JointChunks cuts vectors into m segments and schedules them together, by the greedy matching
// of Build or BuildOrbits. All segments compete for the same links, so a link idles only when
// no segment has use for it; and the segments are pipelined, so a diameter above (P-1)/d is no
// obstacle. The segments are Templates on a Cayley graph, else OrbitSchedules by
// cayley.FreeActionOf. The bound is SegmentBound's. O(k·m·P·d) in practice, for k orbits. More
// than 2²⁷ arcs are refused, and more than 2²⁴ entries unless words stay whole (m = 1).
func JointChunks(g cayley.Graph, task Task, m int) (*Chunked, Bound, error) {
	p, d, act := g.Order(), g.Degree(), cayley.FreeActionOf(g)
	switch most := mostSegments(p, act.Order()); {
	case m < 1 || m > most:
		return nil, Bound{}, fmt.Errorf("sched: %s: %d segments of %d vertices, by a group of %d: want 1 to %d", cayley.ShortName(g), m, p, act.Order(), most)
	case int64(p)*int64(d) > pathLimit:
		return nil, Bound{}, fmt.Errorf("sched: %s: %d vertices with %d arcs each: segments are scheduled together on graphs of at most %d arcs", cayley.ShortName(g), p, d, pathLimit)
	}
	bound, err := SegmentBound(g, task, Scope{}, m)
	if err != nil {
		return nil, Bound{}, err
	}
	c := &Chunked{}
	if group, ok := g.(cayley.Cayley); ok {
		c.Segments, err = jointTemplates(group, task, m, bound)
	} else {
		c.Segments, err = buildOrbits(g, act, Options{Task: task}, m, bound)
	}
	if err != nil {
		return nil, Bound{}, err
	}
	for _, s := range c.Segments {
		c.Steps = max(c.Steps, s.Tau())
	}
	c, err = made(c)
	return c, bound, err
}

// jointTemplates is buildOrbits of a Cayley graph, with a Template for each segment.
func jointTemplates(g cayley.Cayley, task Task, m int, bound Bound) (list []Segment, err error) {
	from, p := g, g.Order()
	if task == Accumulate {
		from = turned(g)
	}
	adj := newTable(from)
	dist := adj.distances()
	if v := slices.Index(dist, -1); v >= 0 {
		return nil, apart(g, task == Accumulate, 0, v)
	}
	adj.order = int32(p)
	var roots []int32
	for j := range m {
		roots = append(roots, int32(j*p))
	}
	gr := newGreedy(&adj, roots, slices.Repeat(dist, m), nil, 1, nil)
	steps, gen, time, err := gr.best(bound.Value, gr.tries(), 0)
	if err != nil {
		return nil, err
	}
	for j := range m {
		t := &Template{Graph: from, Task: Broadcast, Gen: gen[j*p : (j+1)*p], Time: time[j*p : (j+1)*p]}
		if task == Accumulate {
			t.Steps = steps // so that all segments turn round about the same time
			t = t.back()
			t.Graph = g
		}
		t.Steps = lastTime(t.Time)
		list = append(list, t)
	}
	return list, nil
}
