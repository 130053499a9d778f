package sched

import (
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestOrbitsOfRoots: a root is not sent its own word, and every orbit has a template.
func TestOrbitsOfRoots(t *testing.T) {
	g := graph(t, "petersen")
	base, _, err := BuildOrbits(g, cayley.FreeActionOf(g), Options{})
	if err != nil {
		t.Fatal(err)
	}
	arcs, err := newArcOrbits(g, base.Action)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(o OrbitSchedule, want string) {
		t.Helper()
		if err := o.Verify(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	own := *base // the word comes back in a step of its own, after all others
	own.Steps++
	own.Next, own.Time = slices.Clone(base.Next), slices.Clone(base.Time)
	own.Next[0], own.Time[0] = slices.Clone(base.Next[0]), slices.Clone(base.Time[0])
	root := own.Roots[0]
	own.Next[0][root], own.Time[0][root] = int32(g.Neighbor(int(root), 0)), int32(own.Steps)
	refused(own, "it is the root")
	// The second template is the image of the first in its orbit, later by all its steps.
	two := *base
	two.Steps *= 2
	two.Roots = slices.Clone(base.Roots)
	two.Next, two.Time = slices.Clone(base.Next), slices.Clone(base.Time)
	image := -1
	for v := range g.Order() {
		if arcs.orbit[v] == arcs.orbit[root] && int32(v) != root {
			image = v
		}
	}
	by := 0
	for base.Action.Act(by, int(root)) != image {
		by++
	}
	two.Roots[1] = int32(image)
	two.Next[1], two.Time[1] = make([]int32, g.Order()), make([]int32, g.Order())
	for v := range g.Order() {
		w := base.Action.Act(by, v)
		two.Next[1][w], two.Time[1][w] = -1, 0
		if at := base.Time[0][v]; at > 0 {
			two.Next[1][w], two.Time[1][w] = int32(base.Action.Act(by, int(base.Next[0][v]))), at+int32(base.Steps)
		}
	}
	two.Steps = base.Steps + int(slices.Max(base.Time[0]))
	refused(two, "in the orbit of another")
}

// TestOrbitsThroughNobody: who is outside the scope and is not served sends nothing on.
func TestOrbitsThroughNobody(t *testing.T) {
	g := graph(t, "petersen")
	s, _, err := BuildOrbits(g, cayley.FreeActionOf(g), Options{Scope: Scope{At: []int{2}}})
	if err != nil {
		t.Fatal(err)
	}
	root, dist := s.Roots[0], cayley.DistancesFrom(g, int(s.Roots[0]))
	relay := s.Next[0][slices.Index(dist, 2)]
	if relay == root || dist[relay] != 1 || s.Time[0][relay] == 0 {
		t.Fatalf("%d is no relay", relay)
	}
	s.Next[0][relay], s.Time[0][relay] = -1, 0
	if err := s.Verify(); err == nil || !strings.Contains(err.Error(), "the other vertex is not served") {
		t.Errorf("words come from %d, which has none: %v", relay, err)
	}
}
