package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Chunked is a broadcast or accumulation of vectors cut into equal segments, each by a
// schedule of its own. A step moves one segment over a link, so it is 1/len(Segments) of
// the step of an uncut schedule.
type Chunked struct {
	Steps    int       // short steps; the last time in use
	Segments []Segment // on one graph, of one task and scope; Steps of each is its own last time
}

// Segment is the schedule of one segment of a word: a *Template, or an *OrbitSchedule by the
// same group as the other segments.
type Segment interface {
	Expander
	common() common
	verify(used bits) error // Verify, when others use these links and times; it adds its own
}

// Tau is the time in short steps.
func (c *Chunked) Tau() int { return c.Steps }

// Verify checks every segment as its own Verify does, and that no (generator, time), or
// (orbit of arcs, time), occurs in two of them. O(m·P), and O(P·d) for each OrbitSchedule.
func (c *Chunked) Verify() error {
	if err := whole(c); err != nil {
		return err
	}
	first, last := c.Segments[0].common(), 0
	used := first.slots(c.Steps, len(c.Segments))
	for j, s := range c.Segments {
		switch {
		case s.Tau() > c.Steps:
			return fmt.Errorf("sched: segment %d has %d steps, all together %d", j, s.Tau(), c.Steps)
		case j > 0 && !s.common().equal(first):
			return fmt.Errorf("sched: segment %d is of another graph, group, task or scope than segment 0", j)
		}
		if err := s.verify(used); err != nil {
			return fmt.Errorf("%w (segment %d)", err, j)
		}
		last = max(last, s.Tau())
	}
	if last != c.Steps {
		return fmt.Errorf("sched: chunked schedule of %d steps uses no step after %d", c.Steps, last)
	}
	return nil
}

// common is what all segments of a word have.
type common struct {
	graph     cayley.Graph
	action    cayley.FreeAction // nil: the translations of the graph, by one Template
	task      Task
	scope     Scope
	templates int
}

// slots is room for what so many segments use of so many steps.
func (c common) slots(steps, segments int) bits {
	return newBits(int64(c.templates)*int64(c.graph.Degree()), steps, segments*c.templates*c.graph.Order())
}

// equal reports whether both serve the same and number the arcs that they use alike.
func (c common) equal(o common) bool {
	if c.task != o.task || !c.scope.same(o.scope) || !cayley.Equal(c.graph, o.graph) {
		return false
	}
	if c.action == nil || o.action == nil {
		return c.action == nil && o.action == nil
	}
	a, err := newArcOrbits(c.graph, c.action)
	b, err2 := newArcOrbits(o.graph, o.action)
	return err == nil && err2 == nil && slices.Equal(a.orbit, b.orbit) && slices.Equal(a.table().table, b.table().table)
}
