package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// OrbitSchedule is a universal broadcast or accumulation on a graph with a group
// of automorphisms that acts freely on the vertices, by one template an orbit.
// Coset graphs need it: translation by coset representatives permutes the labels
// of arcs (errata 10). With m orbits it takes 8·m bytes a vertex, as often as there are
// segments. Graphs without any symmetry have as many orbits as vertices, and a template
// for every source.
type OrbitSchedule struct {
	Graph  cayley.Graph
	Action cayley.FreeAction
	Task   Task
	Scope  Scope
	Steps  int // the last time in use
	// Segments is how many equal parts every word is cut in, 0 for 1. With more than
	// one a step is a short one, as in Chunked.
	Segments int
	Roots    []int32 // of the templates: one vertex of each orbit, for segment after segment
	// Next[j][v] is the vertex that sends v the word of Roots[j] (Broadcast) or
	// takes v's sum for it (Accumulate), at Time[j][v]; -1 and 0 at the root and
	// where v is not served. The schedule of source a(Roots[j]) is its image
	// under the automorphism a.
	Next, Time [][]int32
}

func (o *OrbitSchedule) segments() int { return max(1, o.Segments) }

// Tau is the time of the schedule, τ of Definition 2.17, or its short steps.
func (o *OrbitSchedule) Tau() int { return o.Steps }

// arcOrbits knows which arcs are images of one another.
type arcOrbits struct {
	orbit []int32 // by vertex
	elem  []int32 // by vertex: the element that carries the first of its orbit there
	first []int   // by orbit
	graph cayley.Graph
	act   cayley.FreeAction
	index []map[int32]int32 // by orbit: from a neighbour of first to its arc
}

func newArcOrbits(g cayley.Graph, act cayley.FreeAction) (*arcOrbits, error) {
	p := g.Order()
	a := &arcOrbits{graph: g, act: act, orbit: make([]int32, p), elem: make([]int32, p)}
	for v := range a.orbit {
		a.orbit[v] = -1
	}
	for v := range p {
		if a.orbit[v] >= 0 {
			continue
		}
		for x := range act.Order() {
			w := act.Act(x, v)
			if w < 0 || w >= p || a.orbit[w] >= 0 {
				return nil, fmt.Errorf("sched: %s: the group does not act freely: element %d carries %d to %d, and so does another", cayley.ShortName(g), x, v, w)
			}
			a.orbit[w], a.elem[w] = int32(len(a.first)), int32(x)
		}
		index := make(map[int32]int32, g.Degree())
		for k := range g.Degree() {
			if w := g.Neighbor(v, k); w >= 0 {
				index[int32(w)] = int32(k)
			}
		}
		a.first, a.index = append(a.first, v), append(a.index, index)
	}
	return a, nil
}

// find is the number of the orbit of arc u → v, -1 if it is no arc.
func (a *arcOrbits) find(u, v int32) int {
	o := a.orbit[u]
	k, ok := a.index[o][int32(a.act.Act(a.act.Inv(int(a.elem[u])), int(v)))]
	if !ok {
		return -1
	}
	return int(o)*a.graph.Degree() + int(k)
}

// image is where arc k of the first vertex of u's orbit leads when carried to u.
func (a *arcOrbits) image(u int32, k int) int {
	return a.act.Act(int(a.elem[u]), a.graph.Neighbor(a.first[a.orbit[u]], k))
}

// Segment is the schedule of one segment alone, in short steps.
func (o *OrbitSchedule) Segment(i int) *OrbitSchedule {
	s, m := *o, len(o.Roots)/o.segments()
	s.Segments, s.Steps = 0, 0
	s.Roots, s.Next, s.Time = o.Roots[i*m:(i+1)*m], o.Next[i*m:(i+1)*m], o.Time[i*m:(i+1)*m]
	for _, times := range s.Time {
		s.Steps = max(s.Steps, lastTime(times))
	}
	return &s
}

// sends is how many the templates have.
func (o *OrbitSchedule) sends() (n int) {
	for _, times := range o.Time {
		for _, at := range times {
			if at > 0 {
				n++
			}
		}
	}
	return n
}

// Expand writes the schedule out, image by image; more than MaxSends sends are
// refused, and words in segments.
func (o *OrbitSchedule) Expand() (*Explicit, error) {
	if err := whole(o); err != nil {
		return nil, err
	}
	if o.Segments > 1 {
		return nil, fmt.Errorf("sched: %s: a schedule of %d segments is written out one Segment at a time", cayley.ShortName(o.Graph), o.Segments)
	}
	e := &Explicit{Graph: o.Graph, Task: o.Task, Scope: o.Scope, Steps: o.Steps}
	n := int64(o.sends()) * int64(o.Action.Order())
	if n > MaxSends {
		return nil, sizeError{fmt.Errorf("sched: %s: %d sends to write out, the limit is %d: serve a smaller scope", cayley.ShortName(o.Graph), n, MaxSends)}
	}
	e.Sends = make([]Send, 0, n)
	for j, root := range o.Roots {
		for a := range o.Action.Order() {
			item := int32(o.Action.Act(a, int(root)))
			for v, at := range o.Time[j] {
				if at == 0 {
					continue
				}
				s := Send{Time: at, From: int32(o.Action.Act(a, int(o.Next[j][v]))), To: int32(o.Action.Act(a, v)), Item: item}
				if o.Task == Accumulate {
					s.From, s.To = s.To, s.From
				}
				e.Sends = append(e.Sends, s)
			}
		}
	}
	return e, nil
}

// OneWay writes the schedule out for links that carry one word a step, in one
// direction (2.19): at most 2T steps. An invalid schedule is Verify's error.
func (o *OrbitSchedule) OneWay() (*Explicit, error) {
	if err := o.Verify(); err != nil {
		return nil, err
	}
	e, err := o.Expand()
	if err != nil {
		return nil, err
	}
	return e.pack()
}
