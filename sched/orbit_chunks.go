package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// BuildOrbitChunks is BuildChunks for any graph, over a group of automorphisms that acts
// freely: words are cut in the fewest segments that could leave no link idle, d at most,
// and twice, three and four times as many where those leave some; of outcomes that are
// equally short the first is taken. The bound is that of SegmentBound. O(k·m·P·d) in
// practice, with k segments and m orbits.
func BuildOrbitChunks(g cayley.Graph, act cayley.FreeAction, task Task) (*OrbitSchedule, Bound, error) {
	p, d := g.Order(), g.Degree()
	links, words := linksOf(g, TwoWay), p*(p-1)
	m := max(1, d/max(1, gcd(d, p-1)))
	var best *OrbitSchedule
	var bound Bound
	for n := m; n <= 4*m; n += m {
		s, b, err := JointOrbitChunks(g, act, task, n, 0)
		if err != nil {
			return nil, Bound{}, err
		}
		if best == nil || s.Steps*best.Segments < best.Steps*n {
			best, bound = s, b
		}
		if s.Steps*links == n*words || int64(n+m)*int64(len(s.Roots)/n)*int64(p) > chunkLimit {
			break
		}
	}
	return best, bound, nil
}

// JointOrbitChunks is JointChunks for any graph: m segments, which compete for the same
// arcs.
func JointOrbitChunks(g cayley.Graph, act cayley.FreeAction, task Task, m int, seed uint64) (*OrbitSchedule, Bound, error) {
	bound, err := SegmentBound(g, task, Scope{}, m)
	if err != nil {
		return nil, Bound{}, err
	}
	s, err := buildOrbits(g, act, Options{Task: task, Seed: seed}, m, bound)
	if err != nil {
		return nil, Bound{}, err
	}
	return s, bound, nil
}
