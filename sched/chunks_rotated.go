package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// fewRotated reports whether a template may be copied for each automorphism.
func fewRotated(auto cayley.Automorphisms, p int) bool {
	return int64(auto.Count())*int64(p) <= MaxSends
}

// Chunks cuts the vectors into m segments, one for each known automorphism of the graph, and
// gives segment j the template's image under number j. If the automorphisms carry every
// generator to every generator equally often, a step of r words becomes r·m/d short steps, so
// the whole takes exactly m·(P-1)/d: (P-1)/d long steps, without the ceiling. Other graphs, and
// more than MaxSends entries, are refused. O(m·P), 8 bytes an entry.
func Chunks(t *Template) (*Chunked, error) {
	if err := t.Verify(); err != nil {
		return nil, err
	}
	d := t.Graph.Degree()
	auto := cayley.AutomorphismsOf(t.Graph)
	if p := t.Graph.Order(); !fewRotated(auto, p) {
		return nil, fmt.Errorf("sched: %s: %d segments, one for each automorphism, of %d vertices: at most %d entries; use BuildChunks", cayley.ShortName(t.Graph), auto.Count(), p, MaxSends)
	}
	if !cayley.Balanced(auto, d) || d == 0 {
		return nil, fmt.Errorf("sched: %s: no automorphisms known that carry every generator to every other equally often; use BuildChunks", cayley.ShortName(t.Graph))
	}
	m, p := auto.Count(), len(t.Time)
	rotated := make([]*Template, m)
	for j := range rotated {
		rotated[j] = &Template{Graph: t.Graph, Task: t.Task, Scope: t.Scope, Gen: slices.Repeat([]int32{-1}, p), Time: make([]int32, p)}
	}
	steps, next := 0, make([]int32, d) // next by generator: its words in this step so far
	list := t.Order()
	for lo := 0; lo < len(list); {
		hi := lo
		for hi < len(list) && t.Time[list[hi]] == t.Time[list[lo]] {
			hi++
		}
		clear(next)
		for j, s := range rotated {
			for _, v := range list[lo:hi] {
				w, x := auto.Image(j, int(v)), auto.GenImage(j, int(t.Gen[v]))
				next[x]++
				s.Gen[w], s.Time[w] = int32(x), int32(steps)+next[x]
			}
		}
		steps += (hi - lo) * m / d
		lo = hi
	}
	c := &Chunked{Steps: steps}
	for _, s := range rotated {
		s.Steps = lastTime(s.Time)
		c.Segments = append(c.Segments, s)
	}
	return made(c)
}
