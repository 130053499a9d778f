package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Chunked is a broadcast or accumulation of vectors cut into equal segments,
// one template each. A step moves one segment over a link, so
// it is 1/len(Segments) of the step of an uncut schedule.
type Chunked struct {
	Steps    int         // short steps; the last time in use
	Segments []*Template // on one graph, of one task; Steps of each is its own last time
}

// Tau is the time in short steps.
func (c *Chunked) Tau() int { return c.Steps }

// Verify checks every segment by itself and that no (generator, time) occurs in
// two of them. O(m·P).
func (c *Chunked) Verify() error {
	if err := whole(c); err != nil {
		return err
	}
	first := c.Segments[0]
	p, d, last := first.Graph.Order(), first.Graph.Degree(), 0
	if c.Steps < 0 {
		return fmt.Errorf("sched: chunked schedule of %d steps", c.Steps)
	}
	used := newBits(int64(d), c.Steps, p*len(c.Segments))
	for j, t := range c.Segments {
		if !cayley.Equal(t.Graph, first.Graph) || t.Task != first.Task || t.Scope.Within != first.Scope.Within || !slices.Equal(t.Scope.At, first.Scope.At) {
			return fmt.Errorf("sched: segment %d is of another graph, task or scope", j)
		}
		if err := t.Verify(); err != nil {
			return fmt.Errorf("%w (segment %d)", err, j)
		}
		if t.Steps > c.Steps {
			return fmt.Errorf("sched: segment %d has %d steps, all together %d", j, t.Steps, c.Steps)
		}
		last = max(last, t.Steps)
		for v, at := range t.Time {
			if at > 0 && used.set(int64(t.Gen[v]), int(at)) {
				return fmt.Errorf("sched: segment %d: vertex %d uses generator %d at time %d, and so does another segment", j, v, t.Gen[v], at)
			}
		}
	}
	if last != c.Steps {
		return fmt.Errorf("sched: chunked schedule of %d steps uses none after %d", c.Steps, last)
	}
	return nil
}

// fewRotated reports whether a template may be copied for each automorphism.
func fewRotated(auto cayley.Automorphisms, p int) bool {
	return int64(auto.Count())*int64(p) <= MaxSends
}

// Chunks cuts the vectors into one segment for each known automorphism of the
// graph and gives segment j the template's image under number j. Where the
// automorphisms carry every generator to every generator equally often, a step
// of r words becomes r·m/d short steps, so that the whole takes exactly
// m·(P-1)/d: (P-1)/d long steps, without the ceiling. Other graphs are refused, and
// more than MaxSends entries. O(m·P), 8 bytes an entry.
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
		return nil, fmt.Errorf("sched: %s: no automorphisms known that carry every generator to every other equally often", cayley.ShortName(t.Graph))
	}
	m, p := auto.Count(), len(t.Time)
	c := &Chunked{Segments: make([]*Template, m)}
	for j := range c.Segments {
		c.Segments[j] = &Template{Graph: t.Graph, Task: t.Task, Scope: t.Scope, Gen: make([]int32, p), Time: make([]int32, p)}
		for v := range p {
			c.Segments[j].Gen[v] = -1
		}
	}
	next := make([]int32, d) // by generator: its words in this step so far
	list := t.Order()
	for lo := 0; lo < len(list); {
		hi := lo
		for hi < len(list) && t.Time[list[hi]] == t.Time[list[lo]] {
			hi++
		}
		clear(next)
		for j, s := range c.Segments {
			for _, v := range list[lo:hi] {
				w, x := auto.Image(j, int(v)), auto.GenImage(j, int(t.Gen[v]))
				next[x]++
				s.Gen[w], s.Time[w] = int32(x), int32(c.Steps)+next[x]
			}
		}
		c.Steps += (hi - lo) * m / d
		lo = hi
	}
	for _, s := range c.Segments {
		s.Steps = lastTime(s.Time)
	}
	return made(c)
}
