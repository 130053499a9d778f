package hypercube

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/sched"
)

// Chunked is a universal broadcast of vectors cut in d segments, one template a
// segment, in sub-steps that move one segment over every link: a d-th of a
// step. Segment j is served by the template rotated by j coordinates, so that
// in sub-step i it uses direction i+j and all directions are always in use.
type Chunked struct {
	Dim, Within int
	Steps       int               // sub-steps
	Segments    []*sched.Template // by segment, times in sub-steps
}

// ChunkedBroadcast reaches exactly N_l/d steps without the ceiling: N_l
// sub-steps; for l = d, (2^d-1)/d. O(d·2^d), 8·d bytes a
// vertex, d ≤ 22.
func ChunkedBroadcast(d, l int) (*Chunked, error) {
	if err := dimension(d, 22); err != nil {
		return nil, err
	}
	c := &Chunked{Dim: d, Within: l}
	for range d {
		t, err := newTemplate(d, l, sched.Broadcast)
		if err != nil {
			return nil, err
		}
		c.Segments = append(c.Segments, t)
	}
	c.Steps = Ball(d, l)
	for _, t := range c.Segments {
		t.Steps = c.Steps
	}
	placeSpheres(d, l, 0, func(v uint32, pos int) {
		for j, t := range c.Segments {
			w := rotl(v, j, d)
			t.Gen[w], t.Time[w] = int32((pos+j)%d), int32(pos+1)
		}
	})
	return c, nil
}

// Tau is the time in sub-steps; in steps it is Tau()/d.
func (c *Chunked) Tau() int { return c.Steps }

// Verify checks every segment's template (package sched) and that no two
// segments use the same direction in the same sub-step.
func (c *Chunked) Verify() error {
	for j, t := range c.Segments {
		if err := t.Verify(); err != nil {
			return fmt.Errorf("hypercube: segment %d: %w", j, err)
		}
		if t.Steps != c.Steps {
			return fmt.Errorf("hypercube: segment %d takes %d sub-steps of %d", j, t.Steps, c.Steps)
		}
	}
	return disjoint(c.Segments...)
}
