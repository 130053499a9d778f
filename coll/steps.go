package coll

import (
	"math/bits"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Steps is how many steps of the paper's model (every arc carries one word a
// step) a collective takes by an algorithm on this machine's graph, and the
// least that any schedule of its kind can take. A word is a block: n elements
// of an allgather, n/P of an allreduce by cayley; for an allreduce by tree or
// spectral it is the whole vector of n. Both are 0 for algorithms without a
// schedule. The error wraps ErrUsage.
//
// Bounds: allgather ⌈(P-1)/d⌉ or better (sched.LowerBound), P-1 for ring, whose
// graph has one arc out; allreduce by cayley twice that, by tree twice the
// diameter (Definition 2.20), by spectral the diameter, by doubling ⌈log₂P⌉.
func (m *Machine) Steps(name string, a Algorithm) (steps, bound int, err error) {
	c := collective(0)
	for i, n := range collectiveNames {
		if i > 0 && n == name {
			c = collective(i)
		}
	}
	if c == 0 {
		return 0, 0, usage("unknown collective %q, want one of %v", name, Collectives())
	}
	if a == "" {
		a = offered[c][0]
	}
	g := m.world
	if a == Direct || a == Rings || g.size == 1 {
		return 0, 0, nil
	}
	graph, err := g.graph()
	if err != nil {
		return 0, 0, err
	}
	if a == Spectral {
		p, err := g.spectral.get(g)
		if err != nil {
			return 0, 0, usage("%s by spectral: %v", name, err)
		}
		bound, err = cayley.Diameter(graph)
		return len(p.lambda), bound, err
	}
	if a == Doubling {
		log := bits.Len(uint(g.size)) - 1
		if 1<<log < g.size {
			return log + 2, log + 1, nil
		}
		return log, log, nil
	}
	prog, err := g.compiled(c, a)
	if err != nil {
		return 0, 0, usage("%s by %s: %v", name, a, err)
	}
	switch {
	case a == Ring:
		return prog.words, g.size - 1, nil
	case a == Tree && c == allreduce:
		far, err := cayley.Diameter(graph)
		return prog.steps, 2 * far, err
	}
	b, err := sched.LowerBound(graph, sched.Broadcast, sched.TwoWay, sched.Scope{})
	if err != nil {
		return 0, 0, err
	}
	if c == allreduce {
		b.Value *= 2
	}
	return prog.words, b.Value, nil
}

// Graph is the interconnection graph of the machine, nil if P has none.
func (m *Machine) Graph() cayley.Graph {
	g, err := m.world.graph()
	if err != nil {
		return nil
	}
	return g
}

// Host is the number of the host that the processor runs on, and how many
// hosts the machine has. Successive ranks share a host.
func (p *Proc) Host() (host, hosts int) { return p.t.id, len(p.g.teams) }
