package sched

import (
	"fmt"
	"math/rand/v2"

	"github.com/cayleycoll/cayleycoll/cayley"
)

const (
	turnLimit   = 400_000_000 // of the rotations, in vertices turned round: about a second
	vainTurns   = 50          // in vain, for each vertex, after which another path is begun
	turnCost    = 50          // what a rotation costs besides
	choiceLimit = 300_000     // of the search by trial
)

// hamiltonian is a path from 0 that meets every vertex once, closed by an arc back to 0 if
// wanted. Every choice is tried up to a limit, which decides small graphs; then undirected
// graphs have Pósa's rotations, at random. The error tells a proof that there is none from a
// search that gave up, and calls the graph and what is sought as the caller says.
func hamiltonian(g cayley.Graph, closed bool, name, what string) ([]int32, error) {
	h := &walker{g: g, p: g.Order(), d: g.Degree(), closed: closed, rng: rand.New(rand.NewPCG(1, 7))}
	if h.p == 1 {
		return []int32{0}, nil
	}
	h.path, h.at, h.left = []int32{0}, make([]int32, h.p), choiceLimit
	h.at[0] = 1
	if h.extend() {
		return h.path, nil
	}
	if h.left > 0 {
		return nil, fmt.Errorf("sched: %s: %w: the graph has no %s: all choices were tried", name, ErrNoRing, what)
	}
	if cayley.IsSymmetric(g) && h.rotate() {
		return h.path, nil
	}
	return nil, fmt.Errorf("sched: %s: %w: no %s was found within the limits: use tree or auto", name, ErrNoRing, what)
}

type walker struct {
	g      cayley.Graph
	p, d   int
	closed bool
	path   []int32
	at     []int32 // by vertex: its place in path, +1
	left   int     // choices
	again  bool    // the path has been begun anew
	rng    *rand.Rand
}

// rotate grows a path from 0: on to a vertex not met with the fewest such
// neighbours, else back to a random neighbour on the path, whose successor
// becomes the end. The ends that it comes to so may all be dead, so it begins anew after
// many in vain, with another choice of equal neighbours.
func (h *walker) rotate() bool {
	h.path, h.at = make([]int32, 1, h.p), make([]int32, h.p)
	h.at[0] = 1
	longest, vain := 1, 0 // rotations since the path was longer than ever before
	for work := 0; work < turnLimit; work++ {
		if vain > vainTurns*h.p {
			longest, vain, h.again = 1, 0, true
			h.path = h.path[:1]
			clear(h.at)
			h.at[0] = 1
		}
		end := h.path[len(h.path)-1]
		if len(h.path) == h.p && (!h.closed || cayley.Arc(h.g, int(end), 0) >= 0) {
			return true
		}
		if next := h.tightest(end); next >= 0 {
			h.path = append(h.path, next)
			h.at[next] = int32(len(h.path))
			if len(h.path) > longest {
				longest, vain = len(h.path), 0
			}
			continue
		}
		vain++
		u := h.g.Neighbor(int(end), h.rng.IntN(h.d))
		if u < 0 {
			continue
		}
		lo, hi := int(h.at[u]), len(h.path)-1 // the places after u turn round
		work += hi - lo + turnCost
		for ; lo < hi; lo, hi = lo+1, hi-1 {
			h.path[lo], h.path[hi] = h.path[hi], h.path[lo]
			h.at[h.path[lo]], h.at[h.path[hi]] = int32(lo+1), int32(hi+1)
		}
	}
	return false
}

// tightest is the neighbour not met with the fewest neighbours not met, or -1: of equal ones
// the first, or any if the path was begun anew.
func (h *walker) tightest(v int32) int32 {
	best, least := int32(-1), 0
	for k := range h.d {
		u := h.g.Neighbor(int(v), k)
		if u < 0 || h.at[u] != 0 {
			continue
		}
		if n := h.open(u); best < 0 || n < least || n == least && h.again && h.rng.IntN(2) == 0 {
			best, least = int32(u), n
		}
	}
	return best
}

func (h *walker) open(v int) (n int) {
	for k := range h.d {
		if u := h.g.Neighbor(v, k); u >= 0 && h.at[u] == 0 {
			n++
		}
	}
	return n
}

// extend tries every way on.
func (h *walker) extend() bool {
	end := h.path[len(h.path)-1]
	if len(h.path) == h.p {
		return !h.closed || cayley.Arc(h.g, int(end), 0) >= 0
	}
	for k := range h.d {
		u := h.g.Neighbor(int(end), k)
		if u < 0 || h.at[u] != 0 {
			continue
		}
		if h.left--; h.left <= 0 {
			return false
		}
		h.path = append(h.path, int32(u))
		h.at[u] = int32(len(h.path))
		if h.extend() {
			return true
		}
		h.path = h.path[:len(h.path)-1]
		h.at[u] = 0
	}
	return false
}
