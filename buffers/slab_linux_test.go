package buffers

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// extent is what the system has mapped of some memory: how many bytes, and how many
// of them with leave to back them by huge pages.
type extent struct{ mapped, huge uintptr }

func extentOf(t *testing.T, first, end uintptr) extent {
	t.Helper()
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	var e extent
	var in uintptr // of the mapping that the lines are about
	for line := range strings.Lines(string(text)) {
		var lo, hi uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &lo, &hi); n == 2 {
			lo, hi = max(lo, first), min(hi, end)
			in = max(hi, lo) - lo
			e.mapped += in
		} else if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && slices.Contains(strings.Fields(flags), "hg") {
			e.huge += in
		}
	}
	return e
}

// offersHugePages skips the test where the system has none, or does not tell: under
// an emulator, for one.
func offersHugePages(t *testing.T) {
	t.Helper()
	switch mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled"); {
	case err != nil:
		t.Skip(err)
	case strings.Contains(string(mode), "[never]"):
		t.Skip("the system has no huge pages: transparent_hugepage/enabled is never")
	}
	m, err := unix.Mmap(-1, 0, 2*hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := unix.Munmap(m); err != nil {
			t.Error(err)
		}
	}()
	if err := unix.Madvise(m, unix.MADV_HUGEPAGE); err != nil {
		t.Skipf("the system takes no advice on huge pages: %v", err)
	}
	at := uintptr(unsafe.Pointer(&m[0]))
	if extentOf(t, at, at+uintptr(len(m))).huge == 0 {
		t.Skip("the system does not show its advice on huge pages")
	}
}

// big is a slab that is a mapping of its own, and its first byte and its end.
func big(t *testing.T) (s *Slab[float64], first, end uintptr) {
	t.Helper()
	s, err := NewSlab[float64](5, 1<<20+1)
	if err != nil {
		t.Fatal(err)
	}
	first = uintptr(unsafe.Pointer(&s.elems[0]))
	return s, first, first + uintptr(len(s.elems))*unsafe.Sizeof(s.elems[0])
}

// TestSlabIsReturned: Close gives the memory back, of a slab and of a ring.
func TestSlabIsReturned(t *testing.T) {
	for try := 1; ; try++ { // the run-time system may map a thread's stack there
		left := returned(t)
		if left == "" {
			return
		}
		if try == 3 {
			t.Fatal(left)
		}
	}
}

// returned makes and closes a slab and a ring, and tells what is left of either.
func returned(t *testing.T) (left string) {
	s, first, end := big(t)
	r, err := NewRing[int32](2, 3<<20)
	if err != nil {
		t.Fatal(err)
	}
	ringFirst := uintptr(unsafe.Pointer(&r.elems[0]))
	ringEnd := ringFirst + uintptr(len(r.elems))*4
	for _, c := range []struct {
		what       string
		first, end uintptr
		close      func() error
	}{
		{"slab", first, end, s.Close},
		{"ring", ringFirst, ringEnd, r.Close},
	} {
		if got := extentOf(t, c.first, c.end).mapped; got != c.end-c.first {
			t.Fatalf("%d bytes of a %s of %d are mapped", got, c.what, c.end-c.first)
		}
		if err := c.close(); err != nil {
			t.Error(err)
		}
		// The run-time system may have mapped something there since; not much.
		if got := extentOf(t, c.first, c.end).mapped; got > (c.end-c.first)/4 {
			left = fmt.Sprintf("%d bytes of a closed %s of %d are still mapped", got, c.what, c.end-c.first)
		}
	}
	return left
}

// TestSlabAsksForHugePages: all of a big slab, which begins on one, has leave to be
// backed by huge pages.
func TestSlabAsksForHugePages(t *testing.T) {
	offersHugePages(t)
	s, first, end := big(t)
	if first%hugePage != 0 {
		t.Errorf("a slab of %d bytes begins at %#x, want a multiple of %#x", end-first, first, hugePage)
	}
	if got := extentOf(t, first, end).huge; got != end-first {
		t.Errorf("%d bytes of a slab of %d may be backed by huge pages", got, end-first)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSlabRefused: who makes a slab or a ring for which the system has no memory can tell
// that from a wrong argument.
func TestSlabRefused(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("32 bits may map all that they number")
	}
	const length = math.MaxInt / 64 // beyond what any 64-bit processor maps
	if _, err := NewSlab[float64](1, length); !errors.Is(err, unix.ENOMEM) {
		t.Errorf("NewSlab: %v, want %v", err, unix.ENOMEM)
	}
	if _, err := NewRing[float64](1, length); !errors.Is(err, unix.ENOMEM) {
		t.Errorf("NewRing: %v, want %v", err, unix.ENOMEM)
	}
	if _, err := NewSlab[float64](-1, 8); err == nil || errors.Is(err, unix.ENOMEM) {
		t.Errorf("NewSlab of -1 vectors: %v, want an error that is not %v", err, unix.ENOMEM)
	}
}
