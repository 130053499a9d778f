package sched

import "fmt"

// Fault is what Verify finds wrong with one entry of a schedule; errors.As finds it.
type Fault struct {
	Vertex int // whose entry it is, in a Template or an ExchangeTemplate; else -1
	// Entry is the place in the Sends of an Explicit, or in the Gen and Time of an
	// ExchangeTemplate; -1 where no single one is at fault.
	Entry int
	text  string
}

func (f *Fault) Error() string { return f.text }

func fault(vertex, entry int, format string, args ...any) error {
	return &Fault{vertex, entry, "sched: " + fmt.Sprintf(format, args...)}
}
