package sched

import (
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// liar is a graph that names the wrong end of arcs into some vertices, so that what is
// made by its arcs does not verify.
type liar struct {
	cayley.Cayley
	about func(v int) bool
}

func (l liar) InNeighbor(v, k int) int {
	if l.about(v) {
		return l.Neighbor(v, k)
	}
	return cayley.In(l.Cayley)(v, k)
}

// TestInternalErrorsShow: a schedule or an order that is made wrong is an error, not one
// that was not found.
func TestInternalErrorsShow(t *testing.T) {
	order, answer, _, err := FindRegularOrder(liar{parse(t, "torus:4x4"), func(v int) bool { return v == 6 }})
	if err == nil || !strings.Contains(err.Error(), "internal error") {
		t.Errorf("regular order: %v, %s, %v", order, answer, err)
	}
	r := Request{Model: OneWay, Scope: Scope{At: []int{2}}} // two scopes that enclose it are tried
	if _, _, err := Plan(parse(t, "ring:7"), r); err != nil {
		t.Fatal(err)
	}
	if s, _, err := Plan(liar{parse(t, "ring:7"), func(v int) bool { return v == 3 }}, r); err == nil || !strings.Contains(err.Error(), "internal error") {
		t.Errorf("plan for all distances: %v, %v", s, err)
	}
	for _, method := range []string{"auto", "tree", "ring", "regular"} {
		r := Request{Task: Accumulate, Method: method}
		if s, _, err := Plan(own{parse(t, "ring:7")}, r); err == nil || !strings.Contains(err.Error(), "internal error") {
			t.Errorf("%s: %v, %v", method, s, err)
		}
	}
}

// own is a graph that says each generator is its own inverse, so that what is turned round
// does not verify.
type own struct{ cayley.Cayley }

func (own) InverseGen(k int) int      { return k }
func (o own) InNeighbor(v, k int) int { return o.Mul(v, o.Inv(o.Gen(k))) }
