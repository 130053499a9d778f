package coll

import "golang.org/x/sys/unix"

const canPin = true

// usableCores are the CPUs in the affinity mask of the calling thread.
func usableCores() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return usableWithoutAffinity()
	}
	var cores []int
	for i := range len(set) * 64 {
		if set.IsSet(i) {
			cores = append(cores, i)
		}
	}
	return cores
}

// pin ties the calling thread, which must be locked, to one core and returns
// what undoes it: a thread that goes back to the runtime keeps no mark.
func pin(core int) (undo func()) {
	var before, after unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return func() {}
	}
	after.Set(core)
	if err := unix.SchedSetaffinity(0, &after); err != nil {
		return func() {}
	}
	return func() { unix.SchedSetaffinity(0, &before) }
}
