package sched

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestChunks: exactly m·(P-1)/d short steps.
func TestChunks(t *testing.T) {
	for _, spec := range []string{"hypercube:5", "hypercube:8", "torus:4x4", "torus:5x5x5", "star:5", "ring:9", "complete:7"} {
		for _, task := range []Task{Broadcast, Accumulate} {
			g := parse(t, spec)
			tm, err := Make(g, task)
			if err != nil {
				t.Fatal(err)
			}
			c, err := Chunks(tm)
			if err != nil {
				t.Fatal(err)
			}
			if c.Steps*g.Degree() != len(c.Segments)*(g.Order()-1) {
				t.Errorf("%s: %d segments in %d short steps", spec, len(c.Segments), c.Steps)
			}
			first, second := c.Segments[0].(*Template), c.Segments[1].(*Template)
			first.Time, second.Time = second.Time, first.Time
			if c.Verify() == nil {
				t.Errorf("%s: times of two segments exchanged pass", spec)
			}
		}
	}
	tm, err := Make(parse(t, "torus:3x4"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Chunks(tm); err == nil {
		t.Error("torus:3x4 has no automorphism that exchanges its sides")
	}
}

func TestOneWay(t *testing.T) {
	for spec, optimal := range map[string]bool{"torus:5x5": true, "torus:3x7": true, "ring:8": true, "ring:9": true, "circulant:7:1": true, "torus:4x5x3": true, "hypercube:4": true, "star:4": true, "circulant:9:1,3,4,6": true, "circulant:12:1,3,9": true, "dihedral:6:r,f": true, "dihedral:9:r,r3f": true, "folded:5": true, "complete:8": true, "ring:1": true, "bipartite:5": true} {
		g := parse(t, spec)
		for task := range Task(3) {
			s, b, err := Plan(g, Request{Task: task, Model: OneWay})
			if err != nil {
				t.Fatalf("%s %s: %v", spec, task, err)
			}
			e := s.(*Explicit)
			if e.Model != OneWay || e.Verify() != nil {
				t.Errorf("%s: %v", spec, e.Verify())
			}
			t.Logf("%s %s: %d steps, bound %v", spec, task, e.Steps, b)
			if task != Exchange && optimal != (e.Steps == b.Value) {
				t.Errorf("%s %s: %d steps, bound %v", spec, task, e.Steps, b)
			}
			if err := e.CommunicationGraph().Verify(); err != nil {
				t.Errorf("%s %s: %v", spec, task, err)
			}
		}
	}
}

func TestPlan(t *testing.T) {
	for _, spec := range []string{"hypercube:4", "torus:3x5", "petersen", "star:4", "circulant:9:1,3,4,6", "ring:1"} {
		g, err := cayley.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		_, isCayley := g.(cayley.Cayley)
		for _, method := range append(Methods(), "") {
			for task := range Task(3) {
				s, b, err := Plan(g, Request{Task: task, Method: method})
				if err != nil {
					if isCayley && task != Exchange && method != "regular" && method != "ring" {
						t.Errorf("%s %s %s: %v", spec, task, method, err)
					}
					continue
				}
				if err := s.Verify(); err != nil || s.Tau() < b.Value {
					t.Errorf("%s %s %s: %d steps, bound %v: %v", spec, task, method, s.Tau(), b, err)
				}
			}
		}
	}
	if _, _, err := Plan(parse(t, "ring:5"), Request{Method: "magic"}); err == nil {
		t.Error("method magic")
	}
}

// TestEstimate: doubling beats the optimal schedule only where starting a message is dear.
func TestEstimate(t *testing.T) {
	tree, err := Doubling(6)
	if err != nil {
		t.Fatal(err)
	}
	if s, rounds, err := tree.EstimateRounds(Link{1, 0.5}, 2); err != nil || rounds != 6 || s > 6+63*2*0.5 || s < 6+10.5 {
		t.Errorf("doubling: %v s in %d rounds", s, rounds)
	}
	ring, err := Ring(parse(t, "ring:12"), Accumulate)
	if err != nil {
		t.Fatal(err)
	}
	if s, rounds, err := ring.EstimateRounds(Link{3, 1}, 2); err != nil || rounds != 11 || s != 11*(3+2) {
		t.Errorf("ring: %v s in %d rounds", s, rounds)
	}
	for _, task := range []Task{Broadcast, Accumulate} {
		pair := parse(t, "ring:2")
		for want, bad := range map[string]*Template{
			"sched: template without a graph":                            {Task: task, Gen: []int32{-1, 0}, Time: []int32{0, 1}},
			"sched: template of 2 generators and 1 times for 2 vertices": {Graph: pair, Task: task, Gen: []int32{-1, 0}, Time: []int32{0}},
			"sched: vertex 1 has generator -1: the graph has 0 to 0":     {Graph: pair, Task: task, Steps: 1, Gen: []int32{-1, -1}, Time: []int32{0, 1}},
			"sched: vertex 1 has generator 1: the graph has 0 to 0":      {Graph: pair, Task: task, Steps: 1, Gen: []int32{-1, 1}, Time: []int32{0, 1}},
			"sched: vertex 1 is not served":                              {Graph: pair, Task: task, Gen: []int32{-1, -1}, Time: []int32{0, 0}},
		} {
			if s, rounds, err := bad.EstimateRounds(Link{1, 1}, 1); s != 0 || rounds != 0 || err == nil || err.Error() != want {
				t.Errorf("%s: %v s in %d rounds, %v, want %s", task, s, rounds, err, want)
			}
		}
		if s, rounds, err := (&Template{Graph: parse(t, "ring:1"), Task: task, Gen: []int32{-1}, Time: []int32{0}}).EstimateRounds(Link{1, 1}, 1); s != 0 || rounds != 0 || err != nil {
			t.Errorf("%s of one vertex: %v s in %d rounds, %v", task, s, rounds, err)
		}
	}
	best, err := Make(tree.Graph, Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if got := Estimate(best, Link{1, 0.5}, 2); got != 11*2 {
		t.Errorf("optimal: %v s", got)
	}
	c, err := Chunks(best)
	if err != nil {
		t.Fatal(err)
	}
	if got := Estimate(c, Link{0, 0.5}, 2); math.Abs(got-10.5) > 1e-12 {
		t.Errorf("chunks: %v s, want (P-1)/d = 10.5", got)
	}
}

// TestUnknownNames: what is none of this package's constants has a name or is refused.
func TestUnknownNames(t *testing.T) {
	if got := fmt.Sprint(Answer(7), Model(7), Task(7)); got != "Answer(7) Model(7) Task(7)" {
		t.Error(got)
	}
	for _, r := range []Request{{Task: 7}, {Model: 7}} {
		if _, _, err := Plan(parse(t, "ring:5"), r); err == nil {
			t.Errorf("%v %v was planned", r.Task, r.Model)
		}
	}
}

// TestSearchAlone: where greedy is cut off, the search finds what it finds.
func TestSearchAlone(t *testing.T) {
	for _, spec := range []string{"hypercube:4", "circulant:9:1,3,4,6", "circulant:13:1,5", "dihedral:6:r,r3,r4,f,r2f,r5f", "star:4", "torus:3x4"} {
		g := parse(t, spec)
		best, bound, err := Build(g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		adj := newAdjacency(g)
		tm := &Template{Graph: g, Steps: best.Steps + 3}
		tm.search(&adj, adj.distances(), bound.Value, Scope{})
		if tm.Steps != best.Steps || tm.Verify() != nil {
			t.Errorf("%s: search finds %d, greedy %d: %v", spec, tm.Steps, best.Steps, tm.Verify())
		}
	}
}

// TestChunksOfOneGraph: segments on two graphs of one name are no schedule.
func TestChunksOfOneGraph(t *testing.T) {
	z4, err := cayley.CyclicGroup(4)
	if err != nil {
		t.Fatal(err)
	}
	v4, err := cayley.BinaryGroup(2)
	if err != nil {
		t.Fatal(err)
	}
	a, err := cayley.NewCayley("x", z4, []int{1, 3})
	if err != nil {
		t.Fatal(err)
	}
	b, err := cayley.NewCayley("x", v4, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	c := &Chunked{Steps: 4, Segments: []Segment{
		&Template{Graph: a, Steps: 2, Gen: []int32{-1, 0, 0, 1}, Time: []int32{0, 1, 2, 1}},
		&Template{Graph: b, Steps: 4, Gen: []int32{-1, 0, 1, 1}, Time: []int32{0, 3, 3, 4}},
	}}
	if err := c.Verify(); err == nil || !strings.Contains(err.Error(), "another graph") {
		t.Errorf("segments on the ring and on the square: %v", err)
	}
}

// TestChunksOfOneGroup: segments by two groups number arcs in two ways, and those of one, be it
// given twice, share no link at any time.
func TestChunksOfOneGroup(t *testing.T) {
	g := parse(t, "hypercube:2")
	orbits := func(act cayley.FreeAction) *OrbitSchedule {
		o, _, err := BuildOrbits(g, act, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	tm, err := Make(g, Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	later := *tm
	later.Steps, later.Time = 4, []int32{0, tm.Time[1] + 2, tm.Time[2] + 2, tm.Time[3] + 2}
	const other, taken = "segment 1 is of another graph, group, task or scope than segment 0", "an image of this arc is in use at this time (segment 1)"
	for _, c := range []struct {
		first, second Segment
		want          string
	}{
		{orbits(turns{}), orbits(byTwo{}), other},
		{orbits(turns{}), orbits(cayley.FreeActionOf(g)), other},
		{orbits(cayley.FreeActionOf(g)), tm, other},
		{tm, orbits(cayley.FreeActionOf(g)), other},
		{orbits(turns{}), orbits(turnsAgain{}), taken},
		{tm, tm, "and so does an entry before (segment 1)"},
		{tm, &later, ""},
	} {
		m := &Chunked{Steps: max(c.first.Tau(), c.second.Tau()), Segments: []Segment{c.first, c.second}}
		if err := m.Verify(); (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%T and %T: %v, want %q", c.first, c.second, err, c.want)
		}
	}
}

// byTwo carries v to v^2, turnsAgain is turns.
type (
	byTwo      struct{ turns }
	turnsAgain struct{ turns }
)

func (byTwo) Act(a, v int) int { return v ^ 2*a }

// TestAbsurdSteps: a count of steps that no schedule needs is an answer, not a crash.
func TestAbsurdSteps(t *testing.T) {
	const n = 1 << 17
	e := &Explicit{Graph: parse(t, "complete:131072"), Task: Broadcast, Scope: Scope{}, Steps: math.MaxInt32}
	for v := int32(1); v < n; v++ {
		e.Sends = append(e.Sends, Send{Time: 1, To: v})
	}
	e.Sends[0].Time = math.MaxInt32
	if err := e.Verify(); err == nil {
		t.Error("a schedule without most of its words is valid")
	}
}

// TestFarTimes: two sends that are 2³¹ steps apart are a schedule, and nobody makes a
// table of its steps.
func TestFarTimes(t *testing.T) {
	e := &Explicit{Graph: parse(t, "ring:2"), Steps: math.MaxInt32, Sends: []Send{{Time: 1, To: 1}, {Time: math.MaxInt32, From: 1, Item: 1}}}
	if err := e.Verify(); err != nil {
		t.Fatal(err)
	}
	if b, err := BoundOf(e); err != nil || b.Value != 1 {
		t.Errorf("bound %v: %v", b, err)
	}
	if one, err := e.OneWay(); err != nil || one.Steps != 2 {
		t.Errorf("one-way: %v", err)
	}
}

// TestIdleSteps: templates may have idle steps, as sends may, in memory that is
// that of the template; a step after the last in use is refused.
func TestIdleSteps(t *testing.T) {
	pair := parse(t, "hypercube:1")
	orbits, _, err := BuildOrbits(pair, cayley.FreeActionOf(pair), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, far := range []int{2, 5000, math.MaxInt32} {
		at := int32(far)
		tm := &Template{Graph: pair, Steps: far, Gen: []int32{-1, 0}, Time: []int32{0, at}}
		x := &ExchangeTemplate{Graph: pair, Steps: far, Start: []int{0, 0, 1}, Gen: []int32{0}, Time: []int32{at}}
		o := *orbits
		o.Steps, o.Time = far, [][]int32{{0, at}}
		c := &Chunked{Steps: far, Segments: []Segment{tm}}
		for _, s := range []Schedule{tm, x, &o, c} {
			if err := s.Verify(); err != nil {
				t.Errorf("%T of %d steps: %v", s, far, err)
			}
			if one, ok := s.(interface{ OneWay() (*Explicit, error) }); ok {
				if e, err := one.OneWay(); err != nil || e.Steps != 2 {
					t.Errorf("%T of %d steps, one-way: %v", s, far, err)
				}
			}
		}
		tm.Time[1], x.Time[0], o.Time[0][1] = at-1, at-1, at-1
		for _, s := range []Schedule{tm, x, &o, c} {
			if err := s.Verify(); err == nil {
				t.Errorf("%T of %d steps, the last idle, is valid", s, far)
			}
		}
		tm.Steps, c.Steps = far-1, 0
		if err := c.Verify(); err == nil {
			t.Error("segments of more steps than the whole are valid")
		}
	}
}

// TestLowerBoundAnyGraph: a scope with gaps has a bound on an irregular graph, and an error
// on one that is not connected.
func TestLowerBoundAnyGraph(t *testing.T) {
	for _, arcs := range [][][2]int{{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}}, {{0, 1}, {1, 0}, {2, 3}, {3, 2}}} {
		g, err := cayley.NewGraph("any", 4, arcs)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range []Task{Broadcast, Accumulate, Exchange} {
			for _, model := range []Model{TwoWay, OneWay} {
				b, err := LowerBound(g, task, model, Scope{At: []int{1}})
				if connected := len(arcs) == 6; (err == nil) != connected || connected && b.Value < 1 {
					t.Errorf("%s %s: %v: %v", task, model, b, err)
				}
			}
		}
	}
}

// TestGapsOnAnyGraph: relays raise no bound of a graph on which vertices differ.
func TestGapsOnAnyGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for i := range 300 {
		g := randomGraph(t, rng, 3+rng.IntN(7), i%2 == 0)
		for _, task := range []Task{Broadcast, Accumulate} {
			for _, scope := range []Scope{{At: []int{2}}, {At: []int{3}}, {At: []int{1, 3}}} {
				s, _, err := Plan(g, Request{Task: task, Scope: scope})
				if err != nil {
					t.Fatal(err)
				}
				if b, err := LowerBound(g, task, TwoWay, scope); err != nil || b.Value > s.Tau() {
					t.Errorf("%s: %s at %v in %d steps, bound %v: %v", g.Name(), task, scope.At, s.Tau(), b, err)
				}
			}
		}
	}
	apart, err := cayley.NewGraph("apart", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for task := range Task(3) {
		if _, _, err := Plan(apart, Request{Task: task, Scope: Scope{At: []int{2}}}); err == nil || !strings.Contains(err.Error(), "apart") {
			t.Errorf("%s: %v", task, err)
		}
	}
}

// TestNoGraph: what has no graph is refused in a line.
func TestNoGraph(t *testing.T) {
	if _, _, err := Plan(nil, Request{}); err == nil || err.Error() != "sched: plan without a graph" {
		t.Errorf("plan: %v", err)
	}
	if err := (&TaskGraph{}).Verify(); err == nil {
		t.Error("a task without a graph is valid")
	}
	if _, err := (&TaskGraph{}).Reverse(); err == nil {
		t.Error("a task without a graph was reversed")
	}
}

// TestLongNames: an error is a line even on a graph whose name is not.
func TestLongNames(t *testing.T) {
	g, err := cayley.NewCayley(strings.Repeat("1x", 20_000), parse(t, "circulant:12:1,11,5,7,6"), []int{1, 11, 5, 7, 6})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Plan(g, Request{Method: "regular"}); err == nil || len(err.Error()) > 300 {
		t.Errorf("an error of %d bytes", len(fmt.Sprint(err)))
	}
}
