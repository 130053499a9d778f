package bench

import (
	"testing"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// TestOnPages: the vectors of a few processors begin pages under tags of their own, however
// long they are; of more they are as long.
func TestOnPages(t *testing.T) {
	for _, procs := range []int{1, 2, 3, 8} {
		for _, bytes := range []int{8, 4096, 0x8000, 0x108000} {
			rows := []Row{{Coll: "allreduce", Procs: procs, Bytes: 8}, {Coll: "allreduce", Procs: procs, Bytes: bytes}}
			seen := map[uint8]bool{}
			for rank := range procs {
				v := newVectors[int32](rows, rank)
				for _, x := range [][]int32{v.dst, v.src} {
					if len(x) != bytes/4 || uintptr(unsafe.Pointer(&x[0]))%4096 != 0 {
						t.Fatalf("%d elements at %p, want %d at the beginning of a page", len(x), &x[0], bytes/4)
					}
					tag := asm.Tag(uintptr(unsafe.Pointer(&x[0])))
					if seen[tag] {
						t.Errorf("%d processors, %d bytes: two vectors under tag %d", procs, bytes, tag)
					}
					seen[tag] = true
				}
			}
		}
	}
	if v := newVectors[float64]([]Row{{Coll: "allreduce", Procs: 9, Bytes: 80}}, 8); len(v.dst) != 10 || len(v.src) != 10 {
		t.Errorf("of 9 processors: %d and %d elements, want 10", len(v.dst), len(v.src))
	}
}
