package format

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/sched"
)

// spot is where an element of the file stands; line 0: nowhere.
type spot struct{ line, element int }

// elements reads the list of sends or template arcs. What has three numbers and
// what has four, or an item of two, is checked against the task later, since
// the task may come after.
func (f *File) elements(s *scanner, key string) {
	s.expect('[', key)
	for n := 0; s.more(n == 0, ']', key); n++ {
		e := sched.Send{Dst: -1}
		s.expect('[', key)
		count := 0
		for s.more(count == 0, ']', key) {
			switch {
			case count == 3 && s.peek() == '[' && key == "sends":
				s.byte()
				e.Item = int32(s.int("item"))
				s.expect(',', "item")
				if e.Dst = int32(s.int("item")); e.Dst < 0 {
					s.fail("item: %d is not a vertex", e.Dst)
				}
				s.expect(']', "item")
			case count < 4:
				*[...]*int32{&e.Time, &e.From, &e.To, &e.Item}[count] = int32(s.int(key))
			default:
				s.fail("more than 4 numbers")
			}
			count++
		}
		switch {
		case count < 3 || count == 3 && key == "sends":
			s.fail("%d numbers are too few", count)
		case key == "template" && count == 4 && e.Item < 0:
			s.fail("%d is not a vertex", e.Item) // it would pass for none, as in an item
		}
		if s.err != nil {
			s.err.Err = fmt.Errorf("%w (element %d of %s)", s.err.Err, n, key)
			return
		}
		if key == "template" {
			if count == 4 {
				e.Dst = e.Item
			}
			e.Item = 0
		}
		if at := (spot{s.line, n}); e.Dst >= 0 && f.double.line == 0 {
			f.double = at
		} else if e.Dst < 0 && f.single.line == 0 {
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
		return onLine(wrong.line, "task %s has elements %s (element %d of %s)", f.Task, want, wrong.element, key)
	}
	if f.Task != sched.Exchange {
		for i := range f.entries {
			f.entries[i].Dst = 0 // as a sched.Send without a destination has it
		}
	}
	return nil
}
