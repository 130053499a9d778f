package asm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// TestTag: eight pairs of bits, of which each changes the tag alone and not together;
// no others count.
func TestTag(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 12))
	pairs := [][2]int{{12, 27}, {13, 26}, {14, 25}, {15, 20}, {16, 21}, {17, 22}, {18, 23}, {19, 24}}
	for range 100 {
		at := uintptr(r.Uint64())
		for _, p := range pairs {
			a, b := at^1<<p[0], at^1<<p[1]
			if tagOf(a) == tagOf(at) || tagOf(a) != tagOf(b) || tagOf(a^1<<p[1]) != tagOf(at) {
				t.Errorf("bits %v of %#x: tags %#x, %#x, %#x", p, at, tagOf(at), tagOf(a), tagOf(b))
			}
		}
		for bit := range 8 * int(unsafe.Sizeof(at)) {
			if (bit < 12 || bit > 27) && tagOf(at^1<<bit) != tagOf(at) {
				t.Errorf("bit %d of %#x changes the tag", bit, at)
			}
		}
	}
}

// twins is two vectors of n elements that begin pages, under one tag or under two.
func twins[T Elem](n int, one bool) (a, b []T) {
	const page = 4096
	size := int(unsafe.Sizeof(*new(T)))
	all := make([]T, 3*n+(2<<20)/size)
	at := int(-uintptr(unsafe.Pointer(&all[0]))%page) / size
	a = all[at : at+n]
	for at += n; ; at++ {
		if v := &all[at]; uintptr(unsafe.Pointer(v))%page == 0 && (Tag(v) == Tag(&a[0])) == one {
			return a, all[at : at+n]
		}
	}
}

// TestClash: sums into both of two vectors that drive each other out go by tiles, from
// the length on where it counts, and are the same.
func TestClash(t *testing.T) { eachVariant(t, clashOf[float64]) }

func TestClashFloat32(t *testing.T) { eachVariant(t, clashOf[float32]) }

func clashOf[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4096))
	for _, n := range []int{1, tileFrom - 1, tileFrom, tile - 1, tile, tile + 1, 5000} {
		for _, off := range []int{0, 3} {
			a, b := twins[T](n+off+1, true)
			fill(r, a)
			fill(r, b)
			v, after := []*T{&a[0], &b[0]}, [2]T{a[off+n], b[off+n]}
			if got, want := wide(v, v, n), tagged && n >= tileFrom; got != want {
				t.Errorf("%d elements: by tiles %v, want %v", n, got, want)
			}
			want := reference(Sum, [][]T{a, b}, off, n)
			first := [2][]T{slices.Clone(a[:off]), slices.Clone(b[:off])}
			Fold(Sum, v, v, off, n)
			for i, x := range [][]T{a, b} {
				what := fmt.Sprintf("vector %d of %d from %d", i, n, off)
				differ(t, what+", before", x[:off], first[i])
				differ(t, what, x[off:off+n], want)
				differ(t, what+", after", x[off+n:off+n+1], after[i:i+1])
			}
		}
	}
	if a, b := twins[T](2*tile, false); wide([]*T{&a[0], &b[0]}, []*T{&a[0], &b[0]}, 2*tile) {
		t.Error("vectors under two tags go by tiles")
	}
	if a, b := twins[T](2*tile, true); wide([]*T{&a[16], &b[0]}, []*T{&a[16], &b[0]}, tile) {
		t.Error("vectors at two places of a page go by tiles")
	}
}

// BenchmarkTags is what two vectors under one tag cost where each would fit.
func BenchmarkTags(b *testing.B) {
	for _, kib := range []int{2, 8, 32, 128, 512, 4096} {
		n := kib << 7
		for _, one := range []bool{false, true} {
			x, y := twins[float64](n, one)
			for i := range x {
				x[i], y[i] = 1, -1
			}
			v := pointers([][]float64{x, y})
			for _, c := range []struct {
				op      string
				vectors int // read or written
				do      func()
			}{
				{"both", 4, func() { Fold(Sum, v, v, 0, n) }},
				{"add", 3, func() { Add(Sum, x, y) }},
				{"copy", 2, func() { Copy(x, y) }},
			} {
				b.Run(fmt.Sprintf("op=%s/KiB=%d/tags=%d", c.op, kib, map[bool]int{true: 1, false: 2}[one]), func(b *testing.B) {
					b.SetBytes(int64(8 * n * c.vectors))
					for b.Loop() {
						c.do()
					}
				})
			}
		}
	}
}
