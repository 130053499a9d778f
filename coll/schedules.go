package coll

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/cayleycoll/cayleycoll/sched"
)

// schedules are the caller's, written out, one for each segment of a word.
type schedules map[purpose][]*sched.Explicit

// purpose is what a schedule is for.
type purpose struct {
	task sched.Task
	root int // everyRoot: universal
}

const everyRoot = -1

func (p purpose) String() string { return p.task.String() + p.where() }

// where is " from root 3".
func (p purpose) where() string {
	switch {
	case p.root == everyRoot:
		return ""
	case p.task == sched.Broadcast:
		return fmt.Sprintf(" from root %d", p.root)
	}
	return fmt.Sprintf(" at root %d", p.root)
}

// schedule is "an accumulate schedule at root 3".
func (p purpose) schedule() string {
	a := "an"
	if p.task == sched.Broadcast {
		a = "a"
	}
	return fmt.Sprintf("%s %s schedule%s", a, p.task, p.where())
}

// take checks schedules for p processors and writes them out.
func (s *schedules) take(list []sched.Schedule, p int) error {
	*s = schedules{}
	for i, one := range list {
		if v := reflect.ValueOf(one); one == nil || v.Kind() == reflect.Pointer && v.IsNil() {
			return usage("Schedules[%d] is nil", i)
		}
		if e, ok := one.(*sched.Explicit); ok { // the only form that is taken as it is
			own := *e
			own.Sends = slices.Clone(e.Sends)
			one = &own
		}
		if err := one.Verify(); err != nil {
			return usage("Schedules[%d]: %v", i, err)
		}
		es, err := sends(one)
		if err != nil {
			return usage("Schedules[%d]: %v", i, err)
		}
		e, is := es[0], purpose{es[0].Task, everyRoot}
		if e.Rooted {
			is.root = e.Root
		}
		switch {
		case !e.Scope.All():
			return usage("Schedules[%d] serves some distances only; want one that serves all", i)
		case e.Graph.Order() != p:
			return usage("Schedules[%d] is for %d processors, and P is %d", i, e.Graph.Order(), p)
		case p > maxCompiled:
			return usage("Schedules[%d] is for %d processors; want at most %d", i, p, maxCompiled)
		case (*s)[is] != nil:
			return usage("Schedules has two schedules for %s", is)
		}
		(*s)[is] = es
	}
	return nil
}

// sends is a verified schedule written out, one for each segment of a word.
func sends(s sched.Schedule) (list []*sched.Explicit, err error) {
	var parts []sched.Expander
	switch s := s.(type) {
	case *sched.Explicit:
		return []*sched.Explicit{s}, nil
	case *sched.Template:
		parts = append(parts, s)
	case *sched.ExchangeTemplate:
		parts = append(parts, s)
	case *sched.Chunked:
		for _, t := range s.Segments {
			parts = append(parts, t)
		}
	case *sched.OrbitSchedule:
		for i := range max(1, s.Segments) {
			parts = append(parts, s.Segment(i))
		}
	default:
		return nil, fmt.Errorf("a schedule of type %T cannot be written out send by send", s)
	}
	for _, part := range parts {
		e, err := part.Expand()
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// leastRoot is the least root that a task has a schedule for, 0 if there is none.
func (s schedules) leastRoot(task sched.Task) int {
	for _, is := range s.purposes() {
		if is.task == task && is.root != everyRoot {
			return is.root
		}
	}
	return 0
}

// purposes is what there are schedules for, in order.
func (s schedules) purposes() []purpose {
	return slices.SortedFunc(maps.Keys(s), func(a, b purpose) int {
		return cmp.Or(cmp.Compare(a.task, b.task), cmp.Compare(a.root, b.root))
	})
}
