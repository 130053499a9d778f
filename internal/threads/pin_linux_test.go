package threads

import (
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPin: a thread runs on the core that it is tied to, one of those of the process, and where it
// may run is as before once that is undone.
func TestPin(t *testing.T) {
	cores := Cores()
	if !slices.Contains(cores, Present()) {
		t.Fatalf("on core %d, and the process has %v", Present(), cores)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and ends with its thread
		var before, after unix.CPUSet
		if err := unix.SchedGetaffinity(0, &before); err != nil {
			t.Error(err)
		}
		for _, core := range cores {
			undo := Pin(core)
			if undo == nil || Present() != core {
				t.Errorf("tied to core %d, on %d", core, Present())
				continue
			}
			undo()
		}
		if err := unix.SchedGetaffinity(0, &after); err != nil || after != before {
			t.Errorf("%v, on %v, before on %v", err, after, before)
		}
		if Pin(len(before)*64) != nil {
			t.Error("tied to a core that there is not")
		}
	}()
	<-done
}
