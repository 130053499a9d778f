package sched

import (
	"math"
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

// TestTooManySegments: counts that would not fit an int are refused, not wrapped.
func TestTooManySegments(t *testing.T) {
	g := cayley.Petersen()
	for _, m := range []int{math.MaxInt, math.MaxInt/g.Order() + 1, 1 << 30} {
		if b, err := SegmentBound(g, Broadcast, Scope{}, m); err == nil {
			t.Errorf("%d segments: bound %v", m, b)
		}
		if _, _, err := JointChunks(g, Broadcast, m); err == nil {
			t.Errorf("%d segments are made jointly", m)
		}
		if _, _, err := JointChunks(parse(t, "ring:5"), Broadcast, m); err == nil {
			t.Errorf("%d segments of a ring are made jointly", m)
		}
	}
	bad, err := Make(parse(t, "hypercube:3"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	bad.Gen[3] = -1
	if _, err := Chunks(bad); err == nil || strings.Contains(err.Error(), "internal") {
		t.Errorf("chunks of an invalid template: %v", err)
	}
}
