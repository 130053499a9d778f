package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// hops are the paths of the words of an exchange, element by element as paths numbers them:
// letters and times. The path to v takes start[v] … start[v+1]-1.
type hops struct {
	start     []int
	gen, time []int32
	letters   int  // how many there are
	loose     bool // the hops of a word may come in any order: the group is abelian
	steps     int  // the last time
}

// newHops has room for a shortest path to every element in scope. It is an error if so many
// images of them are more than MaxSends hops.
func newHops(g cayley.Graph, dist []int32, scope Scope, letters, images int) (hops, error) {
	h := hops{start: make([]int, len(dist)+1), letters: letters}
	total := int64(0)
	for v, d := range dist {
		if scope.Has(int(d)) {
			total += int64(d)
		}
		if int64(images)*total > MaxSends {
			return h, manyHops(g)
		}
		h.start[v+1] = int(total)
	}
	h.gen, h.time = make([]int32, total), make([]int32, total)
	return h, nil
}

func manyHops(g cayley.Graph) error {
	return fmt.Errorf("sched: %s: more than %d hops in an exchange: serve a smaller scope", cayley.ShortName(g), MaxSends)
}

// template is the exchange of these hops.
func (h *hops) template(g cayley.Cayley, scope Scope) *ExchangeTemplate {
	return &ExchangeTemplate{Graph: g, Scope: scope, Steps: h.steps, Start: h.start, Gen: h.gen, Time: h.time}
}

// along are hops like these along other paths, without times.
func (h *hops) along(paths [][]int32) *hops {
	r := &hops{start: make([]int, 1, len(h.start)), letters: h.letters, loose: h.loose}
	for _, path := range paths {
		r.gen = append(r.gen, path...)
		r.start = append(r.start, len(r.gen))
	}
	r.time = make([]int32, len(r.gen))
	return r
}

// path is the letters of the path to v.
func (h *hops) path(v int) []int32 { return h.gen[h.start[v]:h.start[v+1]] }

// load counts the hops of every letter.
func (h *hops) load() []int {
	load := make([]int, h.letters)
	for _, x := range h.gen {
		load[x]++
	}
	return load
}

// top is the greatest load, 0 without letters.
func (h *hops) top() int { return slices.Max(append(h.load(), 0)) }

// schedule gives the hops their times: by an edge colouring, or in the order that they
// have by a job shop, which tries again until it takes no more than `bound`.
func (h *hops) schedule(bound int) {
	if h.loose {
		Colour(h.start, h.gen, h.time, h.letters)
		h.steps = lastTime(h.time)
	} else {
		h.steps = h.jobShop(bound)
	}
}

// take schedules other paths, if there are any, and takes them if that is shorter.
func (h *hops) take(paths [][]int32, bound int) {
	if paths == nil {
		return
	}
	other := h.along(paths)
	if other.schedule(bound); other.steps < h.steps {
		*h = *other
	}
}
