package coll

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// aspect is a part of Config that is to be the same in all processes, which compare
// the hashes.
type aspect struct {
	name string
	hash uint64
}

// aspectsOf are the parts of a Config and what of each is hashed.
var aspectsOf = [...]struct {
	name  string
	write func(io.Writer, *Machine)
}{
	{"Host", func(w io.Writer, m *Machine) { fmt.Fprint(w, m.cfg.Host) }},
	{"Algorithm", func(w io.Writer, m *Machine) { fmt.Fprint(w, m.cfg.Algorithm) }},
	{"Protocol", func(w io.Writer, m *Machine) { fmt.Fprint(w, m.cfg.Protocol) }},
	{"Graph", func(w io.Writer, m *Machine) {
		if g := m.cfg.Graph; g != nil {
			fmt.Fprint(w, g.Name(), hashOfGraph(g))
		}
	}},
	// Without StreamBytes, which is about the caches of one node and decides nothing between processes.
	{"Tuning", func(w io.Writer, m *Machine) { fmt.Fprintf(w, "%#v", m.cfg.Tuning.Rules) }},
	{"Schedules", func(w io.Writer, m *Machine) {
		for _, is := range m.schedules.purposes() {
			es := m.schedules[is] // segments, of one graph
			fmt.Fprint(w, hashOfGraph(es[0].Graph))
			for _, e := range es {
				fmt.Fprint(w, e.Graph.Name(), is, e.Sends)
			}
		}
	}},
}

// aspects are those of m; of no machine, one that could not be made, they are alike.
func (m *Machine) aspects() (list []aspect) {
	for _, a := range aspectsOf {
		h := fnv.New64a()
		if m != nil {
			a.write(h, m)
		}
		list = append(list, aspect{a.name, h.Sum64()})
	}
	return list
}

// hashedArcs is how many arcs hashOfGraph looks at where all vertices are alike: a graph of
// permutations takes some 100 ns for each.
const hashedArcs = 1 << 20

// hashOfGraph tells graphs of one name apart, which a file has on every node, by their arcs in
// the order of the generators. Where all vertices are alike, and there are many, it takes
// some of them, evenly spread; else it takes all.
func hashOfGraph(g cayley.Graph) uint64 {
	n, d := g.Order(), g.Degree()
	h := uint64(n)<<32 ^ uint64(d)
	for v, every := 0, hashedEvery(g); v < n; v += every {
		for k := range d {
			h = (h ^ uint64(g.Neighbor(v, k))) * 0x9e3779b97f4a7c15
			h ^= h >> 32
		}
	}
	return h
}

// hashedEvery is how far apart the vertices are whose arcs hashOfGraph takes.
func hashedEvery(g cayley.Graph) int {
	if !cayley.VertexTransitive(g) {
		return 1
	}
	return int(max(1, int64(g.Order())*int64(g.Degree())/hashedArcs))
}
