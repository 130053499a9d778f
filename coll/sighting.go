package coll

import (
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Where a processor is that is in code of the program's own, by the stack of its
// goroutine: what it holds itself may not be read while it runs. Only machines that watch
// (Config.Stall) know which goroutine that is, and only a failure makes anybody look: the
// process stands still for it, some milliseconds with thousands of goroutines.

// sighting is the place of a processor's innermost call that is neither this package's
// nor the standard library's, as file:line, and what its goroutine does: "running",
// "sleep", "chan receive". Both are empty where that is not known.
func (c *fiber) sighting() (site, doing string) {
	id, since := c.goroutine.Load(), c.since.Load()
	if id == 0 {
		return "", ""
	}
	site, doing = sightingIn(stacksOfAll(), id)
	if inF := since <= 0 && since != atWork; doing == borrowing && !(inF && c.since.Load() == since) {
		doing = "" // it had come before it was seen, to a call of its own
	}
	return site, doing
}

// borrowing is what a processor does whose goroutine waits in a call, while by its own account it is
// in none.
const borrowing = "waiting in a call by another rank's Proc"

// sightingIn is sighting of the goroutine of a number. The first of the stacks is of who asks.
func sightingIn(stacks string, id uint64) (site, doing string) {
	_, stack, found := strings.Cut(stacks, "\ngoroutine "+strconv.FormatUint(id, 10)+" ")
	if !found {
		return "", ""
	}
	stack, _, _ = strings.Cut(stack, "\n\n")
	return placeIn(strings.Split(stack, "\n"))
}

// placeIn is sighting of the lines of a stack: a head, then a function and, after a tab, its
// place in turns, the innermost first; of a deep one the middle is left out, as a line says.
func placeIn(lines []string) (site, doing string) {
	_, doing, _ = strings.Cut(lines[0], "[")
	for _, more := range []string{"]", ",", " (scan)", " labels:"} { // for how long, and that it has a thread of its own
		doing, _, _ = strings.Cut(doing, more)
	}
	for i := 1; i+1 < len(lines); i++ {
		function := lines[i]
		place, ok := strings.CutPrefix(lines[i+1], "\t")
		if !ok {
			continue
		}
		if end := strings.LastIndexByte(function, '('); end > 0 {
			function = function[:end]
		}
		if function == pkg+"(*fiber).body" {
			break
		}
		if function == pkg+"(*fiber).block" {
			doing = borrowing
		}
		if !inPackage(function) && !ofStandardLibrary(function) {
			place, _, _ = strings.Cut(place, " +0x")
			place, _, _ = strings.Cut(place, " fp=0x")
			return place, doing
		}
	}
	return "", ""
}

// ofStandardLibrary reports whether a function is: the first element of its package's path
// has no dot, and it is not of the program's own module.
func ofStandardLibrary(function string) bool {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	path := function[:slash] + name
	first, _, _ := strings.Cut(path, "/")
	return path != "main" && !strings.Contains(first, ".") && first != ownModule()
}

// ownModule is the first element of the program's module path.
var ownModule = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	first, _, _ := strings.Cut(info.Main.Path, "/")
	return first
})

// stacksOfAll is the stacks of all goroutines, up to 64 MiB of them.
func stacksOfAll() string {
	buf := make([]byte, 1<<16)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) || len(buf) >= 64<<20 {
			return string(buf[:n])
		}
		buf = slices.Grow(buf[:0], 4*len(buf))[:4*len(buf)]
	}
}

// noteGoroutine keeps which goroutine the processor runs on, if anybody may ask.
func (c *fiber) noteGoroutine() {
	if c.m.cfg.Stall == 0 {
		return
	}
	var buf [64]byte
	head := strings.TrimPrefix(string(buf[:runtime.Stack(buf[:], false)]), "goroutine ")
	number, _, _ := strings.Cut(head, " ")
	id, _ := strconv.ParseUint(number, 10, 64) // 0: not known
	c.goroutine.Store(id)
}
