package coll

import (
	"fmt"
	"runtime"
	"strings"
)

// explained is what a processor panicked with; where that came of a call on a nil *Proc, or of one
// that belongs to a neighbour, it says so.
func explained(v any) any {
	fault, ok := v.(runtime.Error)
	if !ok {
		if s, is := v.(string); is && strings.HasPrefix(s, "iter.Pull: ") && switched() {
			return fmt.Errorf("a Proc is used by another rank, or another goroutine, than its own: %s", s)
		}
		return v
	}
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for f, more := frames.Next(); more; f, more = frames.Next() {
		if f.Function != "runtime.sigpanic" {
			continue
		}
		if f, _ = frames.Next(); strings.HasPrefix(f.Function, pkg+"(*Proc).") || f.Function == pkg+"(*member).using" {
			return fmt.Errorf("call on a nil *Proc, which Split returns for a negative color, or on a zero Proc: %w", fault)
		}
	}
	return v
}

// switched reports whether the panic that passes came of a switch between neighbours, and not of an
// iterator of the program's.
func switched() bool {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for f, more := frames.Next(); more; f, more = frames.Next() {
		if strings.HasPrefix(f.Function, "iter.Pull[") {
			f, _ = frames.Next()
			return inPackage(f.Function)
		}
	}
	return false
}

// callSite is the caller of this package, as file:line; of a deferred call, while a panic or FailNow
// passes, where that began. It costs a microsecond or more, so it is looked up only by processors
// that are unwinding and that an error may name: they still stand in the call that failed.
func callSite() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if f.Function == pkg+"(*fiber).body" {
			return "" // f has returned
		}
		if f.Function != "" && !inPackage(f.Function) && !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "testing.") {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return ""
		}
	}
}

const (
	module = "github.com/cayleycoll/cayleycoll/"
	pkg    = module + "coll."
)

// inPackage reports whether a function is of this package, or of those that its calls are made
// of: a processor that copies, signals or is about to sleep stands in the program further out.
func inPackage(function string) bool {
	return strings.HasPrefix(function, pkg) && !strings.HasPrefix(function, pkg+"Test") &&
		!strings.HasPrefix(function, pkg+"Example") && !strings.HasPrefix(function, pkg+"Benchmark") ||
		strings.HasPrefix(function, module+"internal/") || strings.HasPrefix(function, module+"buffers.")
}
