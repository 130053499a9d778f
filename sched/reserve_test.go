package sched

import (
	"math/rand/v2"
	"testing"
)

// TestReserve: no vertex of the reserve leads to another, those outside are all reached
// without it, and the templates are schedules in the steps asked for; fewer than a bound has
// are refused.
func TestReserve(t *testing.T) {
	for _, spec := range []string{"hypercube:5", "torus:5x6", "star:4", "circulant:13:1,5", "dihedral:9:r,f", "complete:2", "product(folded:4;circulant:12:1)"} {
		g := parse(t, spec)
		adj := newAdjacency(g)
		dist := adj.distances()
		r := &reserver{adj: &adj}
		r.keep(dist, rand.New(rand.NewPCG(1, 1)))
		met, queue := make([]bool, len(dist)), []int32{0}
		met[0] = true
		for i := 0; i < len(queue); i++ {
			for x := range int32(adj.d) {
				if v := adj.next(queue[i], x); !met[v] && !r.kept[v] {
					met[v] = true
					queue = append(queue, v)
				}
			}
		}
		for v := range int32(len(dist)) {
			if r.kept[v] == met[v] {
				t.Errorf("%s: vertex %d kept %v, reached by the others %v", spec, v, r.kept[v], met[v])
			}
			for x := range int32(adj.d) {
				if r.kept[v] && r.kept[adj.next(v, x)] {
					t.Errorf("%s: %d and %d are kept", spec, v, adj.next(v, x))
				}
			}
		}
		b, err := LowerBound(g, Broadcast, TwoWay, Scope{})
		if err != nil {
			t.Fatal(err)
		}
		tm := &Template{Graph: g}
		if tm.withReserve(&adj, dist, b.Value-1, 3, 0) {
			t.Errorf("%s: fewer steps than the bound %v", spec, b)
		}
		if !tm.withReserve(&adj, dist, b.Value+1, 20, 0) || tm.Steps > b.Value+1 || tm.Verify() != nil {
			t.Errorf("%s: %d steps, bound %v: %v", spec, tm.Steps, b, tm.Verify())
		}
	}
}
