package sched

import (
	"math/rand/v2"
	"testing"
)

// TestTogether: searched for one after the other or together, the same numbers of steps are enough,
// every vertex has a slot of its own that it may use, and what breaks Hall's condition does.
func TestTogether(t *testing.T) {
	refused, rng := 0, rand.New(rand.NewPCG(1, 2))
	for _, spec := range []string{"ring:9", "torus:5x4", "circulant:23:1,5", "star:5", "pancake:5", "butterfly:5", "dihedral:12:r,f", "ccc:4", "product(ring:3;ring:11)", "butterfly:8", "pancake:6"} {
		g := parse(t, spec)
		adj := newAdjacency(g)
		dist := adj.distances()
		for _, scope := range []Scope{{}, {At: []int{2}}, {At: []int{1, 3}}} {
			m := newMatcher(&adj, dist, scope)
			rng.Shuffle(len(m.order), func(i, j int) { m.order[i], m.order[j] = m.order[j], m.order[i] }) // more have to move
			least := (len(m.order) + adj.d - 1) / adj.d
			for steps := max(least-1, 0); ; steps++ {
				singly, together := m.runSingly(steps, 1<<20), m.runSingly(steps, 0)
				if (singly == nil) != (together == nil) {
					t.Fatalf("%s %v in %d steps: %d vertices have too few slots, together %d", spec, scope, steps, len(singly), len(together))
				}
				if together == nil {
					checkMatching(t, m)
					break
				}
				refused++
				checkHall(t, m, together)
			}
		}
	}
	if refused < 30 {
		t.Errorf("only %d times too few steps", refused)
	}
}

func checkMatching(t *testing.T, m *matcher) {
	t.Helper()
	taken := map[int32]bool{}
	for _, v := range m.order {
		s := m.slot[v]
		x := int(s) / (m.steps + 1)
		if taken[s] || m.owner[s] != v || s < m.at(v, x) || s >= m.end(v, x) {
			t.Fatalf("vertex %d has slot %d, which may be another's or closed to it", v, s)
		}
		taken[s] = true
	}
}

// checkHall counts the slots of all these vertices.
func checkHall(t *testing.T, m *matcher, hall []int32) {
	t.Helper()
	slots, seen := map[int32]bool{}, map[int32]bool{}
	for _, v := range hall {
		seen[v] = true
		for x := range m.d {
			for s := m.at(v, x); s < m.end(v, x); s++ {
				slots[s] = true
			}
		}
	}
	if len(seen) != len(hall) || len(slots) >= len(hall) {
		t.Fatalf("%d vertices, %d of them unlike, have %d slots", len(hall), len(seen), len(slots))
	}
}
