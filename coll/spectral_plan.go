package coll

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// spectralPlan is the plan of a group's graph as its teams carry it out.
type spectralPlan struct {
	lambda, scale []float64
	low, mu       []float64 // nil, or 0 in most steps: see spectral.Plan
	part          []int     // of each step
	parts         []spectralPart
	arcs          int // of the graph
}

// spectralPart is whose vectors every rank adds up.
type spectralPart [][]int32

// neighbours are the ranks whose vectors rank r adds up in step k.
func (s *spectralPlan) neighbours(k, r int) []int32 { return s.parts[s.part[k]][r] }

// takesOlder reports whether step k also takes the vectors of the step before the last.
func (s *spectralPlan) takesOlder(k int) bool { return s.mu != nil && s.mu[k] != 0 }

// spectralOnce makes the plan at first use.
type spectralOnce struct {
	mu sync.Mutex
	x  *making[*spectralPlan]
}

// get does not return if the Run of by, which wants the plan, ends before.
func (s *spectralOnce) get(g *group, by *member) (*spectralPlan, error) {
	s.mu.Lock()
	if s.x == nil {
		s.x = begin(g.m, by, func() (*spectralPlan, error) { return newSpectralPlan(g) })
	}
	s.mu.Unlock()
	return s.x.wait(by)
}

// newSpectralPlan makes it, with the scales that Spectral states: the product of all is P times
// the plan's, and exact data stay exact up to the one rounding of the last scale.
func newSpectralPlan(g *group) (*spectralPlan, error) {
	graph, err := g.graph()
	if err != nil {
		return nil, err
	}
	p, err := spectral.Fewest(graph)
	if err != nil {
		return nil, err
	}
	s := &spectralPlan{lambda: p.Lambda, low: p.Low, mu: slices.Clone(p.Mu), arcs: graph.Order() * graph.Degree()}
	// grown is by how much the mean of the vectors has grown so far, older the
	// same a step before: the older vector of a pair must grow alike.
	grown, older := 1.0, 1.0
	for t, exact := range p.Scale {
		_, exp := math.Frexp(exact)
		scale := math.Ldexp(1, exp)
		if t == len(p.Scale)-1 {
			scale = exact / grown * float64(g.size)
		}
		s.scale = append(s.scale, scale)
		if s.mu != nil {
			s.mu[t] *= grown / older
		}
		grown, older = grown*(scale/exact), grown
	}
	seen := map[string]int{}
	for t := range p.Steps() {
		arcs := p.Arcs(t)
		key := fmt.Sprint(arcs)
		at, ok := seen[key]
		if !ok {
			at = len(s.parts)
			seen[key] = at
			s.parts = append(s.parts, partOf(graph, arcs))
		}
		s.part = append(s.part, at)
	}
	return s, nil
}

func partOf(graph cayley.Graph, arcs []int) spectralPart {
	part := make(spectralPart, graph.Order())
	for v := range part {
		part[v] = make([]int32, len(arcs))
		for i, k := range arcs {
			part[v][i] = int32(graph.Neighbor(v, k))
		}
	}
	return part
}
