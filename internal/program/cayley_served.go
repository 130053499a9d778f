package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/sched"
)

// served is a vertex of a template that is served, by which generator and when.
type served struct {
	time, gen, v, segment int32
	head                  int32 // v·g, for accumulations
	tail                  int32 // v·g⁻¹, for broadcasts
	step, known           int32 // of broadcasts: see hasten
}

// byTime is the served vertices in the order of their times, generators in
// order within a step.
func byTime(ts []*sched.Template) []served {
	var list []served
	for s, t := range ts {
		for v := range t.Time {
			if t.Time[v] > 0 {
				list = append(list, served{time: t.Time[v], gen: t.Gen[v], v: int32(v), segment: int32(s)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b served) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.gen, b.gen))
	})
	return list
}
