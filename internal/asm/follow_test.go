package asm

import (
	"testing"
	"unsafe"
)

// Pieces of pairsBelow elements are treated 256 bytes at a time.
const _ = uint(pairsFrom - 1 - 8*pairsBelow)

// TestFollows: by how many vectors there are on either side, whether the second cache holds them, and
// whether they crowd.
func TestFollows(t *testing.T) {
	for _, c := range []struct {
		ns, nd, n   int
		inPlace, nt bool
		many        bool // on a processor that follows many
		near, apart bool // on one that follows them near: where they crowd, and where they do not
	}{
		{ns: 300, nd: 1, n: secondCache, many: true},
		{ns: 16, nd: 16, n: secondCache/256 - 1, many: true, apart: true},
		{ns: 16, nd: 16, n: secondCache / 256},
		{ns: 16, nd: 16, n: secondCache / 256, nt: true, many: true},
		{ns: 16, nd: 16, n: secondCache, inPlace: true, many: true, apart: true},
		{ns: 17, nd: 2, n: 1, apart: true},
		{ns: 2, nd: 17, n: 1},
		{ns: 2, nd: 17, n: 1, nt: true},
		{ns: 17, nd: 17, n: 1, inPlace: true, apart: true},
		{ns: 17, nd: 17, n: tile, inPlace: true},
		{ns: 8, nd: 8, n: secondCache, inPlace: true, many: true, near: true, apart: true},
		{ns: 9, nd: 9, n: secondCache, inPlace: true, many: true, apart: true},
		{ns: 8, nd: 8, n: secondCache, apart: true},
		{ns: 6, nd: 6, n: secondCache, near: true, apart: true},
		{ns: 12, nd: 1, n: secondCache, many: true, near: true, apart: true},
		{ns: 16, nd: 1, n: secondCache, nt: true, many: true, apart: true},
		{ns: 17, nd: 1, n: secondCache, nt: true, many: true},
		{ns: 17, nd: 1, n: secondCache / 144, many: true},
		{ns: 12, nd: 12, n: secondCache, nt: true, many: true, apart: true},
		{ns: 32, nd: 32, n: 100, apart: true},
		{ns: 33, nd: 33, n: 100},
	} {
		for _, crowd := range []bool{true, false} {
			dst, src := inPages(c.nd, c.ns, c.inPlace, crowd)
			near := c.near && crowd || c.apart && !crowd
			if got := follows(dst, src, c.n, c.nt); got != c.many {
				t.Errorf("%+v: many %v", c, got)
			}
			if got := followsNear(dst, src, c.n, c.nt); got != near {
				t.Errorf("%+v, crowded %v: near %v", c, crowd, got)
			}
			eachVariant(t, func(t *testing.T) {
				want := followsMany() && c.many || zen4 && near
				if got := followed(dst, src, c.n, c.nt); got != want {
					t.Errorf("%+v, crowded %v: followed %v", c, crowd, got)
				}
				if Variant() != "avx512" && followsMany() {
					t.Errorf("many by %s", Variant())
				}
			})
		}
	}
}

// inPages is vectors that nobody touches: they all begin pages, or each a line further into its page
// than the one before.
func inPages(nd, ns int, inPlace, crowd bool) (dst, src []*float64) {
	const page, line = 4096 / 8, 64 / 8
	x := make([]float64, (nd+ns)*(page+line)+page)
	at := int(-uintptr(unsafe.Pointer(&x[0]))%4096) / 8
	for range nd + ns {
		src = append(src, &x[at])
		at += page
		if !crowd {
			at += line
		}
	}
	src, dst = src[:ns], src[ns:]
	if inPlace {
		dst = src
	}
	return dst, src
}
