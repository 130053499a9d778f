package buffers

import (
	"testing"
	"unsafe"
)

// TestSpread: wherever a slab begins, its vectors drive each other out of the first cache no
// more than as close as can be, and little where there are few; and it is no more than a
// sixteenth larger for it.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		count, stride int
		before, after int // the most, of all places where a slab may begin
	}{
		{2, 8 << 20, 0, 0}, {8, 8 << 20, 0, 0}, {31, 256 << 10, 0, 0}, // powers of two are apart
		{2, 0x108000, 8, 0}, {3, 0x108000, 16, 0}, {16, 0x108000, 101, 0},
		{7, 100_000, 0, 0}, {64, 64 << 10, 256, 27}, {300, 1 << 20, 0, 0}, {16, 0xa0000, 21, 1},
	} {
		before, after := 0, 0
		for base := uintptr(0); base < 256<<20; base += hugePage {
			s := spread(base, c.count, c.stride, c.stride+slack(c.stride))
			was, is := again(base, c.count, c.stride, c.stride), again(base, c.count, c.stride, s)
			if is > was || s < c.stride || s*16 > c.stride*17 || (s-c.stride)%page != 0 {
				t.Errorf("%d vectors of %d bytes at %#x: %d apart, %d again, and %d as close as can be", c.count, c.stride, base, s, is, was)
			}
			for less := c.stride; less < s; less += page {
				if n := again(base, c.count, c.stride, less); n <= is {
					t.Errorf("%d vectors of %d bytes at %#x: %d apart %d again, and %d no more: %d", c.count, c.stride, base, s, is, less, n)
				}
			}
			before, after = max(before, was), max(after, is)
		}
		if before != c.before || after != c.after {
			t.Errorf("%d vectors of %d bytes: %d again and %d spread, want %d and %d", c.count, c.stride, before, after, c.before, c.after)
		}
	}
}

// TestSlabIsSpread: slabs do lie so.
func TestSlabIsSpread(t *testing.T) {
	for _, c := range []struct{ count, length int }{{3, 0x108000 / 8}, {2, 1 << 20}, {64, 1 << 13}, {7, 100_000}, {1 << 18, 8}} {
		s, err := NewSlab[float64](c.count, c.length)
		if err != nil {
			t.Fatal(err)
		}
		bytes := c.length * 8
		if want := spread(uintptr(unsafe.Pointer(&s.elems[0])), c.count, bytes, bytes+slack(bytes)); s.stride*8 != want || len(s.elems) != c.count*s.stride {
			t.Errorf("%d vectors of %d bytes lie %d apart in %d, want %d", c.count, bytes, s.stride*8, len(s.elems)*8, want)
		}
		s.Vector(c.count - 1)[c.length-1] = 1
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
