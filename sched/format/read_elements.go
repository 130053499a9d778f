package format

import (
	"fmt"
	"math"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// spot is where an element of the file stands; line 0: nowhere.
type spot struct{ line, element int }

// noDst is the destination of an element that names none: no number of a file is so small.
const noDst = math.MinInt32

// nth names element n of the list as all messages do.
func nth(key string, n int) string {
	if key == "sends" {
		return fmt.Sprintf("send %d", n)
	}
	return fmt.Sprintf("element %d of %s", n, key)
}

// elementForms are the forms of an element, before the task is known.
func elementForms(key string) string {
	if key == "sends" {
		return "[t,u,v,item], or [t,u,v,[src,dst]] of an exchange"
	}
	return "[t,u,k], or [t,u,k,dst] of an exchange"
}

// fewElements may be in any file, so that a schedule with some too many is judged, and the
// first of them named.
const fewElements = 1 << 16

// most is how many elements of a list are read: as many as there can be, by what is known
// when the list begins. A word takes at most one arc into every vertex but one; no link
// carries two words in a step; and elements are counted in int32.
func (f *File) most(key string, seen map[string]bool, g cayley.Graph) int {
	p, d := float64(cayley.MaxOrder), float64(cayley.MaxOrder)
	if g != nil {
		p, d = float64(g.Order()), float64(g.Degree())
	}
	moves, links := p-1, d
	if !seen["task"] || f.Task == sched.Exchange {
		moves *= p - 1
	}
	if key == "sends" {
		links *= p
		if !f.Rooted {
			moves *= p
		}
	}
	if f.Steps > 0 {
		moves = min(moves, links*float64(f.Steps))
	}
	return int(min(max(moves, fewElements), math.MaxInt32))
}

// elements reads the list of sends or template arcs, if it has at most so many. What has
// three numbers and what has four, or an item of two, is checked against the task later,
// since the task may come after.
func (f *File) elements(s *scanner, key string, most int) {
	s.expect('[', key)
	for n := 0; s.more(n == 0, ']', key); n++ {
		if n == most {
			s.fail("%s: more than %d elements, more than the task, graph and steps above allow", key, most)
			return
		}
		e := sched.Send{Dst: noDst}
		s.expect('[', key)
		count := 0
		for s.more(count == 0, ']', key) {
			switch {
			case count == 3 && s.peek() == '[' && key == "sends":
				s.byte()
				e.Item = int32(s.int("item"))
				s.expect(',', "item")
				e.Dst = int32(s.int("item"))
				s.expect(']', "item")
			case count < 4:
				*[...]*int32{&e.Time, &e.From, &e.To, &e.Item}[count] = int32(s.int(key))
			default:
				s.fail("more than 4 numbers, want %s", elementForms(key))
			}
			count++
		}
		if count < 3 || count == 3 && key == "sends" {
			s.fail("%d numbers are too few, want %s", count, elementForms(key))
		}
		if s.err != nil {
			s.err.Err = fmt.Errorf("%w (%s)", s.err.Err, nth(key, n))
			return
		}
		if key == "template" {
			if count == 4 {
				e.Dst = e.Item
			}
			e.Item = 0
		}
		if at := (spot{s.line, n}); e.Dst != noDst && f.double.line == 0 {
			f.double = at
		} else if e.Dst == noDst && f.single.line == 0 {
			f.single = at
		}
		f.entries = append(f.entries, e)
	}
}

// form holds the elements and the root against the task, which may have come after them.
func (f *File) form() error {
	wrong, want, key := f.double, "[t,u,v,item]", "sends"
	switch exchange := f.Task == sched.Exchange; {
	case exchange && f.Rooted:
		return onLine(f.rootLine, "an exchange has no root")
	case exchange && f.Template:
		wrong, want, key = f.single, "[t,u,k,dst]", "template"
	case exchange:
		wrong, want = f.single, "[t,u,v,[src,dst]]"
	case f.Template:
		want, key = "[t,u,k]", "template"
	}
	if wrong.line > 0 {
		return onLine(wrong.line, "task %s has elements %s (%s)", f.Task, want, nth(key, wrong.element))
	}
	if f.Task != sched.Exchange {
		for i := range f.entries {
			f.entries[i].Dst = 0 // as a sched.Send without a destination has it
		}
	}
	return nil
}
