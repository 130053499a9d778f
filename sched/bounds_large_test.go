package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestLargeBound: never more than a schedule takes that meets the bound by all searches,
// and where all distances are served that bound itself.
func TestLargeBound(t *testing.T) {
	const n = universalLimit + 1
	var arcs [][2]int
	for v := range n {
		arcs = append(arcs, [2]int{v, (v + 1) % n}, [2]int{(v + 1) % n, v})
	}
	same, err := cayley.NewGraph("same", n, arcs)
	if err != nil {
		t.Fatal(err)
	}
	ring := parse(t, "ring:8193")
	for task := range Task(3) {
		for model := range Model(2) {
			for _, scope := range []Scope{{}, {Within: 1}, {Within: 9}, {At: []int{2, 5}}} {
				most, err := LowerBound(ring, task, model, scope)
				if err != nil {
					t.Fatal(err)
				}
				b, err := largeBound(same, task, model, scope)
				if err != nil || b.Value < 1 || b.Value > most.Value || scope.All() && task != Exchange && b.Value != most.Value {
					t.Errorf("%s %s %+v: %v, %v, want at most %v", task, model, scope, b, err, most)
				}
			}
		}
	}
}
