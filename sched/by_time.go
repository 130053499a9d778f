package sched

import "slices"

// byTime returns the numbers of the sends in order of time, stable: by a table of the steps
// unless they are many more than the sends, as in a file two sends can be 2³¹ steps apart.
func (e *Explicit) byTime() []int32 {
	order := make([]int32, len(e.Sends))
	if e.Steps > 4*len(e.Sends)+1024 {
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortStableFunc(order, func(a, b int32) int { return int(e.Sends[a].Time) - int(e.Sends[b].Time) })
		return order
	}
	start := make([]int32, e.Steps+2)
	for i := range e.Sends {
		start[e.Sends[i].Time+1]++
	}
	for t := 1; t < len(start); t++ {
		start[t] += start[t-1]
	}
	for i := range e.Sends {
		t := e.Sends[i].Time
		order[start[t]] = int32(i)
		start[t]++
	}
	return order
}

// ordered is the schedule with its sends in that order, in memory of their own.
func (e *Explicit) ordered() *Explicit {
	r := *e
	r.Sends = make([]Send, len(e.Sends))
	for i, at := range e.byTime() {
		r.Sends[i] = e.Sends[at]
	}
	return &r
}
