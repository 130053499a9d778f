package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// alongLinks is a one-way exchange over paths that load the links evenly. Those of a two-way exchange do not
// where some generators share links with their inverses, or are their own, and others have none. It is nil where
// there are no such paths, or more than detourLimit vertices.
func (t *ExchangeTemplate) alongLinks(bound int) (*Explicit, error) {
	adj := newAdjacency(t.Graph)
	h := &hops{start: t.Start, gen: t.Gen, letters: adj.d, loose: cayley.Abelian(t.Graph)}
	paths := detours(&adj, h, lanesOf(adj.d, cayley.InverseGens(t.Graph)), bound)
	if paths == nil {
		return nil, nil
	}
	h = h.along(paths)
	h.schedule(h.top())
	return h.template(t.Graph, t.Scope).OneWay()
}
