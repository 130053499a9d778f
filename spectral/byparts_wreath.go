package spectral

import (
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// alongWreath sums on cube-connected cycles and wrapped butterflies, Z_2^d ⋊ Z_d: over
// all d bits while going round the cycle once, and then over the cycle. Across and on in
// turn, in a butterfly both in one round. It reports whether the graph is one by its name
// and order; the proof decides.
func (p *Plan) alongWreath() bool {
	family, _, _ := strings.Cut(p.Graph.Name(), ":")
	c, ok := p.Graph.(cayley.Cayley)
	if !ok || family != "ccc" && family != "butterfly" {
		return false
	}
	d := 1
	for d<<d < p.shape.n {
		d++
	}
	at := map[int]int{}
	for k := range p.shape.d {
		at[c.Gen(k)] = k
	}
	on, is := at[1<<d%p.shape.n]
	across, crosses := at[1]
	both, turns := at[1<<d|1]
	back, returns := at[(d-1)<<d]
	switch {
	case d<<d != p.shape.n || d < 2 || !is || !returns:
		return false
	case family == "ccc" && crosses:
		for bit := range d {
			if bit > 0 {
				p.average(0, on)
			}
			p.average(1, across)
		}
	case family == "butterfly" && turns:
		for range d {
			p.average(0, on, both)
		}
	default:
		return false
	}
	p.Source = "the bits in turn, then the cycle"
	return p.cycle(d, on, back)
}

// cycle adds the sum over m ≥ 2 processors in a cycle, or reports that rounding forbids; back is
// the arc against arc on, the same for m = 2, or -1 where there is none.
func (p *Plan) cycle(m, on, back int) bool {
	if m == 2 {
		p.average(1, on)
		return true
	}
	arcs := []int{on, back}
	g, _ := cayley.Ring(m)
	if back < 0 {
		arcs = arcs[:1]
		g, _ = cayley.Circulant(m, 1)
	}
	q, err := byEigenvalues(g, false)
	if err != nil {
		return false
	}
	p.append(q, arcs)
	return true
}
