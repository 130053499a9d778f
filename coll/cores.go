package coll

import (
	"runtime"
	"slices"
)

// withinQuota is n of the cores, beginning with the one the process runs on, so that
// several processes with a quota are likely to use different ones.
func withinQuota(cores []int, present, n int) []int {
	if n >= len(cores) {
		return cores
	}
	at := max(0, slices.Index(cores, present))
	within := slices.Concat(cores[at:], cores[:at])[:n]
	slices.Sort(within)
	return within
}

// usableWithoutAffinity is the answer where the system has no affinity mask.
func usableWithoutAffinity() []int { return upTo(runtime.NumCPU()) }

// upTo lists 0 … n-1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
