package sched

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestSendsWrittenOut: at most 2²⁸, and one more is refused before there is room for it.
func TestSendsWrittenOut(t *testing.T) {
	const limit = "268435456"
	if err := tooMany(16384, 16384); err != nil {
		t.Fatalf("2²⁸ sends: %v", err)
	}
	if err := tooMany(268435457, 1); err == nil || !strings.Contains(err.Error(), limit) {
		t.Fatalf("2²⁸+1 sends: %v", err)
	}
	const p = 16386 // p(p-1) sends: 5.4 GB
	g := parse(t, "ring:16386")
	start := make([]int, p+1)
	for i := range start {
		start[i] = max(0, i-1)
	}
	for name, s := range map[string]Expander{
		"template": &Template{Graph: g, Time: slices.Repeat([]int32{1}, p), Gen: make([]int32, p)},
		"exchange": &ExchangeTemplate{Graph: g, Start: start, Gen: make([]int32, p-1), Time: make([]int32, p-1)},
		"orbits":   &OrbitSchedule{Graph: g, Action: cayley.FreeActionOf(g), Time: [][]int32{slices.Repeat([]int32{1}, p)}},
	} {
		if _, err := s.Expand(); !errors.As(err, new(sizeError)) || !errors.Is(err, ErrTooMany) || !strings.Contains(err.Error(), limit) { // Plan passes over a sizeError
			t.Errorf("%s: %v", name, err)
		}
	}
	few := &OrbitSchedule{Graph: g, Action: cayley.FreeActionOf(g), Scope: Scope{Within: 1}, Steps: 1, Roots: []int32{0},
		Next: [][]int32{slices.Repeat([]int32{-1}, p)}, Time: [][]int32{make([]int32, p)}}
	few.Next[0][1], few.Time[0][1] = 0, 1
	if e, err := few.Expand(); err != nil || len(e.Sends) != p {
		t.Errorf("one send a vertex: %v", err)
	}
	far := parse(t, "ring:32769") // of (P²-1)/4 hops
	if _, _, err := BuildExchange(far, Scope{}); err == nil || !strings.Contains(err.Error(), limit+" hops") {
		t.Errorf("hops of an exchange: %v", err)
	}
	if _, _, err := BuildOrbitExchange(far, cayley.FreeActionOf(far), Scope{}); err == nil || !strings.Contains(err.Error(), limit) {
		t.Errorf("hops of an exchange by orbits: %v", err)
	}
}

// TestRefusedBeforeWork: what is too large is refused without a look at an arc.
func TestRefusedBeforeWork(t *testing.T) {
	g, err := cayley.Johnson(20, 10)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	seen, act := spied{g, &n}, cayley.FreeActionOf(g)
	refused := func(what, want string, err error) {
		if err == nil || !strings.Contains(err.Error(), want) || n > 0 {
			t.Errorf("%s: %v, after a look at %d arcs", what, err, n)
		}
		n = 0
	}
	const templates = ": 9724 templates of 184756 vertices"
	for _, task := range []Task{Broadcast, Accumulate} {
		_, err = OrbitTree(seen, act, task)
		refused("tree of "+task.String(), templates+" are too many", err)
		_, err = buildOrbits(seen, act, Options{Task: task}, 1, Bound{})
		refused("orbits of "+task.String(), templates+" are too many", err)
	}
	few, err := cayley.Johnson(8, 4)
	if err != nil {
		t.Fatal(err)
	}
	_, err = buildOrbits(spied{few, &n}, cayley.FreeActionOf(few), Options{}, 1<<20, Bound{})
	refused("segments", ": 10485760 templates of 70 vertices are too many", err)
	_, err = newOrbitExchange(seen, act, Scope{}, 0)
	refused("exchange", templates+" with 100 arcs each", err)
	large, err := cayley.Johnson(30, 15) // whose distances alone would take seconds
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Plan(large, Request{})
	refused("broadcast", ": 5348880 templates of 155117520 vertices", err)
	_, _, err = Plan(large, Request{Method: "tree"})
	refused("tree", ": 5348880 templates of 155117520 vertices", err)
	_, _, err = Plan(large, Request{Method: "ring", Task: Accumulate})
	refused("ring", "too many sends to write out: 24061444855832880, the limit is 268435456", err)
	_, _, err = Plan(large, Request{Task: Exchange})
	refused("exchange", ": 5348880 templates of 155117520 vertices with 225 arcs each", err)
	// As many as there may be, without a group: vertices times vertices, times arcs.
	for _, c := range []struct {
		spec  string
		few   func(cayley.Graph, cayley.FreeAction) error
		right bool
	}{
		{"circulant:16384:1", func(g cayley.Graph, act cayley.FreeAction) error { return fewTemplates(g, act, 1) }, true},
		{"circulant:16385:1", func(g cayley.Graph, act cayley.FreeAction) error { return fewTemplates(g, act, 1) }, false},
		{"circulant:4096:1,2,4,8,16,32,64,128", fewPaths, true},
		{"circulant:4097:1,2,4,8,16,32,64,128", fewPaths, false},
	} {
		g := struct{ cayley.Graph }{parse(t, c.spec)}
		if err := c.few(g, cayley.FreeActionOf(g)); (err == nil) != c.right {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}

// TestSendsWrittenOutOneWay: too many are refused before generators are sought that share
// no links, each vertex of the last step among all.
func TestSendsWrittenOutOneWay(t *testing.T) {
	g := parse(t, "complete:1000000")
	star := &Template{Graph: g, Steps: 1, Gen: make([]int32, g.Order()), Time: slices.Repeat([]int32{1}, g.Order())}
	star.Gen[0], star.Time[0] = -1, 0
	for k := range g.Degree() {
		star.Gen[g.Gen(k)] = int32(k)
	}
	if _, err := star.OneWay(); err == nil || !strings.Contains(err.Error(), "too many sends to write out: 999999000000") {
		t.Errorf("one-way: %v", err)
	}
}

// TestSegmentsTogether: at most 2²⁴ entries, one a segment, vertex and orbit.
func TestSegmentsTogether(t *testing.T) {
	for _, c := range []struct {
		m, p, group int
		refused     bool
	}{
		{4096, 4096, 4096, false}, {4097, 4096, 4096, true},
		{1, 1 << 24, 1 << 24, false}, {2, 1 << 24, 1 << 24, true}, {1, 1<<24 + 1, 1<<24 + 1, false}, // words stay whole
		{1024, 128, 1, false}, {1025, 128, 1, true}, // as many orbits as vertices
		{2048, 128, 2, false}, {2049, 128, 2, true},
	} {
		if got := c.m > mostSegments(c.p, c.group); got != c.refused {
			t.Fatalf("%d segments of %d vertices by a group of %d: refused: %t", c.m, c.p, c.group, got)
		}
	}
	ring := parse(t, "ring:4096")
	var arcs [][2]int
	for v := range 4096 {
		arcs = append(arcs, [2]int{v, (v + 1) % 4096})
	}
	alone, err := cayley.NewGraph("alone", 4096, arcs)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := JointChunks(ring, Broadcast, 4097); err == nil || err.Error() != "sched: ring:4096: 4097 segments of 4096 vertices, by a group of 4096: want 1 to 4096" {
		t.Errorf("joint chunks: %v", err)
	}
	if _, _, err := JointChunks(alone, Broadcast, 2); err == nil || err.Error() != "sched: alone: 2 segments of 4096 vertices, by a group of 1: want 1 to 1" {
		t.Errorf("joint chunks by orbits: %v", err)
	}
}

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
		sum, c := *tm, &Chunked{Steps: far, Segments: []Segment{tm}}
		sum.Task = Accumulate
		for _, s := range []Schedule{tm, &sum, x, &o, c} {
			if err := s.Verify(); err != nil {
				t.Errorf("%T of %d steps: %v", s, far, err)
			}
			if one, ok := s.(interface{ OneWay() (*Explicit, error) }); ok {
				if e, err := one.OneWay(); err != nil || e.Steps != 2 {
					t.Errorf("%T of %d steps, one-way: %v", s, far, err)
				}
			}
			if s, ok := s.(*Template); ok { // idle steps at the end are none
				if r, err := s.Reverse(); err != nil || r.Verify() != nil || r.Steps != 1 {
					t.Errorf("%s of %d steps, turned round: %+v: %v", s.Task, far, r, err)
				}
			}
		}
		tm.Time[1], x.Time[0], o.Time[0][1] = at-1, at-1, at-1
		for _, s := range []Schedule{tm, &sum, x, &o, c} {
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
