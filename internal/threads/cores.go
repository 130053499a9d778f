package threads

import (
	"runtime"
	"slices"
)

// Within is n of the cores, beginning with the one the process runs on, so that
// several processes with a quota are likely to use different ones.
func Within(cores []int, present, n int) []int {
	if n >= len(cores) {
		return cores
	}
	at := max(0, slices.Index(cores, present))
	within := slices.Concat(cores[at:], cores[:at])[:n]
	slices.Sort(within)
	return within
}

// coresWithoutAffinity is the answer where the system has no affinity mask.
func coresWithoutAffinity() []int {
	cores := make([]int, runtime.NumCPU())
	for i := range cores {
		cores[i] = i
	}
	return cores
}
