package asm

import "testing"

// Pieces of pairsBelow elements are treated 256 bytes at a time.
const _ = uint(pairsFrom - 1 - 8*pairsBelow)

// TestFollows: by how many vectors there are on either side, and whether the second cache holds
// them.
func TestFollows(t *testing.T) {
	for _, c := range []struct {
		ns, nd, n int
		inPlace   bool
		nt        bool
		want      bool
	}{
		{ns: 300, nd: 1, n: secondCache, want: true},
		{ns: 16, nd: 16, n: secondCache/256 - 1, want: true},
		{ns: 16, nd: 16, n: secondCache / 256},
		{ns: 16, nd: 16, n: secondCache / 256, nt: true, want: true},
		{ns: 16, nd: 16, n: secondCache, inPlace: true, want: true},
		{ns: 17, nd: 2, n: 1},
		{ns: 2, nd: 17, n: 1, nt: true},
		{ns: 17, nd: 17, n: 1, inPlace: true},
	} {
		x := make([]float64, c.ns+c.nd)
		src, dst := make([]*float64, c.ns), make([]*float64, c.nd)
		for i := range src {
			src[i] = &x[i]
		}
		for i := range dst {
			dst[i] = &x[c.ns+i]
		}
		if c.inPlace {
			dst = src
		}
		if got := follows(dst, src, c.n, c.nt); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
		eachVariant(t, func(t *testing.T) {
			want := c.want && followsMany()
			if got := followed(dst, src, c.n, c.nt); got != want {
				t.Errorf("%+v: followed %v", c, got)
			}
			if Variant() != "avx512" && want {
				t.Errorf("by %s", Variant())
			}
		})
	}
}
