package sched

import (
	"errors"
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
