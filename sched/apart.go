package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// apart says that no path leads from root to v in a graph, or from v to root if the graph
// was turned.
func apart(g cayley.Graph, turned bool, root, v int) error {
	if turned {
		root, v = v, root
	}
	want := "want a graph that has one"
	if _, ok := g.(cayley.Cayley); ok {
		want = "want generators of the group"
	}
	return fmt.Errorf("sched: %s: no path from vertex %d to vertex %d; %s", cayley.ShortName(g), root, v, want)
}
