package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// OrbitSchedule is a universal broadcast or accumulation on a graph with a group
// of automorphisms that acts freely on the vertices, by one template an orbit.
// Coset graphs need it: translation by coset representatives permutes the labels
// of arcs (errata 10). With m orbits it takes 8·m bytes a vertex. Graphs without
// any symmetry have as many orbits as vertices, and a template for every source.
type OrbitSchedule struct {
	Graph  cayley.Graph
	Action cayley.FreeAction
	Task   Task
	Scope  Scope
	Steps  int     // the last time in use
	Roots  []int32 // of the templates: one vertex of each orbit
	// Next[j][v] is the vertex that sends v the word of Roots[j] (Broadcast) or
	// takes v's sum for it (Accumulate), at Time[j][v]; -1 and 0 at the root and
	// where v is not served. The schedule of source a(Roots[j]) is its image
	// under the automorphism a.
	Next, Time [][]int32
}

// Tau is the time of the schedule, τ of Definition 2.17.
func (o *OrbitSchedule) Tau() int { return o.Steps }

func (o *OrbitSchedule) common() common {
	return common{o.Graph, o.Action, o.Task, o.Scope, len(o.Roots)}
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
// refused.
func (o *OrbitSchedule) Expand() (*Explicit, error) {
	if err := whole(o); err != nil {
		return nil, err
	}
	images, each := o.Action.Order(), o.sends()
	if err := tooMany(images, each); err != nil {
		return nil, err
	}
	e := &Explicit{Graph: o.Graph, Task: o.Task, Scope: o.Scope, Steps: o.Steps, Sends: make([]Send, 0, images*each)}
	for j, root := range o.Roots {
		for a := range images {
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
