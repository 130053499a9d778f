package sched

import "slices"

// denseSteps is the most steps of which a table may be made: times are those of a file,
// and two sends can be 2³¹ steps apart.
func denseSteps(sends int) int { return 4*sends + 1024 }

// byTime returns the numbers of the sends in order of time, stable.
func (e *Explicit) byTime() []int32 {
	order := make([]int32, len(e.Sends))
	if e.Steps > denseSteps(len(e.Sends)) {
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
