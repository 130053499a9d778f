package buffers

import (
	"math"
	"strings"
	"testing"
	"unsafe"
)

func slabOf[T interface {
	float64 | float32 | int64 | int32
}](t *testing.T, count, length int) {
	t.Helper()
	s, err := NewSlab[T](count, length)
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != count {
		t.Errorf("Len() = %d, want %d", s.Len(), count)
	}
	for i := range count {
		v := s.Vector(i)
		if len(v) != length || cap(v) != length {
			t.Fatalf("vector %d has length %d and capacity %d, want %d", i, len(v), cap(v), length)
		}
		if length > 0 && uintptr(unsafe.Pointer(&v[0]))%align != 0 {
			t.Fatalf("vector %d of %d×%d lies at %p", i, count, length, &v[0])
		}
		for j := range v {
			if v[j] != 0 {
				t.Fatalf("vector %d, element %d is %v when new", i, j, v[j])
			}
			v[j] = T(i + 1)
		}
	}
	for i := range count {
		for j, x := range s.Vector(i) {
			if x != T(i+1) {
				t.Fatalf("vector %d, element %d is %v, want %v: vectors overlap", i, j, x, T(i+1))
			}
		}
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSlab(t *testing.T) {
	for _, c := range [][2]int{{0, 5}, {3, 0}, {1, 1}, {7, 1}, {5, 8}, {9, 33}, {3, 1000}, {2, 200_000}, {1, 1 << 20}} {
		slabOf[float64](t, c[0], c[1])
		slabOf[float32](t, c[0], c[1])
		slabOf[int64](t, c[0], c[1])
		slabOf[int32](t, c[0], c[1])
	}
}

func TestSlabErrors(t *testing.T) {
	for _, c := range []struct {
		count, length int
		want          string
	}{
		{-1, 4, "neither negative"},
		{4, -1, "neither negative"},
		{1, math.MaxInt, "beyond the address space"},
		{math.MaxInt, 8, "beyond the address space"},
		{math.MaxInt / 64, 9, "beyond the address space"},
		{math.MaxInt / 8 >> 16, 1 << 16, "beyond the address space"}, // but for what lies between vectors
	} {
		if _, err := NewSlab[float64](c.count, c.length); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("NewSlab(%d, %d): %v, want %q", c.count, c.length, err, c.want)
		}
	}
	s, err := NewSlab[int32](1, 3)
	if err != nil {
		t.Fatal(err)
	}
	none := func(s *Slab[int32], i int, want string) {
		defer func() {
			if got := recover(); got != want {
				t.Errorf("panic %v, want %q", got, want)
			}
		}()
		s.Vector(i)
	}
	none(s, -1, "buffers: vector -1 of a slab of 1 (0 once closed)")
	none(s, 1, "buffers: vector 1 of a slab of 1 (0 once closed)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	none(s, 0, "buffers: vector 0 of a slab of 0 (0 once closed)")
	empty, err := NewSlab[int32](2, 0)
	if err != nil {
		t.Fatal(err)
	}
	none(empty, 2, "buffers: vector 2 of a slab of 2 (0 once closed)")
}
