package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/bench"
)

// left is what was not measured, and why.
func (r *Report) left() []string {
	lines := []string{
		"Links between machines: this is one process in one memory; the estimated times stand in for wires.",
		"More cases of other programs: `collbench peers` measures any of theirs in turn with ours.",
		"Element types other than float64; vectors and machines larger than those in the tables.",
	}
	if n := len(r.Machine.Cores); n < 8 {
		lines = append(lines, fmt.Sprintf("More processors at the same time than the cores that this run may use, %d: beyond that, several share a core.", n))
	}
	for _, a := range r.Absent {
		lines = append(lines, "Other programs: "+a.Peer+": "+strings.TrimRight(a.Why, ".")+".")
	}
	type kind struct {
		coll  string
		procs int
		graph string
		why   string
	}
	by := map[kind][]Skipped{}
	var order []kind
	for _, s := range r.Skipped {
		k := kind{s.Coll, s.Procs, s.Graph, strings.TrimRight(s.Why, ".")}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], s)
	}
	for _, k := range order {
		var algs, sizes []string
		for _, s := range by[k] {
			if !slices.Contains(algs, s.Alg) {
				algs = append(algs, s.Alg)
			}
			if size := bench.Size(s.Bytes); !slices.Contains(sizes, size) {
				sizes = append(sizes, size)
			}
		}
		lines = append(lines, fmt.Sprintf("%s of %s by %s, P = %d (%s): %s.", k.coll, strings.Join(sizes, ", "), strings.Join(algs, ", "), k.procs, k.graph, k.why))
	}
	return lines
}
