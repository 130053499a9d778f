package coll

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
)

// schedules are the caller's, written out, one for each segment of a word.
type schedules map[purpose][]*sched.Explicit

// purpose is what a schedule is for.
type purpose struct {
	task sched.Task
	root int // EveryRoot: universal
}

func (p purpose) String() string { return p.task.String() + p.where() }

// where is " from root 3".
func (p purpose) where() string {
	switch {
	case p.root == program.EveryRoot:
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
		es, err := program.Sends(one)
		if err != nil {
			return usage("Schedules[%d]: %v", i, err)
		}
		e, is := es[0], purpose{es[0].Task, program.EveryRoot}
		if e.Rooted {
			is.root = e.Root
		}
		switch {
		case !e.Scope.All():
			return usage("Schedules[%d] serves some distances only; want one that serves all", i)
		case e.Graph.Order() != p:
			return usage("Schedules[%d] is for %d processors, and P is %d", i, e.Graph.Order(), p)
		case p > program.MaxWritten:
			return usage("Schedules[%d] is for %d processors; want at most %d", i, p, program.MaxWritten)
		case (*s)[is] != nil:
			return usage("Schedules has two schedules for %s", is)
		}
		(*s)[is] = es
	}
	return nil
}

// leastRoot is the least root that a task has a schedule for, 0 if there is none.
func (s schedules) leastRoot(task sched.Task) int {
	for _, is := range s.purposes() {
		if is.task == task && is.root != program.EveryRoot {
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
