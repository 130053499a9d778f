package sched

import (
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// counted counts the arcs and products that are asked for.
type counted struct {
	cayley.Cayley
	n *int
}

func (c counted) Neighbor(v, k int) int {
	*c.n++
	return c.Cayley.Neighbor(v, k)
}

func (c counted) Mul(a, b int) int {
	*c.n++
	return c.Cayley.Mul(a, b)
}

// TestVerifyNoDeeper: to verify a schedule of a small scope looks at the arcs of that.
func TestVerifyNoDeeper(t *testing.T) {
	g := parse(t, "pancake:7")
	for _, task := range []Task{Broadcast, Accumulate, Exchange} {
		for _, scope := range []Scope{{Within: 1}, {At: []int{2}}} {
			s, _, err := Plan(g, Request{Task: task, Scope: scope})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			switch s := s.(type) {
			case *Template:
				s.Graph = counted{s.Graph, &n}
			case *ExchangeTemplate:
				s.Graph = counted{s.Graph, &n}
			default:
				t.Fatalf("%s %+v: a %T", task, scope, s)
			}
			if err := s.Verify(); err != nil || n > 500 {
				t.Errorf("%s %+v: %d looks at a graph of %d vertices: %v", task, scope, n, g.Order(), err)
			}
		}
	}
}

// TestScopesAreCheap: what a short schedule lacks is found by one search for one root, and
// by searches as deep as the scope for all.
func TestScopesAreCheap(t *testing.T) {
	const p = 4096
	n := 0
	ring := counted{parse(t, "ring:4096"), &n}
	for _, g := range []cayley.Graph{ring, struct{ cayley.Graph }{ring}} {
		for _, task := range []Task{Broadcast, Accumulate} {
			n = 0
			e := &Explicit{Graph: g, Task: task, Scope: Scope{Within: p / 4}, Rooted: true, Root: p / 2, Steps: 1}
			if err := e.complete(func(item, v int32) bool { return v != p/4 }); err == nil || !strings.Contains(err.Error(), "vertex 1024 has no part in the "+task.String()+" of 2048") {
				t.Errorf("%s: %v", task, err)
			}
			if n > 20*p {
				t.Errorf("%s of one root: %d looks at a ring of %d vertices", task, n, p)
			}
		}
		for _, s := range []Scope{{Within: 2}, {At: []int{1, 3}}} {
			n = 0
			e := &Explicit{Graph: g, Scope: s, Steps: 1}
			if err := e.complete(func(item, v int32) bool { return true }); err != nil {
				t.Error(err)
			}
			if n > 20*p {
				t.Errorf("%+v: %d looks at a ring of %d vertices", s, n, p)
			}
		}
	}
	e := &Explicit{Graph: struct{ cayley.Graph }{ring}, Scope: Scope{At: []int{p / 2}}}
	each := e.reach(4 * p)
	for v := range int32(10) {
		err := each(v, func(int32) bool { return true })
		if tooMany := v > 2; tooMany != (err != nil) || err != nil && !strings.Contains(err.Error(), "ring:4096: finding which distances are in scope takes more than 16384 looks") {
			t.Errorf("search from %d: %v", v, err)
		}
	}
}

// TestScopesOfDigraphs: the vertices a schedule must serve are those whose distance is in
// scope, from the root of a broadcast and to that of an accumulation.
func TestScopesOfDigraphs(t *testing.T) {
	edges, err := cayley.NewGraph("edges", 7, [][2]int{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 2}, {0, 5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []cayley.Graph{edges, parse(t, "dihedral:5:r,f"), parse(t, "circulant:11:1,3"), graph(t, "petersen")} {
		var far [][]int32
		for v := range g.Order() {
			far = append(far, cayley.DistancesFrom(g, v))
		}
		for _, s := range []Scope{{}, {Within: 1}, {Within: 2}, {At: []int{2}}, {At: []int{1, 3}}} {
			for task := range Task(3) {
				for root := -1; root < g.Order() && (root < 0 || task != Exchange); root++ {
					e := &Explicit{Graph: g, Task: task, Scope: s, Rooted: root >= 0, Root: max(root, 0)}
					want, asked := 0, 0
					for item := range g.Order() {
						for v := range g.Order() {
							d := far[item][v]
							if task == Accumulate {
								d = far[v][item]
							}
							if s.Has(int(d)) && (root < 0 || root == item) {
								want++
							}
						}
					}
					if err := e.complete(func(item, v int32) bool {
						d := far[item][v]
						if task == Accumulate {
							d = far[v][item]
						}
						if !s.Has(int(d)) {
							t.Errorf("%s %s %+v: %d, at %d of root %d, need not be served", g.Name(), task, s, v, d, item)
						}
						asked++
						return true
					}); err != nil || asked != want {
						t.Errorf("%s %s %+v root %d: %d looked at, want %d: %v", g.Name(), task, s, root, asked, want, err)
					}
					if want > 0 && e.complete(func(int32, int32) bool { asked--; return asked > 0 }) == nil {
						t.Errorf("%s %s %+v root %d: the last one is not missed", g.Name(), task, s, root)
					}
				}
			}
		}
	}
}
