package coll

import (
	"os"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

const canPin = true

// usableCores are the CPUs in the process's affinity mask: those of any of its
// threads, for the hosts of machines that run are pinned to one each.
func usableCores() []int {
	var all, set unix.CPUSet
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, t := range tasks {
		if id, err := strconv.Atoi(t.Name()); err == nil && unix.SchedGetaffinity(id, &set) == nil {
			for i := range all {
				all[i] |= set[i]
			}
		}
	}
	if all.Count() == 0 && unix.SchedGetaffinity(0, &all) != nil {
		return usableWithoutAffinity()
	}
	var cores []int
	for i := range len(all) * 64 {
		if all.IsSet(i) {
			cores = append(cores, i)
		}
	}
	return cores
}

// presentCore is the CPU that the calling thread runs on, or -1.
func presentCore() int {
	var cpu uint32
	if _, _, e := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); e != 0 {
		return -1
	}
	return int(cpu)
}

// pin ties the calling thread, which must be locked, to one core and returns
// what undoes it: a thread that goes back to the runtime keeps no mark. A thread that
// somebody has tied elsewhere since then stays there.
func pin(core int) (undo func()) {
	var before, after unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return func() {}
	}
	after.Set(core)
	if err := unix.SchedSetaffinity(0, &after); err != nil {
		return func() {}
	}
	return func() {
		var now unix.CPUSet
		if unix.SchedGetaffinity(0, &now) == nil && now == after {
			unix.SchedSetaffinity(0, &before)
		}
	}
}
