package main

import (
	"io"

	"github.com/cayleycoll/cayleycoll/sched/format"
)

// forms are the formats. A word has as many bytes as --bytes says.
var forms = []struct {
	name  string
	write func(w io.Writer, m made, bytes int) error
}{
	{"json", func(w io.Writer, m made, _ int) error { return format.Write(w, m.Schedule, m.bound) }},
	{"dot", func(w io.Writer, m made, _ int) error { return format.WriteScheduleDOT(w, m.Schedule) }},
	{"graphml", func(w io.Writer, m made, _ int) error { return format.WriteGraphML(w, m.of.graph) }},
	{"goal", func(w io.Writer, m made, bytes int) error { return format.WriteGOAL(w, m.Schedule, bytes) }},
	{"msccl", func(w io.Writer, m made, _ int) error {
		return format.WriteMSCCL(w, m.Schedule, format.MSCCLName(m.of.graph.Name()))
	}},
}
