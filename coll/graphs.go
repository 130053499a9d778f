package coll

import "github.com/cayleycoll/cayleycoll/cayley"

// Graph returns the interconnection graph of the machine: Config.Graph or, where that is nil,
// cayley.Best(P). It is never nil for a machine that New has made. Where Config.Graph is nil, some
// collectives have graphs of their own: see GraphOf.
func (m *Machine) Graph() cayley.Graph {
	if !m.made() {
		return nil
	}
	g, err := m.world.graph()
	if err != nil {
		return nil
	}
	return g
}

// GraphOf returns the graph whose schedule a collective follows by an algorithm: Config.Graph if
// there is one. Else allgather, reducescatter and allreduce by cayley and chunked (universal
// broadcasts and accumulations) follow cayley.Near(P), on which they take no more steps than on any
// other graph of the same degree and few words go between cores; all others follow Machine.Graph.
// By file it is that of the schedule; of an allreduce, which follows two, that of its accumulation, and of several
// schedules of one root each that of the root with the lowest number. "" means the algorithm that the machine takes
// for the shortest vectors. The error wraps ErrUsage.
func (m *Machine) GraphOf(name string, a Algorithm) (cayley.Graph, error) {
	c, id, err := m.named(name, a)
	if err != nil {
		return nil, err
	}
	g, err := m.world.graphOf(c, id)
	if err != nil {
		return nil, usage("%s by %s: %v", c, id, err)
	}
	return g, nil
}

// checkedArcs bounds the arcs that New looks at: some milliseconds' work.
const checkedArcs = 1 << 18

// checkGraph says if an arc of the caller's graph ends nowhere, or if a vertex is out of reach of
// another. Of graphs known to be vertex-transitive package cayley makes only such as are
// connected.
func checkGraph(g cayley.Graph) error {
	if g == nil || cayley.VertexTransitive(g) || int64(g.Order())*int64(g.Degree()) > checkedArcs {
		return nil
	}
	for v := range g.Order() {
		for k := range g.Degree() {
			if u := g.Neighbor(v, k); u < -1 || u >= g.Order() {
				return usage("the graph %s has an arc from vertex %d to %d; want vertices 0 to %d, or -1 for no arc", g.Name(), v, u, g.Order()-1)
			}
		}
	}
	if cayley.Connected(g) {
		return nil
	}
	return usage("the graph %s is not strongly connected; want one in which every vertex is in reach of every other", g.Name())
}

// graph is the machine's interconnection graph, the best known if none was given or if
// it is another group's.
func (g *group) graph() (cayley.Graph, error) {
	if c := g.configGraph(); c != nil {
		return c, nil
	}
	return cayley.Best(g.size)
}

// universal is the graph of universal broadcasts and accumulations. Where none was given
// it is one on which few words go from one team to another.
func (g *group) universal() (cayley.Graph, error) {
	if c := g.configGraph(); c != nil {
		return c, nil
	}
	return cayley.Near(g.size)
}

// configGraph is the graph of the machine's configuration, if it is this group's.
func (g *group) configGraph() cayley.Graph {
	if c := g.m.cfg.Graph; c != nil && c.Order() == g.size && g.run == 0 {
		return c
	}
	return nil
}

// graphOf is the graph of a collective by an algorithm.
func (g *group) graphOf(c collective, id algorithmID) (cayley.Graph, error) {
	switch c {
	case allgather, reducescatter, allreduce:
		if id == byCayley || id == byChunked {
			return g.universal()
		}
	}
	if id == byFile {
		es, err := g.filedFor(c)
		if err != nil {
			return nil, err
		}
		return es[0].Graph, nil
	}
	return g.graph()
}
