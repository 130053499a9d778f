package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func TestNaiveTrees(t *testing.T) {
	for _, spec := range []string{"hypercube:0", "hypercube:5", "torus:3x4x5", "ring:9", "complete:6", "circulant:12:3,4", "star:4", "dihedral:6:r,r-1,f"} {
		g := parse(t, spec)
		for _, task := range []Task{Broadcast, Accumulate} {
			tm, err := Tree(g, task)
			if err != nil || tm.Steps != g.Order()-1 || tm.Verify() != nil {
				t.Errorf("tree %s %s: %v", spec, task, err)
			}
			tm, err = Ring(g, task)
			if err != nil || tm.Steps != g.Order()-1 || tm.Verify() != nil {
				t.Errorf("ring %s %s: %v", spec, task, err)
			}
		}
	}
	if tm, err := Doubling(7); err != nil || tm.Steps != 127 {
		t.Error(err)
	}
}

// TestTreeOfManyLayers: as many layers as half the vertices are still made at once.
func TestTreeOfManyLayers(t *testing.T) {
	const p = 200_000
	for _, task := range []Task{Broadcast, Accumulate} {
		tm, err := Tree(parse(t, "ring:200000"), task)
		if err != nil || tm.Steps != p-1 {
			t.Fatalf("%s: %v", task, err)
		}
	}
}

// TestTreeIsBreadthFirst: a vertex hangs under a closest neighbour, by the first generator
// that leads there from one, and is served after all that are closer.
func TestTreeIsBreadthFirst(t *testing.T) {
	for _, spec := range []string{"hypercube:4", "torus:3x4x5", "star:4", "dihedral:6:r,r-1,f", "circulant:9:1,2"} {
		g := parse(t, spec)
		tm, err := Tree(g, Broadcast)
		if err != nil {
			t.Fatal(err)
		}
		dist, in := cayley.DistancesFrom(g, 0), cayley.In(g)
		far := int32(0)
		for _, v := range tm.Order() {
			first := 0
			for dist[in(int(v), first)] != dist[v]-1 {
				first++
			}
			if int(tm.Gen[v]) != first || dist[v] < far {
				t.Errorf("%s: vertex %d at distance %d hangs by generator %d, want %d, after one at distance %d", spec, v, dist[v], tm.Gen[v], first, far)
			}
			far = dist[v]
		}
	}
}

func TestRootedAndGlobalSum(t *testing.T) {
	for spec, far := range map[string]int{"hypercube:3": 3, "petersen": 2, "star:5": 6, "circulant:7:1": 6, "ring:1": 0, "johnson:6,3": 3} {
		g := graph(t, spec)
		root := g.Order() / 2
		for _, task := range []Task{Broadcast, Accumulate} {
			e, b, err := Rooted(g, root, task)
			if err != nil || e.Steps != far || b.Value != far {
				t.Errorf("%s %s: %v, bound %v", spec, task, err, b)
			}
		}
		s, b, err := MakeGlobalSum(g, root)
		if err != nil || s.Tau() != 2*far || b.Value != 2*far {
			t.Errorf("%s: global sum: %v, bound %v", spec, err, b)
		}
		if again, err := BoundOf(s); err != nil || again != b {
			t.Errorf("%s: global sum: bound %v, then %v: %v", spec, b, again, err)
		}
		if far > 0 {
			for _, early := range []int{1, far} { // the last is when it comes in
				s.Out.Sends[0].Time = int32(early)
				if s.Verify() == nil {
					t.Errorf("%s: the sum leaves the root at %d, before it is there", spec, early)
				}
			}
		}
	}
	irregular, err := cayley.NewGraph("y", 4, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err := MakeGlobalSum(irregular, 0); err != nil || s.Tau() != 4 {
		t.Errorf("irregular: %v", err)
	}
	path, err := cayley.NewGraph("in 2, out 1", 3, [][2]int{{0, 1}, {1, 2}, {2, 1}, {1, 0}, {0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if s, b, err := MakeGlobalSum(path, 0); err != nil || s.Tau() != 3 || b.Value != 3 {
		t.Errorf("%s: %v, bound %v", path.Name(), err, b)
	}
}

// TestNoRoot: a root is a vertex.
func TestNoRoot(t *testing.T) {
	for _, root := range []int{-1, 5} {
		_, _, one := Rooted(parse(t, "ring:5"), root, Broadcast)
		_, _, sum := MakeGlobalSum(parse(t, "ring:5"), root)
		for _, err := range []error{one, sum} {
			if want := fmt.Sprintf("sched: root %d is not a vertex: they are 0 to 4", root); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}

// TestTwoTreesOfASum: they are of one root, on one graph, and serve all of it.
func TestTwoTreesOfASum(t *testing.T) {
	s, _, err := MakeGlobalSum(parse(t, "ring:5"), 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(out *Explicit){
		"a global sum is an accumulation to and a broadcast from one root":                           func(out *Explicit) { out.Root = 2 },
		"the trees of a global sum are on ring:5 and on another graph, complete:5: want both on one": func(out *Explicit) { out.Graph = parse(t, "complete:5") },
		"a tree of a global sum has a scope: want both to serve every distance":                      func(out *Explicit) { out.Scope.Within = 2 },
		"global sum without its trees, or one of them without a graph":                               func(out *Explicit) { out.Graph = nil },
	} {
		out := *s.Out
		spoil(&out)
		if err := (&GlobalSum{s.In, &out}).Verify(); err == nil || err.Error() != "sched: "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestErrata2: the legal task graph of the paper in which no word can move.
func TestErrata2(t *testing.T) {
	g := parse(t, "ring:4")
	c := &TaskGraph{g, []Arc{{0, 1, 4}, {1, 2, 3}, {2, 3, 2}, {3, 0, 1}}}
	if err := c.Verify(); err == nil || !strings.Contains(err.Error(), "directed cycle") {
		t.Errorf("cycle: %v", err)
	}
	// Example 2.6 on the complete graph: incomparable arcs need no order.
	ok := &TaskGraph{parse(t, "complete:6"), []Arc{{0, 1, 1}, {1, 2, 2}, {1, 3, 2}, {3, 4, 4}, {2, 4, 3}, {4, 5, 5}}}
	if err := ok.Verify(); err != nil || ok.Tau() != 5 {
		t.Error(err)
	}
	r, err := ok.Reverse()
	if err != nil || r.Verify() != nil || r.Tau() != 5 {
		t.Errorf("2.10: %v", err)
	}
	if _, err := (&TaskGraph{parse(t, "circulant:5:1"), []Arc{{0, 1, 1}}}).Reverse(); err == nil || err.Error() != "sched: circulant:5:1 is directed: its task graphs reversed are those of the reversed graph" {
		t.Errorf("2.10 on a directed graph: %v", err)
	}
	for want, arc := range map[string]Arc{
		"arc 0 of the task, 0 → 6: vertices are 0 to 5":              {0, 6, 1},
		"arc 0 of the task, -1 → 1: vertices are 0 to 5":             {-1, 1, 1},
		"arc 0 of the task, 1 → 1, is not in the graph":              {1, 1, 1},
		"arc 0 of the task, 0 → 1, has time 0: times are at least 1": {0, 1, 0},
	} {
		bad := &TaskGraph{ok.Graph, append([]Arc{arc}, ok.Arcs[1:]...)}
		if err := bad.Verify(); err == nil || err.Error() != "sched: "+want {
			t.Errorf("%v: %v, want %s", arc, err, want)
		}
	}
	ok.Arcs[5].Time = 4
	if err := ok.Verify(); err == nil || !strings.Contains(err.Error(), "arc 5") {
		t.Errorf("times that do not rise: %v", err)
	}
}

func TestCommunicationGraphs(t *testing.T) {
	alone := &CommunicationGraph{Tasks: []TaskGraph{{parse(t, "ring:4"), []Arc{{0, 1, 1}, {0, 1, 1}}}}}
	if err := alone.Verify(); err == nil || err.Error() != "sched: tasks 0 and 0 both use 0 → 1 at time 1" {
		t.Errorf("a task with an arc twice at one time: %v", err)
	}
	for _, spec := range []string{"hypercube:3", "torus:3x3"} {
		x, err := MakeExchange(parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		e, err := x.Expand()
		if err != nil {
			t.Fatal(err)
		}
		c := e.CommunicationGraph()
		if err := c.Verify(); err != nil || c.Tau() != x.Steps || len(c.Tasks) != x.Graph.Order()*(x.Graph.Order()-1) {
			t.Errorf("%s: %v, %d tasks", spec, err, len(c.Tasks))
		}
		c.Model = OneWay
		if err := c.Verify(); err == nil || !strings.Contains(err.Error(), "both use") {
			t.Errorf("%s: two-way passes as one-way: %v", spec, err)
		}
		c.Model = 9
		if err := c.Verify(); err == nil || err.Error() != "sched: Model(9) is no model: want two-way or one-way" {
			t.Errorf("%s: %v", spec, err)
		}
		c.Model, c.Tasks[2].Graph = TwoWay, parse(t, "complete:12")
		if err := c.Verify(); err == nil || err.Error() != "sched: task 2 is on complete:12, task 0 on "+spec+": all must be of one graph" {
			t.Errorf("%s: %v", spec, err)
		}
		c.Tasks[2].Graph = nil
		if c.Verify() == nil {
			t.Errorf("%s: a task without a graph passed", spec)
		}
	}
}
