package threads

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestShareChangesMeanwhile: where GOMAXPROCS is the runtime's own number it is so again
// afterwards, though that is another by then: that of fewer cores, as of a smaller quota.
// What the program has set is put back.
func TestShareChangesMeanwhile(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var whole, one unix.CPUSet
	if unix.SchedGetaffinity(0, &whole) != nil || whole.Count() < 2 || os.Getenv("GOMAXPROCS") != "" {
		t.Skip("needs two cores, and the runtime's number")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	runtime.SetDefaultGOMAXPROCS()
	most := runtime.GOMAXPROCS(0)
	if most < 2 {
		t.Skip("needs a share of two cores")
	}
	one.Set(Cores()[0])
	defer unix.SchedSetaffinity(0, &whole)
	type undone struct{ do, undo func(hosts int) }
	for _, own := range []bool{false, true} {
		for i, way := range []undone{{Reserve, Unreserve}, {Open, Close}} {
			want := 1
			if own {
				want = most + 1
				runtime.GOMAXPROCS(want)
			} else {
				runtime.SetDefaultGOMAXPROCS()
			}
			way.do(most + 1)
			unix.SchedSetaffinity(0, &one)
			way.undo(most + 1)
			if n := runtime.GOMAXPROCS(0); n != want {
				t.Errorf("the program's number: %v, way %d: GOMAXPROCS is %d afterwards, want %d", own, i, n, want)
			}
			unix.SchedSetaffinity(0, &whole)
		}
	}
}
