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
			if Tag(a) == Tag(at) || Tag(a) != Tag(b) || Tag(a^1<<p[1]) != Tag(at) {
				t.Errorf("bits %v of %#x: tags %#x, %#x, %#x", p, at, Tag(at), Tag(a), Tag(b))
			}
		}
		for bit := range 8 * int(unsafe.Sizeof(at)) {
			if (bit < 12 || bit > 27) && Tag(at^1<<bit) != Tag(at) {
				t.Errorf("bit %d of %#x changes the tag", bit, at)
			}
		}
	}
}

// TestClashRun: two vectors clash where they lie at one place of their pages and under one
// tag, from one multiple of 32 KiB to the next or further.
func TestClashRun(t *testing.T) {
	const base, far = 0x40000000, 0x108000 // far apart the bits 15 and 20 differ
	for _, c := range []struct {
		x, y       uintptr
		bytes, run int
		clashes    bool
	}{
		{base, base + far, 100, 100, true},
		{base, base + far, clashStep, clashStep, true},
		{base, base + far, 2 * clashStep, clashStep, true}, // then a carry changes more bits
		{base + clashStep, base + far + clashStep, 2 * clashStep, clashStep, false},
		{base + 8, base + far + 8, clashStep, clashStep - 8, true},
		{base, base + far + 64, 1 << 20, 1 << 20, false}, // other sets
		{base, base + far + 8, clashStep, clashStep, true},
		{base, base + 0x1080000, 1 << 20, 1 << 19, true},
		{base, base + 4096, 1 << 20, 1 << 20, false},
		{base, base, 1 << 20, 1 << 20, true},
	} {
		if run, clashes := clashRun(c.x, c.y, c.bytes); run != c.run || clashes != c.clashes {
			t.Errorf("%d bytes at %#x and %#x: %d %v, want %d %v", c.bytes, c.x, c.y, run, clashes, c.run, c.clashes)
		}
	}
}

// twins is two vectors of n elements whose pages clash, all of them or none, in a part of all.
func twins[T Elem](all []T, n int, clashing bool) (a, b []T) {
	const page = 4096
	size := int(unsafe.Sizeof(all[0]))
	at := int(-place(&all[0], 0)%(2<<20)) / size
	a = all[at : at+n]
next:
	for at += (n*size + page - 1) / page * page / size; ; at += page / size {
		b = all[at : at+n]
		for i := 0; i < n; i += page / size {
			if clash(place(&a[i], 0), place(&b[i], 0)) != clashing {
				continue next
			}
		}
		return a, b
	}
}

// TestIntoBoth: sums into both of two vectors are the same where they clash as elsewhere,
// in part as in all; and only such sums are looked at.
func TestIntoBoth(t *testing.T) { eachVariant(t, intoBothOf[float64]) }

func TestIntoBothFloat32(t *testing.T) { eachVariant(t, intoBothOf[float32]) }

func intoBothOf[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4096))
	step := clashStep / int(unsafe.Sizeof(*new(T)))
	a, b := twins(make([]T, 128*step), step, true)
	a, b = a[:3*step], b[:3*step] // of which the first clashes, perhaps not the others
	for _, n := range []int{1, tileFrom - 1, tileFrom, tile - 1, tile, tile + 1, 5000, len(a) - 5} {
		for _, off := range []int{0, 3} {
			fill(r, a)
			fill(r, b)
			want := reference(Sum, [][]T{a, b}, off, n)
			for what, fold := range map[string]func(Op, []*T, []*T, int, int){"fold": Fold[T], "both": foldBoth[T]} {
				x, y := slices.Clone(a), slices.Clone(b)
				v := []*T{&a[0], &b[0]}
				fold(Sum, v, v, off, n)
				for i, c := range [][2][]T{{a, x}, {b, y}} {
					what := fmt.Sprintf("%s, vector %d of %d from %d", what, i, n, off)
					differ(t, what+", before", c[0][:off], c[1][:off])
					differ(t, what, c[0][off:off+n], want)
					differ(t, what+", after", c[0][off+n:], c[1][off+n:])
				}
				copy(a, x)
				copy(b, y)
			}
		}
	}
	u, v := &a[0], &b[0]
	for _, c := range []struct {
		op       Op
		dst, src []*T
		n        int
		want     bool
	}{
		{Sum, []*T{u, v}, []*T{u, v}, tileFrom, tagged},
		{Sum, []*T{u, v}, []*T{u, v}, tileFrom - 1, false},
		{Max, []*T{u, v}, []*T{u, v}, 1000, false},
		{Sum, []*T{v, u}, []*T{u, v}, 1000, false},
		{Sum, []*T{u}, []*T{u, v}, 1000, false},
		{Sum, []*T{u, v, &a[1]}, []*T{u, v, &a[1]}, 1000, false},
	} {
		if got := intoBoth(c.op, c.dst, c.src, c.n); got != c.want {
			t.Errorf("%v of %d elements, %d to %d: %v, want %v", c.op, c.n, len(c.src), len(c.dst), got, c.want)
		}
	}
	if w := []*int64{new(int64), new(int64)}; intoBoth(Sum, w, w, 1000) {
		t.Error("integers are looked at")
	}
}

// BenchmarkClash is what two vectors that clash cost, all their pages or none; pass is
// the kernel without a look at that.
func BenchmarkClash(b *testing.B) {
	all := make([]float64, 64<<20/8)
	for i := range all {
		all[i] = 1
	}
	for _, kib := range []int{2, 8, 32, 128, 512} {
		n := kib << 7
		for _, clashing := range []bool{false, true} {
			x, y := twins(all, n, clashing)
			v := []*float64{&x[0], &y[0]}
			for _, c := range []struct {
				op      string
				vectors int // read or written
				do      func()
			}{
				{"both", 4, func() { Fold(Sum, v, v, 0, n) }},
				{"pass", 4, func() { foldLong(Sum, v, v, 0, n) }},
				{"add", 3, func() { Add(Sum, x, y) }},
				{"copy", 2, func() { Copy(x, y) }},
			} {
				b.Run(fmt.Sprintf("op=%s/KiB=%d/clash=%v", c.op, kib, clashing), func(b *testing.B) {
					for i := range x {
						x[i], y[i] = 1, -1 // whose sums stay 0
					}
					b.SetBytes(int64(8 * n * c.vectors))
					for b.Loop() {
						c.do()
					}
				})
			}
		}
	}
}
