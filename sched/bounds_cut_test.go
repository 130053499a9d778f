package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// edges is the graph of p vertices and these edges, both ways.
func edges(t *testing.T, p int, list ...[2]int) cayley.Graph {
	t.Helper()
	var both [][2]int
	for _, e := range list {
		both = append(both, e, [2]int{e[1], e[0]})
	}
	g, err := cayley.NewGraph("file", p, both)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestCuts: what narrow places make of a bound. Each of these is met.
func TestCuts(t *testing.T) {
	bridge := edges(t, 8, [2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3}, [2]int{1, 2}, [2]int{1, 3}, [2]int{2, 3},
		[2]int{4, 5}, [2]int{4, 6}, [2]int{4, 7}, [2]int{5, 6}, [2]int{5, 7}, [2]int{6, 7}, [2]int{0, 4})
	path := edges(t, 6, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 5})
	spider := edges(t, 10, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{0, 4}, [2]int{4, 5}, [2]int{5, 6}, [2]int{0, 7}, [2]int{7, 8}, [2]int{8, 9})
	for _, c := range []struct {
		name string
		g    cayley.Graph
		task Task
		r    Request
		want int
	}{
		{"bridge", bridge, Exchange, Request{}, 16},
		{"bridge", bridge, Exchange, Request{Model: OneWay}, 32},
		{"bridge", bridge, Exchange, Request{Scope: Scope{Within: 2}}, 7},
		{"bridge", bridge, Broadcast, Request{Scope: Scope{Within: 2}}, 4},
		{"bridge", bridge, Broadcast, Request{Model: OneWay, Scope: Scope{Within: 2}}, 8},
		{"bridge", bridge, Accumulate, Request{Model: OneWay, Scope: Scope{Within: 2}}, 8},
		{"path", path, Exchange, Request{}, 9},
		{"path", path, Exchange, Request{Model: OneWay}, 18},
		{"spider", spider, Exchange, Request{}, 21},
	} {
		c.r.Task = c.task
		s, b, err := Plan(c.g, c.r)
		if err != nil || s.Verify() != nil || s.Tau() != c.want || b.Value != c.want {
			t.Errorf("%s: %+v: %d steps, bound %v, want %d: %v", c.name, c.r, s.Tau(), b, c.want, err)
		}
	}
}

// TestCutsBothWays: an accumulation is as bounded as the broadcast of the turned graph.
func TestCutsBothWays(t *testing.T) {
	g, err := cayley.NewGraph("file", 6, [][2]int{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}, {5, 0}, {4, 0}, {0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []Model{TwoWay, OneWay} {
		for _, scope := range []Scope{{}, {At: []int{2}}, {Within: 3}} {
			for _, h := range []cayley.Graph{g, cayley.Turned(g)} {
				b, err := LowerBound(h, Broadcast, model, scope)
				if err != nil {
					t.Fatal(err)
				}
				a, err := LowerBound(cayley.Turned(h), Accumulate, model, scope)
				if err != nil || a != b {
					t.Errorf("%s %+v: %v of an accumulation, %v of the broadcast backwards: %v", model, scope, a, b, err)
				}
			}
		}
	}
}

// TestFactors: an exchange moves in a factor over the links of that factor.
func TestFactors(t *testing.T) {
	for spec, want := range map[string]int{
		"product(ring:5;petersen)": 30, "product(petersen;ring:7)": 60, "product(petersen;ring:8)": 80, "product(petersen;ring:3)": 15,
		"product(petersen;ring:20)": 500, "product(ring:5;ring:20)": 250, "product(product(ring:20;petersen);complete:2)": 1000,
	} {
		b, err := LowerBound(graph(t, spec), Exchange, TwoWay, Scope{})
		if err != nil || b != (Bound{want, "weights"}) && want != 15 || b.Value != want {
			t.Errorf("%s: bound %v, want %d: %v", spec, b, want, err)
		}
	}
	b, err := LowerBound(graph(t, "product(circulant:5:1,2;petersen)"), Exchange, OneWay, Scope{})
	if err != nil || b.Value != 50 {
		t.Errorf("one-way: bound %v, want 50: %v", b, err)
	}
	// By the distances of a scope: 1 + 2 in the ring and Petersen's graph, or 2 + 1, or 3 in the ring.
	b, err = LowerBound(graph(t, "product(ring:9;petersen)"), Exchange, TwoWay, Scope{At: []int{3}})
	if err != nil || b != (Bound{15, "weights"}) { // 2·6·1 + 2·3·2 + 2·3 over the 2 arcs of the ring
		t.Errorf("at 3: bound %v, want 15: %v", b, err)
	}
}
