package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// CommunicationGraph is Definition 2.13, or 2.19 if OneWay: task graphs on one graph that use
// no arc (edge) twice at the same time, be it two of them or one alone (errata 5).
type CommunicationGraph struct {
	Model Model
	Tasks []TaskGraph
}

// Tau is the time of the communication graph (2.17).
func (c *CommunicationGraph) Tau() int {
	last := 0
	for i := range c.Tasks {
		last = max(last, c.Tasks[i].Tau())
	}
	return last
}

// Verify checks every task graph, that all are on one graph, and that no link is used twice at
// one time.
func (c *CommunicationGraph) Verify() error {
	if c.Model > OneWay {
		return fmt.Errorf("sched: %s is no model: want %s or %s", c.Model, TwoWay, OneWay)
	}
	type use struct{ u, v, t int32 }
	used := map[use]int{}
	for i := range c.Tasks {
		if err := c.Tasks[i].Verify(); err != nil {
			return fmt.Errorf("%w (task %d)", err, i)
		}
		if first := c.Tasks[0].Graph; !cayley.Equal(c.Tasks[i].Graph, first) {
			return fmt.Errorf("sched: task %d is on %s, task 0 on %s: all must be of one graph", i, cayley.ShortName(c.Tasks[i].Graph), cayley.ShortName(first))
		}
		for _, a := range c.Tasks[i].Arcs {
			w := use{a.From, a.To, a.Time}
			if c.Model == OneWay && w.v < w.u {
				w.u, w.v = w.v, w.u
			}
			if j, twice := used[w]; twice {
				return fmt.Errorf("sched: tasks %d and %d both use %d → %d at time %d", j, i, a.From, a.To, a.Time)
			}
			used[w] = i
		}
	}
	return nil
}

// CommunicationGraph returns the task graphs of the words of the schedule, one for each source,
// root or pair, in order of first mention.
func (e *Explicit) CommunicationGraph() *CommunicationGraph {
	c := &CommunicationGraph{Model: e.Model}
	at := map[[2]int32]int{}
	for _, s := range e.Sends {
		key := [2]int32{s.Item, s.Dst}
		i, ok := at[key]
		if !ok {
			i = len(c.Tasks)
			at[key] = i
			c.Tasks = append(c.Tasks, TaskGraph{Graph: e.Graph})
		}
		c.Tasks[i].Arcs = append(c.Tasks[i].Arcs, Arc{s.From, s.To, s.Time})
	}
	return c
}
