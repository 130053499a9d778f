package coll

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// leftover is what a test must leave as it found it.
type leftover struct{ goroutines, threads, maps int }

func leftovers() leftover {
	list := func(name string) int {
		text, err := os.ReadFile(filepath.Join("/proc/self", name))
		if err != nil {
			return 0 // not Linux
		}
		return strings.Count(string(text), "\n")
	}
	tasks, _ := os.ReadDir("/proc/self/task")
	return leftover{runtime.NumGoroutine(), len(tasks), list("maps")}
}

// goroutines is how many there are: the most of some counts, as Go counts too few while others begin and end.
func goroutines() (most int) {
	for range 5 {
		most = max(most, runtime.NumGoroutine())
		time.Sleep(time.Millisecond)
	}
	return most
}
