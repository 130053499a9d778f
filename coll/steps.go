package coll

import (
	"math/bits"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Steps returns how many steps of the paper's model (every arc carries one word per step) a
// collective takes by an algorithm on its graph (GraphOf), and a lower bound: no schedule of its
// kind takes fewer. A word is a block if the collective has blocks. Otherwise it is the whole
// vector of n elements or, if the algorithm cuts that, one part: n/P by cayley and ring, n/P' by
// halving. By chunked, a word is a segment of that. An algorithm that sends k words over one arc in
// one of its own steps takes k of these steps: an allgather by tree on 8 processors, 2·⌈log₂P⌉
// steps of its own, takes 31: 7 to gather and 8 times 3 to broadcast. Steps and bound are 0 for
// algorithms without a schedule. "" means the algorithm that the machine takes for the shortest
// vectors. The error wraps ErrUsage.
//
// The bound, by algorithm:
//
//	cayley     sched.LowerBound of the collective's graph, summed over the tasks that
//	           the collective follows; alltoall that of sched.BuildExchange or Plan;
//	           broadcast the greatest distance from root 0,
//	           reduce to it, and their steps are those of root 0
//	chunked    the same in segments: sched.SegmentBound
//	file       sched.BoundOf the schedules, in segments sched.SegmentBound of their graph; of
//	           several schedules of one root each, those of the root with the lowest number
//	spectral   the diameter
//	ring       P-1; broadcast, reduce and allreduce 2P-2
//	tree       ⌈log₂P⌉ for broadcast and reduce, twice that for allreduce (Definition
//	           2.20); else the words that enter or leave one processor: P-1
//	doubling   ⌈log₂P⌉ for allreduce and scans; P-1 for allgather
//	halving    the words that enter one processor: P-1; allreduce 2(P'-1)
//	bruck      the same: P-1
func (m *Machine) Steps(name string, a Algorithm) (steps, bound int, err error) {
	c, id, err := m.named(name, a)
	if err != nil {
		return 0, 0, err
	}
	g := m.world
	if id == byDirect || id == byRings || g.size == 1 {
		return 0, 0, nil
	}
	refused := func(err error) (int, int, error) {
		return 0, 0, usage("%s by %s: %v", name, id, err)
	}
	graph, err := g.graphOf(c, id)
	if err != nil {
		return refused(err)
	}
	log := bits.Len(uint(g.size - 1))
	switch {
	case id == bySpectral:
		p, err := g.spectral.get(g, nil)
		if err != nil {
			return refused(err)
		}
		if bound, err = cayley.Diameter(graph); err != nil {
			return refused(err)
		}
		return len(p.lambda), bound, nil
	case c == allreduce && id == byDoubling:
		if g.size&(g.size-1) != 0 {
			return log + 1, log, nil // ⌊log₂P⌋, one before and one after
		}
		return log, log, nil
	}
	root := 0
	if id == byFile && c.rooted() {
		root = m.schedules.leastRoot(rootedTask(c))
	}
	prog, err := g.compiled(c, id, root)
	if err != nil {
		return refused(err)
	}
	if bound, err = g.bound(graph, c, id, prog.Chunks); err != nil {
		return refused(err)
	}
	return prog.Words, max(bound, prog.Bound), nil
}

// named finds a collective and an algorithm that it offers: for "" what the machine takes
// for the shortest vectors. The error wraps ErrUsage.
func (m *Machine) named(name string, a Algorithm) (collective, algorithmID, error) {
	if !m.made() {
		return 0, 0, usage("%s of a Machine that New has not made", name)
	}
	c, ok := collectiveOf(name)
	if !ok {
		return 0, 0, usage("unknown collective %q, want one of %s", name, strings.Join(Collectives(), ", "))
	}
	id, known := idOf(a)
	if known && id == unchosen {
		if id = m.algorithm; id == unchosen {
			id = m.world.pick(c, 0, 0)
		}
		a = algorithms[id]
	}
	if !known || offers[c]&(1<<id) == 0 {
		return 0, 0, usage("%s does not offer %q, %s", name, a, wants(c))
	}
	return c, id, nil
}

// tasksOf are the universal tasks whose schedules a collective follows by cayley, chunked
// or file, one after another.
var tasksOf = map[collective][]sched.Task{
	allgather: {sched.Broadcast}, reducescatter: {sched.Accumulate}, alltoall: {sched.Exchange},
	allreduce: {sched.Accumulate, sched.Broadcast},
}

// rootedTask is what broadcast and reduce are in the paper's words.
func rootedTask(c collective) sched.Task {
	if c == reduce {
		return sched.Accumulate
	}
	return sched.Broadcast
}

// bound is the least number of steps of a schedule of a kind, with words in segments.
func (g *group) bound(graph cayley.Graph, c collective, id algorithmID, segments int) (int, error) {
	last, log := g.size-1, bits.Len(uint(g.size-1))
	switch {
	case id == byCayley && c.rooted():
		_, b, err := sched.Rooted(graph, 0, rootedTask(c))
		return b.Value, err
	case id == byFile && c.rooted():
		es, err := g.filedFor(c)
		if err != nil {
			return 0, err
		}
		b, err := sched.BoundOf(es[0])
		return b.Value, err
	case id == byTree && c == allreduce: // up and down
		return 2 * log, nil
	case id == byFile || id == byCayley || id == byChunked:
		sum := 0
		for _, task := range tasksOf[c] {
			b, err := g.boundOf(graph, task, id, segments)
			if err != nil {
				return 0, err
			}
			sum += b.Value
		}
		return sum, nil
	case c == allreduce && id == byHalving: // P' blocks, all but one in and out
		return 2 * (1<<(bits.Len(uint(g.size))-1) - 1), nil
	case id == byRing && (c == broadcast || c == reduce || c == allreduce): // of the first two P blocks through one arc, and P-2 hops more
		return 2 * last, nil
	case c.blocks():
		return last, nil
	}
	return log, nil // a whole vector
}

// boundOf is the bound of a universal task whose words are cut in so many segments or, by file, of the
// schedule that it follows.
func (g *group) boundOf(graph cayley.Graph, task sched.Task, id algorithmID, segments int) (sched.Bound, error) {
	if id == byFile {
		es := g.m.schedules[purpose{task, program.EveryRoot}]
		if len(es) == 1 {
			return sched.BoundOf(es[0])
		}
		graph, segments = es[0].Graph, len(es) // an allreduce follows two, each on its own
	}
	if segments > 1 {
		return sched.SegmentBound(graph, task, sched.Scope{}, segments)
	}
	return sched.LowerBound(graph, task, sched.TwoWay, sched.Scope{})
}
