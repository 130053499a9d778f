package coll

import (
	"fmt"
	"hash/fnv"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// What of Config is to be the same in all processes, each as a hash, which they compare.

// aspect is a part of Config that is to be the same in all processes.
type aspect struct {
	name string
	hash uint64
}

func (m *Machine) aspects() (list []aspect) {
	for _, name := range [...]string{"Host", "Algorithm", "Protocol", "Graph", "Tuning", "Schedules"} {
		h := fnv.New64a()
		if m != nil {
			switch c := &m.cfg; name {
			case "Host":
				fmt.Fprint(h, c.Host)
			case "Algorithm":
				fmt.Fprint(h, c.Algorithm)
			case "Protocol":
				fmt.Fprint(h, c.Protocol)
			case "Graph":
				if c.Graph != nil {
					fmt.Fprint(h, c.Graph.Name(), hashOfGraph(c.Graph))
				}
			case "Tuning":
				fmt.Fprintf(h, "%#v", c.Tuning.Rules)
			case "Schedules":
				for _, is := range m.schedules.purposes() {
					es := m.schedules[is] // segments, of one graph
					fmt.Fprint(h, hashOfGraph(es[0].Graph))
					for _, e := range es {
						fmt.Fprint(h, e.Graph.Name(), is, e.Sends)
					}
				}
			}
		}
		list = append(list, aspect{name, h.Sum64()})
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
