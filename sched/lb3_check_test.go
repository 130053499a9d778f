package sched

import (
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestCertificatesThatAlmostHold: a slot that two vertices have, a step too early, one vertex or
// one step too few for the argument of Hall.
func TestCertificatesThatAlmostHold(t *testing.T) {
	cube, nine := parse(t, "hypercube:3"), parse(t, "circulant:9:1,3,4,6")
	made := func(g cayley.Cayley) Certificate {
		c, err := LB3(g, Broadcast, Scope{})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(g, Scope{}); err != nil {
			t.Fatal(err)
		}
		c.Gen, c.Time = slices.Clone(c.Gen), slices.Clone(c.Time)
		return *c
	}
	twice := made(cube)
	last := slices.Index(twice.Time, 3)
	other := 1
	if last == other {
		other = 2
	}
	twice.Gen[other], twice.Time[other] = twice.Gen[last], 3
	early := made(cube)
	early.Gen[3], early.Time[3] = 0, 1 // from 2, which has the word at 1 at the earliest
	hall := made(nine)
	if hall.Bound != (Bound{3, "LB3"}) || len(hall.Hall) == 0 {
		t.Fatalf("%+v", hall)
	}
	more := hall
	more.Bound.Value++
	for _, c := range []struct {
		g    cayley.Cayley
		c    Certificate
		want string
	}{
		{cube, twice, "twice"}, {cube, early, "too early"}, {nine, more, "slots in 3 steps"},
	} {
		if err := c.c.Check(c.g, Scope{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.c, err, c.want)
		}
	}
	// Without some of its vertices a set has as many slots as members, and proves nothing.
	equal := 0
	for set := 1; set < 1<<8; set++ {
		few := hall
		few.Hall = nil
		for v := range int32(8) {
			if set>>v&1 == 1 {
				few.Hall = append(few.Hall, v+1)
			}
		}
		slots, n := 0, len(few.Hall)
		dist := cayley.Distances(nine)
		for x := range nine.Degree() {
			open := 0
			for _, v := range few.Hall {
				open = max(open, 2-int(dist[nine.Mul(int(v), nine.Inv(nine.Gen(x)))]))
			}
			slots += open
		}
		if slots == n {
			equal++
		}
		if err := few.Check(nine, Scope{}); (err == nil) != (slots < n) {
			t.Errorf("%v with %d slots: %v", few.Hall, slots, err)
		}
	}
	if equal == 0 {
		t.Error("no set has as many slots as members")
	}
}
