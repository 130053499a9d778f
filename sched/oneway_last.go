package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// lastAlone is t with the last step brought over generators that share no
// links, if there is such a choice; else t.
func (t *Template) lastAlone() *Template {
	inv, tail := cayley.InverseGens(t.Graph), cayley.In(t.Graph)
	// A place is the lesser of a generator and its inverse.
	m := newKuhn(len(inv), 1, func(int32) int { return len(inv) }, func(v int32, k int) int32 {
		u := tail(int(v), k)
		switch j := inv[k]; {
		case j == k || int(t.Time[u]) >= t.Steps || u != 0 && t.Time[u] == 0:
			return -1
		case j >= 0:
			return int32(min(j, k))
		}
		return int32(k)
	})
	for v, at := range t.Time {
		if at > 0 && int(at) == t.Steps && !m.match(int32(v)) {
			return t
		}
	}
	r := *t
	r.Gen = slices.Clone(t.Gen)
	for class := range inv {
		for _, c := range m.in(class) {
			r.Gen[c.thing] = c.i
		}
	}
	return &r
}
