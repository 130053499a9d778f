package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestNegotiate: where all sources take translates of the same ways, or links are filled step by
// step, these take a step or more too many.
func TestNegotiate(t *testing.T) {
	for _, c := range []struct {
		spec  string
		task  Task
		model Model
		at    []int
		want  int
	}{
		{"transposition:3", Exchange, TwoWay, []int{2}, 2},
		{"dihedral:3:f,rf,r2f", Exchange, TwoWay, []int{2}, 2},
		{"dihedral:4:f,rf,r2f,r3f", Exchange, TwoWay, []int{2}, 2},
		{"dihedral:3:r,r2,f", Exchange, TwoWay, []int{2}, 2},
		{"circulant:9:1,7", Exchange, TwoWay, []int{3}, 3},
		{"dihedral:5:r2f,r3,f,r4,r2", Exchange, TwoWay, []int{2}, 2},
		{"dihedral:7:r6,r2,r1,r5,r4f", Exchange, TwoWay, []int{2}, 4},
		{"hypercube:4", Broadcast, OneWay, []int{3}, 4},
		{"hypercube:4", Accumulate, OneWay, []int{3}, 4},
		{"hypercube:6", Broadcast, OneWay, []int{5}, 7},
		{"hypercube:3", Broadcast, OneWay, []int{2, 3}, 4},
		{"hamming:3,2", Broadcast, OneWay, []int{3}, 3},
		{"hamming:3,2", Exchange, OneWay, []int{3}, 3},
		{"torus:2x2x2", Broadcast, OneWay, []int{3}, 3},
		{"torus:2x2x2", Exchange, OneWay, []int{3}, 3},
		{"hamming:2,2", Exchange, OneWay, []int{2}, 2},
		{"torus:2x2", Exchange, OneWay, []int{2}, 2},
		{"dihedral:2:r,f", Exchange, OneWay, []int{2}, 2},
		{"ring:6", Broadcast, OneWay, []int{2, 3}, 4},
		{"ring:8", Broadcast, OneWay, []int{3}, 5},
		{"bubble:3", Exchange, OneWay, nil, 9},
		{"star:3", Exchange, OneWay, nil, 9},
		{"pancake:3", Exchange, OneWay, nil, 9},
		{"dihedral:3:f,rf", Exchange, OneWay, nil, 9},
		{"transposition:3", Exchange, OneWay, nil, 5},
		{"folded:3", Exchange, OneWay, nil, 5},
		{"dihedral:3:r,r2,f,rf", Exchange, OneWay, nil, 3},
		{"dihedral:3:f,r2,r1,r2f", Exchange, OneWay, nil, 3},
		{"dihedral:6:r,r3,r4,f,r2f,r5f", Exchange, OneWay, []int{2}, 3},
		{"johnson:5,2", Broadcast, OneWay, nil, 3},
		{"johnson:5,2", Accumulate, OneWay, nil, 3},
		{"johnson:5,2", Broadcast, OneWay, []int{2}, 2},
		{"johnson:5,2", Accumulate, OneWay, []int{2}, 2},
		{"johnson:5,2", Exchange, OneWay, []int{2}, 2},
		{"hamming:2,3", Broadcast, OneWay, []int{2}, 3},
		{"torus:2x3", Broadcast, OneWay, []int{2}, 3},
		{"torus:2x3", Accumulate, OneWay, []int{2}, 3},
		{"odd:3", Broadcast, OneWay, []int{2}, 5},
		{"petersen", Accumulate, OneWay, []int{2}, 5},
		{"circulant:11:1,2,3,8", Broadcast, OneWay, []int{2, 3}, 3},
		{"circulant:10:1,2,8", Broadcast, OneWay, []int{2, 3}, 4},
		{"circulant:12:1,2,10", Accumulate, OneWay, []int{3}, 4},
		{"dihedral:5:r3f,r2f,r2", Broadcast, OneWay, []int{2, 3}, 4},
		{"dihedral:5:r3f,r1,r2f,r1f", Accumulate, OneWay, []int{2}, 3},
		{"torus:2x4", Exchange, OneWay, []int{3}, 3},
	} {
		r := Request{Task: c.task, Model: c.model, Scope: Scope{At: c.at}}
		s, b, err := Plan(graph(t, c.spec), r)
		if err != nil {
			t.Fatalf("%s: %v", c.spec, err)
		}
		if err := s.Verify(); err != nil || s.Tau() != c.want || b.Value > c.want {
			t.Errorf("%s: %s, %s, at %v: %d steps, want %d; bound %v: %v", c.spec, c.task, c.model, c.at, s.Tau(), c.want, b, err)
		}
	}
}

// TestNegotiateFiles: graphs of a file, which have no symmetry that is known.
func TestNegotiateFiles(t *testing.T) {
	var cube, hub [][2]int
	for v := range 8 {
		for _, k := range []int{1, 2, 4} {
			cube = append(cube, [2]int{v, v ^ k})
		}
	}
	for v := 1; v < 7; v++ {
		hub = append(hub, [2]int{0, v}, [2]int{v, 0})
	}
	for _, c := range []struct {
		arcs [][2]int
		p    int
		at   []int
		want int
	}{{cube, 8, []int{2}, 2}, {cube, 8, []int{2, 3}, 3}, {hub, 7, nil, 6}} {
		g, err := cayley.NewGraph("file", c.p, c.arcs)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := Plan(g, Request{Task: Exchange, Scope: Scope{At: c.at}})
		if err != nil || s.Verify() != nil || s.Tau() != c.want {
			t.Errorf("%d vertices at %v: %d steps, want %d: %v", c.p, c.at, s.Tau(), c.want, err)
		}
	}
}

// TestNegotiateSame: the search counts what it does, so it finds the same again.
func TestNegotiateSame(t *testing.T) {
	var lists [2][]Send
	for i := range lists {
		e, err := negotiate(graph(t, "hypercube:4"), Request{Task: Accumulate, Model: OneWay, Scope: Scope{At: []int{3}}}, 6, 4)
		if err != nil || e == nil {
			t.Fatal(e, err)
		}
		lists[i] = e.Sends
	}
	for i, s := range lists[0] {
		if s != lists[1][i] {
			t.Fatalf("send %d is %v and then %v", i, s, lists[1][i])
		}
	}
}
