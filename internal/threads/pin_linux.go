package threads

import (
	"os"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// CanPin reports whether Pin ties threads to cores on this system.
const CanPin = true

// Cores are the CPUs in the process's affinity mask: those of any of its
// threads, for some may be pinned to one each.
func Cores() []int {
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
		return coresWithoutAffinity()
	}
	var cores []int
	for i := range len(all) * 64 {
		if all.IsSet(i) {
			cores = append(cores, i)
		}
	}
	return cores
}

// Present is the CPU that the calling thread runs on, or -1.
func Present() int {
	var cpu uint32
	if _, _, e := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); e != 0 {
		return -1
	}
	return int(cpu)
}

// Pin ties the calling thread, which must be locked, to one core and returns what undoes it, or
// nil if it could not. Undone, the thread is marked even so, and has to end with its goroutine:
// Linux keeps what has been set for a thread beside its container's cpuset, and one that grows
// later, or has shrunk for a while, leaves the thread where that was set.
func Pin(core int) (undo func()) {
	var before, after unix.CPUSet
	if unix.SchedGetaffinity(0, &before) != nil {
		return nil
	}
	after.Set(core)
	if unix.SchedSetaffinity(0, &after) != nil {
		return nil
	}
	return func() { unix.SchedSetaffinity(0, &before) } // at once, for it may take a while to end
}

// Main reports whether the calling thread is the process's first: that cannot end, and its
// affinity is what others take for the process's.
func Main() bool { return unix.Gettid() == unix.Getpid() }
