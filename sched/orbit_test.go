package sched

import (
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func TestOrbits(t *testing.T) {
	for _, spec := range []string{"petersen", "johnson:5,2", "johnson:6,3", "johnson:7,3", "kneser:7,2", "odd:4", "odd:5", "hypercube:4", "johnson:4,2", "kneser:6,2"} {
		g := graph(t, spec)
		for _, task := range []Task{Broadcast, Accumulate} {
			act := cayley.FreeActionOf(g)
			s, bound, err := BuildOrbits(g, act, Options{Task: task})
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			t.Logf("%s: P=%d, group of %d, %d steps, bound %v", spec, g.Order(), act.Order(), s.Steps, bound)
			if s.Steps != bound.Value {
				t.Errorf("%s %s: %d steps, bound %v", spec, task, s.Steps, bound)
			}
			if spec == "petersen" && s.Steps != 3 {
				t.Errorf("petersen in %d steps", s.Steps)
			}
			e, err := s.Expand()
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Verify(); err != nil {
				t.Errorf("%s: expanded: %v", spec, err)
			}
		}
	}
}

// shifted is a group whose inverses are another element's.
type shifted struct{ cayley.FreeAction }

func (s shifted) Inv(a int) int {
	if a == 0 {
		return 0
	}
	return s.Mul(s.FreeAction.Inv(a), 2)
}

// TestNumbersOfArcs: where the number of an arc's orbit is wrong two words that share an
// arc may not seem to, and where that of an arc is a word may seem to have one.
func TestNumbersOfArcs(t *testing.T) {
	g := parse(t, "bipartite:3") // 2 and 5 come by generator 5, at time 2
	s := &OrbitSchedule{Graph: g, Action: cayley.FreeActionOf(g), Steps: 3, Roots: []int32{0},
		Next: [][]int32{{-1, 0, 3, 0, 1, 0}}, Time: [][]int32{{0, 1, 2, 1, 3, 2}}}
	if err := s.Verify(); err == nil || !strings.HasSuffix(err.Error(), "an image of this arc is in use at this time") {
		t.Errorf("two words on an arc: %v", err)
	}
	s.Action = shifted{s.Action}
	if err := s.Verify(); err == nil || !strings.HasSuffix(err.Error(), "their arc is not in the orbit that it is counted in") {
		t.Errorf("numbers of orbits: %v", err)
	}
	e, _, err := Rooted(parse(t, "complete:12"), 0, Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	e.Graph = tangled{e.Graph.(cayley.Cayley)}
	if err := e.Verify(); err == nil || !strings.HasSuffix(err.Error(), "the graph has no arc 0 → 1") {
		t.Errorf("numbers of arcs: %v", err)
	}
}

// tangled is a graph whose arcs are those of the generators squared.
type tangled struct{ cayley.Cayley }

func (g tangled) Neighbor(v, k int) int { return g.Mul(v, g.Mul(g.Gen(k), g.Gen(k))) }

// turns is the group of two that carries v to v^1.
type turns struct{}

func (turns) Order() int       { return 2 }
func (turns) Mul(a, b int) int { return a ^ b }
func (turns) Inv(a int) int    { return a }
func (turns) Act(a, v int) int { return v ^ a }

// TestNoAutomorphisms: makers refuse what Verify would, and say it as Verify does.
func TestNoAutomorphisms(t *testing.T) {
	g := parse(t, "circulant:4:1")
	for _, c := range []struct {
		act  cayley.FreeAction
		want string
	}{
		{turns{}, "sched: circulant:4:1: element 1 does not carry arcs to arcs: 0 → 1"},
		{moved{by: 1}, "sched: circulant:4:1: element 0 carries vertex 0 to 1: it must be the identity"},
		{moved{times: 4}, "sched: circulant:4:1: element 1 carries vertex 0 to 4: they are 0 to 3"},
		{moved{}, "sched: circulant:4:1: the group does not act freely: element 1 carries 0 to 0, and so does another"},
	} {
		_, _, orbits := BuildOrbits(g, c.act, Options{})
		_, tree := OrbitTree(g, c.act, Broadcast)
		_, _, exchange := BuildOrbitExchange(g, c.act, Scope{})
		verify := (&OrbitSchedule{Graph: g, Action: c.act}).Verify()
		for i, err := range []error{orbits, tree, exchange, verify} {
			if err == nil || err.Error() != c.want {
				t.Errorf("call %d: %v, want %s", i, err, c.want)
			}
		}
	}
}

// moved carries v to v^by + a·times.
type moved struct {
	turns
	by, times int
}

func (m moved) Act(a, v int) int { return (v ^ m.by) + a*m.times }

// TestFewerArcsThanTheFirst: an action that carries an arc to none is refused, even if each
// arc of a vertex comes from one of the first of its orbit.
func TestFewerArcsThanTheFirst(t *testing.T) {
	g, err := cayley.NewGraph("path", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}, {0, 2}, {2, 0}})
	if err != nil {
		t.Fatal(err)
	}
	s := &OrbitSchedule{Graph: g, Action: turns{}, Steps: 3, Roots: []int32{0, 2},
		Next: [][]int32{{-1, 0, 0, 2}, {2, 0, -1, 2}}, Time: [][]int32{{0, 2, 1, 3}, {1, 3, 0, 2}}}
	const want = "sched: path: element 1 carries vertex 0, of 2 arcs, to 1, of 1; want as many"
	if err := s.Verify(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
