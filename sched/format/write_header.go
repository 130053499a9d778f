package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// header writes what comes before the elements.
func (w *writer) header(task sched.Task, model sched.Model, g cayley.Graph, scope sched.Scope, steps int, bound sched.Bound) error {
	if err := readable(scope, steps, bound); err != nil {
		return err
	}
	w.text("{\"format\":", strconv.Quote(Version), ",\n \"task\":", strconv.Quote(task.String()),
		", \"model\":", strconv.Quote(model.String()), ",\n \"graph\":")
	if err := w.graph(g); err != nil {
		return err
	}
	w.text(",\n \"scope\":")
	switch {
	case scope.Within > 0:
		w.text("{\"within\":", strconv.Itoa(scope.Within), "}")
	case len(scope.At) > 0:
		w.text("{\"at\":")
		w.ints(scope.At...)
		w.text("}")
	default:
		w.text("\"all\"")
	}
	w.text(",\n \"steps\":", strconv.Itoa(steps))
	if bound.Kind != "" {
		w.text(", \"bound\":", strconv.Itoa(bound.Value), ", \"bound_kind\":", quote(bound.Kind))
	}
	w.text(",\n")
	return nil
}

// readable refuses what Read would of the numbers of a header.
func readable(scope sched.Scope, steps int, bound sched.Bound) error {
	if scope.Within != 0 && len(scope.At) > 0 {
		return fmt.Errorf("format: scope within %d and at %v: want one of them", scope.Within, scope.At)
	}
	if scope.Within < 0 || scope.Within > math.MaxInt32 {
		return fmt.Errorf("format: scope within %d: want 1 to %d, or 0 for all", scope.Within, math.MaxInt32)
	}
	for i, d := range scope.At {
		if d < 1 || d > math.MaxInt32 {
			return fmt.Errorf("format: scope at %d: want 1 to %d", d, math.MaxInt32)
		}
		if slices.Contains(scope.At[:i], d) {
			return fmt.Errorf("format: scope at %d twice: want each distance once", d)
		}
	}
	if steps < 0 || steps > math.MaxInt32 {
		return fmt.Errorf("format: %d steps: want 0 to %d", steps, math.MaxInt32)
	}
	if bound.Kind != "" && (bound.Value < 0 || bound.Value > math.MaxInt32) {
		return fmt.Errorf("format: a bound of %d: want 0 to %d", bound.Value, math.MaxInt32)
	}
	return nil
}
