package sched

import "github.com/cayleycoll/cayleycoll/cayley"

const (
	splitSends = 1 << 18    // the most sends of an exchange that is split: a file of 13 MB
	exactSends = 5 << 19    // the same where only the shortest will do
	splitWords = 1 << 12    // the most words of all its templates
	splitEven  = 10_000_000 // letters that even looks at
)

// split makes an exchange in less than so many steps, at best `bound`, by a subgroup of the
// known symmetries, with templates for each of its orbits; nil if that saves nothing.
//
// By all symmetries every source takes the same paths: a hop more for one word is a hop more
// on all arcs of a generator. On a ring of P = 2n vertices the word for the opposite one
// goes the same way from everywhere, so that some arcs have n(n+1)/2 words, where n²/2 on all
// would do. Under the subgroup of index 2 the even vertices send it one way and the odd ones
// the other: then each arc has ⌈n/2⌉ or ⌊n/2⌋ hops of such words, and no more than ⌈n²/2⌉ =
// ⌈P²/8⌉ of all, the bound. With an index of m loads are even up to parts of m, and where
// the group is the identity alone, a template for each vertex, every exchange is one.
//
// Letters are pairs of orbit and generator, so the order of the hops of a word is not free in
// an abelian group either: it decides what orbits they leave from. Kőnig's colouring has no
// claim on them, and the job shop takes its place; it takes the greatest load on every
// graph of TestSplit and TestSweepOfSplits, but perhaps not where words have no time to wait:
// in a scope of one distance, as far as the bound.
//
// The result is written out, so an exchange that may have more than `most` sends stays whole
// (ring:100 is the last even ring that does not, by method exact ring:218), and subgroups of
// too many orbits are left out. A second or two where nothing is gained.
func split(g cayley.Graph, scope Scope, steps, bound int, most int64) (*Explicit, error) {
	p := int64(g.Order())
	if int64(steps)*p*int64(g.Degree()) > most {
		return nil, nil
	}
	var best *orbitExchange
	for _, sub := range subgroups(g) {
		if p/int64(sub.Order())*p > splitWords {
			continue
		}
		x, err := newOrbitExchange(g, sub, scope, splitEven)
		if err != nil {
			return nil, err
		}
		x.steps = steps
		if x.top() < steps {
			x.schedule(bound)
		}
		x.reroute(bound)
		if x.steps < steps {
			steps, best = x.steps, x
		}
		if steps <= bound {
			break
		}
	}
	if best == nil {
		return nil, nil
	}
	return best.explicit()
}
