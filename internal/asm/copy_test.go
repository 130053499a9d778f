package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// copyAll takes every length with both vectors at every place.
func copyAll[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	const long = 100_001
	y, froms := newYard[T](r, 2, long), newDeck[T](r)
	for n := range lengths + 4 {
		if n >= lengths { // where the string instruction begins; more than one call of it
			n = []int{-1, 0, 1, long - stringFrom/int(unsafe.Sizeof(*new(T)))}[n-lengths] + stringFrom/int(unsafe.Sizeof(*new(T)))
		} else if skipped(n) {
			continue
		}
		for place := range froms.cards {
			c := &placed{ns: 1, alias: []int{-1}, at: []int{froms.deal(), place}, n: n}
			y.lay(c)
			for name, f := range map[string]func(dst, src []T){"Copy": Copy[T], "CopyNT": CopyNT[T]} {
				y.try(t, c, name, y.from[0][:n], func(dst, src []*T) { f(span(dst[0], 0, n), span(src[0], 0, n+1)) })
			}
		}
	}
	y.untouched(t)
}

// TestCopyOverlap moves a long vector within itself, both ways.
func TestCopyOverlap(t *testing.T) {
	v := make([]int64, stringFrom/8+100)
	for _, by := range []int{1, 77} {
		for i := range v {
			v[i] = int64(i)
		}
		Copy(v[by:], v)
		for i := range v {
			if want := int64(i - by); i >= by && v[i] != want {
				t.Fatalf("moved up by %d: element %d is %d, want %d", by, i, v[i], want)
			}
		}
		Copy(v, v[by:])
		for i := range v[by:] {
			if v[i] != int64(i) {
				t.Fatalf("moved down by %d: element %d is %d, want %d", by, i, v[i], i)
			}
		}
	}
}

// TestCopyOntoItself: a vector that is copied to where it lies stays as it is.
func TestCopyOntoItself(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 7))
		for _, n := range []int{1, 50, 1000, 40_001} {
			for name, f := range map[string]func(dst, src []float64){"Copy": Copy[float64], "CopyNT": CopyNT[float64]} {
				x := make([]float64, n)
				fill(r, x)
				want := slices.Clone(x)
				f(x, x)
				differ(t, name, x, want)
			}
		}
	})
}

func TestCopy(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", copyAll[float64])
		t.Run("type=int32", copyAll[int32])
	})
}

// TestNTMisaligned: vectors that lie at no multiple of their elements' size have no
// aligned part for stores that want one.
func TestNTMisaligned(t *testing.T) {
	const n = 1000
	at := func(off int) []float64 {
		b := make([]byte, 8*n+128)
		off += int(-uintptr(unsafe.Pointer(&b[0])) & 63)
		return unsafe.Slice((*float64)(unsafe.Pointer(&b[off])), n)
	}
	eachVariant(t, func(t *testing.T) {
		for off := range 64 {
			for sources := 1; sources <= 9; sources++ {
				var dst, src []*float64
				for k := range sources {
					x, y := at(off), at(off)
					for i := range x {
						x[i] = float64(i + k)
					}
					src, dst = append(src, &x[0]), append(dst, &y[0])
				}
				FoldNT(Sum, dst[:min(2, sources)], src, 0, n)
				for i, v := range unsafe.Slice(dst[0], n) {
					if want := float64(sources*i + sources*(sources-1)/2); v != want {
						t.Fatalf("%d bytes off, %d sources: element %d is %v, want %v", off, sources, i, v, want)
					}
				}
				CopyNT(unsafe.Slice(dst[0], n), unsafe.Slice(src[0], n))
				if v := unsafe.Slice(dst[0], n); v[0] != 0 || v[n-1] != n-1 {
					t.Fatalf("%d bytes off: copied %v … %v", off, v[0], v[n-1])
				}
			}
		}
	})
}
