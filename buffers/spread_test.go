package buffers

import (
	"testing"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// again counts the vectors that have the tag of one before.
func again(s *Slab[float64]) (count int) {
	seen := map[uint8]bool{}
	for i := range s.Len() {
		tag := asm.Tag(&s.Vector(i)[0])
		if seen[tag] {
			count++
		}
		seen[tag] = true
	}
	return count
}

// TestSpread: of few vectors of a slab no two drive each other out of the first cache,
// where as close as can be they would; of many no more do; and no slab is more than
// a sixteenth larger for it.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		count, length int
		closest       bool // some do as close as can be, in a slab that begins a huge page
	}{
		{2, 1 << 20, false}, {8, 1 << 20, false}, {31, 1 << 15, false}, {7, 100_000, false},
		{2, 0x108000 / 8, true}, {3, 0x108000 / 8, true}, {16, 0x108000 / 8, true}, {64, 1 << 13, true},
	} {
		s, err := NewSlab[float64](c.count, c.length)
		if err != nil {
			t.Fatal(err)
		}
		close := *s // the same memory
		close.stride = c.length
		got, before := again(s), again(&close)
		if got > before || got > 0 && c.count <= 16 {
			t.Errorf("%d of %d vectors of %d elements have the tag of one before; as close as can be %d", got, c.count, c.length, before)
		}
		if at := uintptr(unsafe.Pointer(&s.elems[0])); at%hugePage == 0 && (before > 0) != c.closest {
			t.Errorf("as close as can be %d of %d vectors of %d elements have the tag of one before", before, c.count, c.length)
		}
		if s.stride*16 > c.length*17 {
			t.Errorf("%d vectors of %d elements lie %d elements apart", c.count, c.length, s.stride)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
