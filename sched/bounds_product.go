package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// mixLimit is the most pairs of distances that raiseFactors looks at, for a scope.
const mixLimit = 1 << 24

// raiseFactors raises the bound of an exchange on a product of graphs by its factors, each in
// turn: a word takes at least as many arcs of the factor as its ends are apart there, and no
// other arcs serve for them. So the sum of these distances, over all words, is at most the
// steps times the links of that factor in all its copies. It is the bound "weights" for the
// generators of one factor, on whatever graphs; sets of more factors say no more, since the
// ratio of two sums is at most the greatest ratio of their parts.
//
// Of a vertex-transitive factor one vertex is counted for all, of others every vertex, which
// takes a search from each. It says nothing where a factor is apart.
func (b *Bound) raiseFactors(g cayley.Graph, model Model, scope Scope) {
	list := factorsOf(g)
	if len(list) < 2 {
		return
	}
	var parts []factorPart
	for _, f := range list {
		part, ok := partOf(f, model)
		if !ok {
			return
		}
		parts = append(parts, part)
	}
	for i, part := range parts {
		hops := slices.Clone(part.words) // by distance in this factor, weighted by it; then in all so far
		links := int64(part.twice)
		for k := range hops {
			hops[k] *= int64(k)
		}
		for j, other := range parts {
			if j == i {
				continue
			}
			links *= other.sources
			if hops = mix(hops, other.words, scope.All()); hops == nil {
				return
			}
		}
		sum := int64(0)
		for k, n := range hops {
			if scope.All() || scope.Has(k) {
				sum += n
			}
		}
		if links > 0 {
			b.raise(int((2*sum+links-1)/links), "weights")
		}
	}
}

// factorsOf are the factors of a graph that are no products themselves: the graph alone if it is none.
func factorsOf(g cayley.Graph) (list []cayley.Graph) {
	of := cayley.Factors(g)
	if len(of) < 2 {
		return []cayley.Graph{g}
	}
	for _, f := range of {
		list = append(list, factorsOf(f)...)
	}
	return list
}

// factorPart is what raiseFactors counts of a factor.
type factorPart struct {
	sources int64   // vertices counted: one for all, or all
	words   []int64 // by distance: the pairs of such a source and a vertex
	twice   int     // twice the links of the sources
}

func partOf(f cayley.Graph, model Model) (part factorPart, connected bool) {
	part = factorPart{sources: 1, twice: 0}
	if cayley.VertexTransitive(f) {
		part.twice = linksTwice(f, model)
	} else {
		part.sources, part.twice = int64(f.Order()), 2*linksOf(f, model)
	}
	for v := range int(part.sources) {
		dist := cayley.DistancesFrom(f, v)
		if slices.Contains(dist, -1) {
			return part, false
		}
		for k, n := range cayley.CountSpheres(dist) {
			if k == len(part.words) {
				part.words = append(part.words, 0)
			}
			part.words[k] += int64(n)
		}
	}
	return part, true
}

// mix is the pairs by the sum of two distances; where these do not matter, all at one. It is nil
// if there are too many.
func mix(a, b []int64, all bool) []int64 {
	if all {
		sum := func(list []int64) (n int64) {
			for _, x := range list {
				n += x
			}
			return n
		}
		return []int64{sum(a) * sum(b)}
	}
	if int64(len(a))*int64(len(b)) > mixLimit {
		return nil
	}
	r := make([]int64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			r[i+j] += x * y
		}
	}
	return r
}
