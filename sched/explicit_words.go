package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// words is the table of the task: one row a word, or one row for a root.
func (e *Explicit) words() (table pairs, row func(item int32) int32) {
	p := e.Graph.Order()
	if e.Rooted {
		return newPairs(1, p, len(e.Sends)), func(int32) int32 { return 0 }
	}
	return newPairs(p, p, len(e.Sends)), func(item int32) int32 { return item }
}

func (e *Explicit) broadcast() error {
	arrival, row := e.words()
	for i := range e.Sends {
		s := &e.Sends[i]
		r := row(s.Item)
		if s.To == s.Item {
			return e.bad(i, "the word of %d is back at its source", s.Item)
		}
		if arrival.get(r, s.To) != 0 {
			return e.bad(i, "vertex %d receives this word twice", s.To)
		}
		arrival.put(r, s.To, s.Time)
	}
	for i := range e.Sends {
		s := &e.Sends[i]
		if s.From == s.Item {
			continue
		}
		switch at := arrival.get(row(s.Item), s.From); {
		case at == 0:
			return e.bad(i, "vertex %d never receives the word it sends", s.From)
		case at >= s.Time:
			return e.bad(i, "vertex %d receives this word only at time %d", s.From, at)
		}
	}
	return e.complete(func(item, v int32) bool { return arrival.get(row(item), v) != 0 })
}

func (e *Explicit) accumulate() error {
	sent, row := e.words()
	for i := range e.Sends {
		s := &e.Sends[i]
		r := row(s.Item)
		if s.From == s.Item {
			return e.bad(i, "root %d sends away its own sum", s.Item)
		}
		if sent.get(r, s.From) != 0 {
			return e.bad(i, "vertex %d passes its sum on twice", s.From)
		}
		sent.put(r, s.From, s.Time)
	}
	for i := range e.Sends {
		s := &e.Sends[i]
		if s.To == s.Item {
			continue
		}
		switch at := sent.get(row(s.Item), s.To); {
		case at == 0:
			return e.bad(i, "vertex %d never passes this sum on", s.To)
		case at <= s.Time:
			return e.bad(i, "vertex %d has passed its sum on at time %d", s.To, at)
		}
	}
	return e.complete(func(item, v int32) bool { return sent.get(row(item), v) != 0 })
}

// complete finds the first (word, vertex) in scope that is not served.
func (e *Explicit) complete(served func(item, v int32) bool) error {
	p := int32(e.Graph.Order())
	each := e.reach()
	for a := range p {
		if e.Rooted && e.Task == Broadcast && int(a) != e.Root {
			continue
		}
		var err error
		each(a, func(b int32) bool {
			item, v := a, b
			if e.Task == Accumulate { // a sends, b is the root
				item, v = b, a
			}
			switch {
			case e.Rooted && int(item) != e.Root || served(item, v):
				return true
			case e.Task == Exchange:
				err = fmt.Errorf("sched: the word of %d for %d does not arrive", item, v)
			default:
				err = fmt.Errorf("sched: vertex %d has no part in the %s of %d", v, e.Task, item)
			}
			return false
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reach calls yield with every b ≠ a whose distance from a is in scope, until it
// says no. On a Cayley graph that costs what it yields.
func (e *Explicit) reach() func(a int32, yield func(b int32) bool) {
	c, isCayley := e.Graph.(cayley.Cayley)
	p := int32(e.Graph.Order())
	switch {
	case e.Scope.All() && e.Rooted && e.Task == Accumulate:
		root := int32(e.Root)
		return func(a int32, yield func(b int32) bool) {
			if a != root {
				yield(root)
			}
		}
	case e.Scope.All():
		return func(a int32, yield func(b int32) bool) {
			for b := range p {
				if b != a && !yield(b) {
					return
				}
			}
		}
	case isCayley:
		var list []int32
		for v, d := range cayley.DistancesFrom(c, 0) {
			if e.Scope.Has(int(d)) {
				list = append(list, int32(v))
			}
		}
		return func(a int32, yield func(b int32) bool) {
			for _, v := range list {
				if !yield(int32(c.Mul(int(a), int(v)))) {
					return
				}
			}
		}
	}
	return func(a int32, yield func(b int32) bool) {
		for b, d := range cayley.DistancesFrom(e.Graph, int(a)) {
			if e.Scope.Has(int(d)) && !yield(int32(b)) {
				return
			}
		}
	}
}
