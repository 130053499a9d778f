package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildOrbitChunks is BuildChunks for any graph, over a group of automorphisms that acts
// freely. What the vertex of the fewest links has to take in (Broadcast) or give away
// (Accumulate) decides: words are cut in the fewest segments that could leave none of its
// links idle, and twice, three and four times as many where those leave some; of outcomes
// that are equally short the first is taken. The bound is that of SegmentBound.
// O(k·m·P·d) in practice, with k segments and m orbits; fewer segments where there would
// be more than 2²⁴ entries.
func BuildOrbitChunks(g cayley.Graph, act cayley.FreeAction, task Task) (*OrbitSchedule, Bound, error) {
	p, links := g.Order(), fewestLinks(g, task)
	orbits := (p + act.Order() - 1) / act.Order()
	most := max(1, int(chunkLimit/(int64(orbits)*int64(p))))
	return segmented(links, p, most, func(m int) (*OrbitSchedule, Bound, error) { return JointOrbitChunks(g, act, task, m) })
}

// fewestLinks is the least number of arcs by which a vertex takes in the words of a
// broadcast, or gives away those of an accumulation.
func fewestLinks(g cayley.Graph, task Task) int {
	if task == Broadcast {
		g = cayley.Turned(g)
	}
	least := g.Degree()
	for v := range g.Order() {
		least = min(least, linksAt(g, v))
	}
	return least
}

// JointOrbitChunks is JointChunks for any graph: m segments, which compete for the same
// arcs. More than 2²⁴ entries are refused, unless words stay whole.
func JointOrbitChunks(g cayley.Graph, act cayley.FreeAction, task Task, m int) (*OrbitSchedule, Bound, error) {
	if p := g.Order(); m > 1 && tooManySegments(m, p, act.Order()) {
		return nil, Bound{}, fmt.Errorf("sched: %s: %d segments are too many for %d vertices and a group of %d: at most %d templates times vertices", cayley.ShortName(g), m, p, act.Order(), chunkLimit)
	}
	bound, err := SegmentBound(g, task, Scope{}, m)
	if err != nil {
		return nil, Bound{}, err
	}
	s, err := buildOrbits(g, act, Options{Task: task}, m, bound)
	if err != nil {
		return nil, Bound{}, err
	}
	return s, bound, nil
}
