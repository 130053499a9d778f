package hypercube

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/cayleycoll/cayleycoll/sched"
)

// MaxNear is the greatest dimension of NearBroadcast, whose search takes O(4^d)
// time.
const MaxNear = 12

// NearBroadcast is a universal broadcast in the ⌈(2^d-1)/d⌉ steps of Broadcast that uses the
// generators from near on as little as any schedule of so many steps can. Each generator below
// near serves one vertex in every step, near·⌈(2^d-1)/d⌉ in all, and the others only the rest
// of the 2^d-1. For the two halves of the cube (near = d-1) that is 1 of 7 vertices for d = 3,
// then 3 of 15, 3 of 31 and 8 of 63, instead of every d-th. It is for machines on which some
// arcs are longer than others, between two cores, sockets or processes. It is also for memories
// with caches: with near = d-1 at least two thirds of the vertices are served from a vertex
// that was served in the step before, and those of one step from few vertices, on average at
// most d/2+1.
//
// 1 ≤ near ≤ d ≤ MaxNear; O(4^d) time, 8 bytes a vertex. Two greedy searches look for the
// template in turn (see serve). One of them succeeds in each of these cases: the tests try them
// all.
func NearBroadcast(d, near int) (*sched.Template, error) {
	if err := dimension("a near broadcast", d, MaxNear); err != nil {
		return nil, err
	}
	if near < 1 || near > d {
		return nil, fmt.Errorf("hypercube: near is %d, want 1 to %d", near, d)
	}
	t, err := Broadcast(d)
	if err != nil {
		return nil, err
	}
	for _, by := range []preference{freshest, fewest} {
		if (&nearest{t: t, near: near, by: by}).search() {
			return t, nil
		}
	}
	return nil, fmt.Errorf("hypercube: no broadcast on Q_%d in %d steps found that uses %d generators most", d, t.Steps, near)
}

// nearest is a broadcast in the making.
type nearest struct {
	t       *sched.Template
	near    int
	by      preference
	left    []int  // vertices that are not served, upwards
	waits   []bool // by vertex: it is one of those
	parents []bool // by vertex: it serves in the present step
	served  []int  // by coset of the near generators: how many vertices are
}

// preference is what a generator looks for first in a vertex to serve.
type preference int

const (
	freshest preference = iota // a parent served of late
	fewest                     // one that serves already, or can serve many
)

// search is true when all vertices are served in time.
func (n *nearest) search() bool {
	size := len(n.t.Time)
	d := bits.Len(uint(size)) - 1
	clear(n.t.Time)
	n.left, n.waits, n.parents = make([]int, size-1), make([]bool, size), make([]bool, size)
	for i := range n.left {
		n.left[i], n.waits[i+1] = i+1, true
	}
	n.served = make([]int, 1<<(d-n.near))
	n.served[0] = 1
	far := size - 1 - n.near*n.t.Steps
	for now := 1; now <= n.t.Steps; now++ {
		clear(n.parents)
		for g := n.near; g < d && far > 0; g++ {
			if n.serve(g, now) {
				far--
			}
		}
		for g := n.near - 1; g >= 0; g-- {
			n.serve(g, now)
		}
	}
	return len(n.left) == 0
}

// serve gives generator g a vertex to serve in a step, if there is one: of those
// with the least key the highest.
func (n *nearest) serve(g, now int) bool {
	best, least := -1, [4]int{}
	for i, v := range n.left {
		parent := v ^ 1<<g
		at := int(n.t.Time[parent])
		if parent != 0 && (at == 0 || at == now) {
			continue
		}
		age, serves, coset := now-at, 1, n.served[v>>n.near]
		if n.parents[parent] {
			serves = 0
		}
		var key [4]int
		switch n.by {
		case freshest:
			key = [4]int{age, serves, coset, bits.OnesCount(uint(v))}
		case fewest:
			could := 0
			for k := range n.near {
				if n.waits[parent^1<<k] {
					could++
				}
			}
			key = [4]int{serves, -could, age, coset}
		}
		if best < 0 || slices.Compare(key[:], least[:]) <= 0 {
			best, least = i, key
		}
	}
	if best < 0 {
		return false
	}
	v := n.left[best]
	n.t.Gen[v], n.t.Time[v] = int32(g), int32(now)
	n.parents[v^1<<g], n.waits[v] = true, false
	n.served[v>>n.near]++
	n.left = slices.Delete(n.left, best, best+1)
	return true
}
