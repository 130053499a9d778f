package sched

import (
	mathbits "math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestScopesWithGaps: distances left out are passed through by as few relays as
// it takes; the steps over the bound that remain are listed.
func TestScopesWithGaps(t *testing.T) {
	for _, c := range []struct {
		spec string
		at   []int
		over int
	}{
		{"hypercube:4", []int{2}, 0}, {"hypercube:5", []int{2}, 0}, {"hypercube:5", []int{2, 4}, 0}, {"hypercube:5", []int{4}, 0},
		{"hypercube:6", []int{2, 4}, 0}, {"hypercube:6", []int{3}, 0}, {"hypercube:7", []int{2}, 0}, {"hypercube:7", []int{2, 4}, 1},
		{"torus:5x5", []int{2, 4}, 0}, {"torus:6x6", []int{4}, 0}, {"torus:6x6", []int{2, 4}, 0}, {"torus:5x5", []int{4}, 1},
		{"star:4", []int{2, 4}, 0}, {"star:4", []int{4}, 0}, {"star:5", []int{2}, 0}, {"circulant:11:1,3", []int{2}, 0},
	} {
		for _, task := range []Task{Broadcast, Accumulate} {
			o := Options{Task: task, Scope: Scope{At: c.at}}
			tm, b, err := Build(parse(t, c.spec), o)
			if err != nil {
				t.Fatal(err)
			}
			if tm.Steps > b.Value+c.over {
				t.Errorf("%s at %v, %s: %d steps, bound %v", c.spec, c.at, task, tm.Steps, b)
			}
			if again, err := LowerBound(tm.Graph, task, TwoWay, o.Scope); err != nil || again.Value > tm.Steps || again.Value < b.Value && b.Kind == "relays" {
				t.Errorf("%s at %v, %s: bound %v, LowerBound %v: %v", c.spec, c.at, task, b, again, err)
			}
			e, err := tm.Expand()
			if err != nil || e.Verify() != nil {
				t.Errorf("%s at %v, %s: expanded: %v, %v", c.spec, c.at, task, err, e.Verify())
			}
		}
	}
}

// TestOneWayWithGaps: what a wider scope leaves over may be taken away before the sends are packed
// for links of one direction (the first three) or after (the others); Plan finds the shorter, before it
// negotiates, which finds more.
func TestOneWayWithGaps(t *testing.T) {
	for _, c := range []struct {
		spec  string
		at    []int
		steps int
	}{
		{"butterfly:3", []int{4}, 4}, {"pancake:4", []int{4}, 9}, {"ccc:3", []int{5}, 11},
		{"hypercube:3", []int{3}, 4}, {"dihedral:8:r,f", []int{2, 3}, 7},
	} {
		for _, task := range []Task{Broadcast, Accumulate} {
			s, b, err := planBefore(parse(t, c.spec), Request{Task: task, Model: OneWay, Scope: Scope{At: c.at}})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Verify(); err != nil || s.Tau() != c.steps || b.Value > c.steps {
				t.Errorf("%s at %v, %s: %d steps, bound %v, want %d: %v", c.spec, c.at, task, s.Tau(), b, c.steps, err)
			}
		}
	}
}

// TestRelaysThatCost: so many steps that a try takes longer than it may are not tried.
func TestRelaysThatCost(t *testing.T) {
	g := parse(t, "ring:8")
	adj := newAdjacency(g)
	tm := &Template{Graph: g, Scope: Scope{At: []int{2}}}
	if !tm.withRelays(&adj, adj.distances(), 3, 0) || tm.Steps > 3 || tm.Verify() != nil {
		t.Errorf("%d steps: %v", tm.Steps, tm.Verify())
	}
	if most := relayLimit / 16; !tm.withRelays(&adj, adj.distances(), most, 0) || tm.withRelays(&adj, adj.distances(), most+1, 0) {
		t.Errorf("want relays in %d steps, and none in one more", most)
	}
}

// TestRelayBoundByHand: every template of Q_3 that serves two distances, found
// by trying all, takes at least the bound; the maker finds the least.
func TestRelayBoundByHand(t *testing.T) {
	g := parse(t, "hypercube:3")
	for _, at := range [][]int{{2}, {3}, {1, 3}, {2, 3}} {
		o := Options{Scope: Scope{At: at}}
		tm, b, err := Build(g, o)
		if err != nil {
			t.Fatal(err)
		}
		least := 1
		for !servedInBy(at, least) {
			least++
		}
		if b.Value > least || tm.Steps != least {
			t.Errorf("at %v: %d steps, bound %v, by hand %d", at, tm.Steps, b, least)
		}
	}
}

// servedInBy tries every template of Q_3 of so many steps: step by step, any set
// of directions brings any vertices.
func servedInBy(at []int, steps int) bool {
	var try func(have uint8, left int) bool
	try = func(have uint8, left int) bool {
		done := true
		for v := range 8 {
			done = done && (have>>v&1 == 1 || !slices.Contains(at, mathbits.OnesCount(uint(v))))
		}
		if done || left == 0 {
			return done
		}
		var choose func(k int, now uint8) bool
		choose = func(k int, now uint8) bool {
			if k == 3 {
				return now != have && try(now, left-1)
			}
			for v := range 8 {
				if have>>v&1 == 0 && have>>(v^1<<k)&1 == 1 && choose(k+1, now|1<<v) {
					return true
				}
			}
			return choose(k+1, now)
		}
		return choose(0, have)
	}
	return try(1, steps)
}

// TestBoundOfGapless: a scope that leaves out no distance but the farthest needs no relays,
// and no look at every arc for them.
func TestBoundOfGapless(t *testing.T) {
	g, err := cayley.Complete(300)
	if err != nil {
		t.Fatal(err)
	}
	times := 0
	b, err := LowerBound(counted{g, &times}, Broadcast, TwoWay, Scope{At: []int{1}})
	if err != nil || b.Value != 1 || times > 1000 {
		t.Errorf("bound %v, %v, after %d arcs", b, err, times)
	}
}

// TestGapsOnAnyGraph: relays raise no bound of a graph on which vertices differ.
func TestGapsOnAnyGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for i := range 300 {
		g := randomGraph(t, rng, 3+rng.IntN(7), i%2 == 0)
		for _, task := range []Task{Broadcast, Accumulate} {
			for _, scope := range []Scope{{At: []int{2}}, {At: []int{3}}, {At: []int{1, 3}}} {
				plan := Plan
				if i%8 > 1 {
					plan = planBefore
				}
				s, _, err := plan(g, Request{Task: task, Scope: scope})
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
