package asm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// lengths is how many lengths the exhaustive tests go through, 0 … 1100; every kernel has
// passed all its loops several times by then.
const lengths = 1101

// special is the values whose handling differs most between processors.
var special = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(),
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, 1e16, -1e16, 1e-40}

// random is an element, about one in sixteen of them special; all orders of adding
// them give different sums. Exponents lie on both sides of 0: products stay numbers.
func random[T Elem](r *rand.Rand) T {
	if k := kindOf[T](); k == kindI64 || k == kindI32 {
		return T(r.Uint64() >> r.IntN(64))
	}
	if r.IntN(16) == 0 {
		return T(special[r.IntN(len(special))])
	}
	return T(math.Ldexp(r.Float64()-0.5, r.IntN(40)-20))
}

// fill writes random elements: from somewhere in a pool of them, which is faster
// than new ones by far.
func fill[T Elem](r *rand.Rand, v []T) {
	p := pool[T]()
	for len(v) > 0 {
		v = v[copy(v, p[r.IntN(len(p)):]):]
	}
}

var pools [4]any // by kind

func pool[T Elem]() []T {
	at := &pools[kindOf[T]()]
	if *at == nil {
		r, p := rand.New(rand.NewPCG(6, 0)), make([]T, 1<<16-1)
		for i := range p {
			p[i] = random[T](r)
		}
		*at = p
	}
	return (*at).([]T)
}

// same compares bits, except that all NaNs are one.
func same[T Elem](a, b T) bool {
	if a != a && b != b {
		return true
	}
	if unsafe.Sizeof(a) == 8 {
		return *(*uint64)(unsafe.Pointer(&a)) == *(*uint64)(unsafe.Pointer(&b))
	}
	return *(*uint32)(unsafe.Pointer(&a)) == *(*uint32)(unsafe.Pointer(&b))
}

func differ[T Elem](t *testing.T, what string, got, want []T) {
	t.Helper()
	for i := range want {
		if !same(got[i], want[i]) {
			t.Fatalf("%s: element %d of %d is %v, want %v", what, i, len(want), got[i], want[i])
		}
	}
}

// String is the operation's name, for what failures say.
func (op Op) String() string { return [...]string{"sum", "prod", "min", "max"}[op] }

// reference is Fold element by element, as its comment has it.
func reference[T Elem](op Op, src [][]T, off, n int) []T {
	want := make([]T, n)
	for i := range want {
		acc := src[0][off+i]
		for _, s := range src[1:] {
			switch v := s[off+i]; op {
			case Sum:
				acc += v
			case Prod:
				acc *= v
			case Min:
				acc = min(acc, v)
			case Max:
				acc = max(acc, v)
			}
		}
		want[i] = acc
	}
	return want
}

func pointers[T Elem](v [][]T) []*T {
	p := make([]*T, len(v))
	for i := range v {
		p[i] = unsafe.SliceData(v[i])
	}
	return p
}

// foldOnce checks one call: at is the offset of the vectors from a cache line,
// alias[d] is the source that destination d is, or -1.
func foldOnce[T Elem](t *testing.T, r *rand.Rand, f func(Op, []*T, []*T, int, int), op Op, ns, at, off, n int, alias []int) {
	t.Helper()
	const room = 16
	vector := func() []T {
		v := make([]T, off+n+at+2*room+16)
		fill(r, v)
		for uintptr(unsafe.Pointer(&v[0]))%64 != 0 {
			v = v[1:]
		}
		return v[at:]
	}
	src := make([][]T, ns)
	for j := range src {
		src[j] = vector()
	}
	dst := make([][]T, len(alias))
	for d := range dst {
		if alias[d] >= 0 {
			dst[d] = src[alias[d]]
		} else {
			dst[d] = vector()
		}
	}
	var before [][]T
	for _, v := range append(append([][]T{}, src...), dst...) {
		before = append(before, append([]T{}, v...))
	}
	want := reference(op, src, off, n)
	f(op, pointers(dst), pointers(src), off, n)
	what := fmt.Sprintf("%s of %T, %d sources, at %d, off %d, n %d, alias %v", op, *new(T), ns, at, off, n, alias)
	written := map[*T]bool{}
	for d := range dst {
		written[&dst[d][0]] = true
		differ(t, what, dst[d][off:off+n], want)
	}
	for i, v := range append(append([][]T{}, src...), dst...) {
		if written[&v[0]] {
			differ(t, what+" before off", v[:off], before[i][:off])
			differ(t, what+" after the end", v[off+n:], before[i][off+n:])
		} else {
			differ(t, what+" source", v, before[i])
		}
	}
}

// foldAll is many vectors and long ones; apartAll has every length of few.
func foldAll[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, op := range []Op{Sum, Prod, Min, Max} {
		for _, ns := range []int{9, 16, 17, 31, 64, 100} {
			if testing.Short() && ns > 31 {
				continue
			}
			all := make([]int, ns)
			for i := range all {
				all[i] = ns - 1 - i
			}
			for _, n := range []int{1, 63, 700, 1500} {
				foldOnce(t, r, Fold[T], op, ns, 0, 8, n, []int{-1})
				foldOnce(t, r, Fold[T], op, ns, 1, 0, n, []int{ns - 1})
				foldOnce(t, r, Fold[T], op, ns, 0, 0, n, []int{ns - 1, -1, 0})
				foldOnce(t, r, Fold[T], op, ns, 0, 1, n, all)
				foldOnce(t, r, FoldNT[T], op, ns, 0, 1, n, all[:ns/2])
			}
		}
	}
	foldOnce(t, r, Fold[T], Sum, 2, 0, 0, 200_001, []int{1, -1})
	for ns := 2; ns <= deepMost+1; ns++ {
		foldOnce(t, r, Fold[T], Sum, ns, 0, 1, 30_001, []int{-1})
	}
	foldOnce(t, r, FoldNT[T], Sum, 2, 0, 0, 200_001, []int{1, -1})
}

func TestFold(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", foldAll[float64])
		t.Run("type=float32", foldAll[float32])
		t.Run("type=int64", foldAll[int64])
		t.Run("type=int32", foldAll[int32])
	})
}

// addAll takes every length with either vector at every place.
func addAll[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	y, tos, froms := newYard[T](r, 3, lengths), newDeck[T](r), newDeck[T](r)
	for n := range lengths {
		if skipped(n) {
			continue
		}
		for k := range 16 {
			c := &placed{ns: 2, alias: []int{0}, at: []int{tos.deal(), froms.deal(), 0}, off: n % 8, n: n}
			y.lay(c)
			op := Op(k % 4)
			y.try(t, c, op.String()+" by Add", reference(op, y.from, c.off, n), func(dst, src []*T) {
				Add(op, span(dst[0], c.off, n), span(src[1], c.off, n+1))
			})
			if n > 0 && fast[T](op) { // of the variant itself, where Add prefers a narrower one
				y.try(t, c, op.String()+" by addFast", reference(op, y.from, c.off, n), func(dst, src []*T) {
					addFast(op, &span(dst[0], c.off, n)[0], &span(src[1], c.off, n)[0], n)
				})
			}
		}
	}
	y.untouched(t)
	viaAdd := func(op Op, dst, src []*T, off, n int) { Add(op, span(dst[0], off, n), span(src[1], off, n+1)) }
	foldOnce(t, r, viaAdd, Sum, 2, 0, 0, 200_001, []int{0})
	x := []T{1, 2, 3, 4, 5, 6, 7, 8, 9}
	Add(Sum, x, x)
	differ(t, "x += x", x, []T{2, 4, 6, 8, 10, 12, 14, 16, 18})
}

func TestAdd(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", addAll[float64])
		t.Run("type=float32", addAll[float32])
		t.Run("type=int64", addAll[int64])
		t.Run("type=int32", addAll[int32])
	})
}

// neighborAll takes every length with all vectors at every place, each at its own,
// the destination being none, own, or any of the sources.
func neighborAll[T float64 | float32](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	lambda, scale := T(-2.7), T(1)/3
	calls := perCall(3)*2 + 5 // more than two calls of the kernel, of one source
	y, places := newYard[T](r, 13, calls), newDeck[T](r)
	for n := range lengths + 1 {
		if n == lengths {
			n = calls
		} else if skipped(n) {
			continue
		}
		for place := range places.cards {
			ns := 1 + r.IntN(9)
			// The last of the sources laid out is own.
			c := &placed{ns: ns + 1, alias: []int{max(-1, r.IntN(2*ns+2)-ns-1)}, off: n % 4, n: n}
			for range ns + 1 {
				c.at = append(c.at, places.deal())
			}
			c.at = append(c.at, place)
			c.at[c.slot(0)] = place
			y.lay(c)
			want := reference(Sum, y.from[:ns], c.off, n)
			for i, own := range y.from[ns][c.off : c.off+n] {
				want[i] = T(want[i]-T(lambda*own)) * scale
			}
			y.try(t, c, "neighbor", want, func(dst, src []*T) {
				Neighbor(dst[0], src[ns], src[:ns], lambda, scale, c.off, n)
			})
		}
	}
	y.untouched(t)
}

func TestNeighbor(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", neighborAll[float64])
		t.Run("type=float32", neighborAll[float32])
	})
}

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

func TestNoAllocation(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		a, b := make([]float64, 300), make([]float64, 300)
		if n := testing.AllocsPerRun(100, func() {
			var src, dst [40]*float64
			for i := range src {
				src[i], dst[i] = &a[0], &b[0]
			}
			Fold(Sum, dst[:1], src[:3], 0, 300)
			Fold(Sum, dst[:], src[:], 0, 300)
			FoldNT(Max, dst[:2], src[:3], 0, 300)
			Neighbor(&b[0], &a[0], src[:3], 1, 2, 0, 300)
			Add(Prod, b, a)
			CopyNT(b, a)
		}); n != 0 {
			t.Errorf("%v allocations a run, want 0", n)
		}
	})
}

// FuzzFold compares the variants with the reference on what the fuzzer finds.
func FuzzFold(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(3), uint8(1), uint16(100), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, op, ns, nd uint8, n uint16, at uint8) {
		r := rand.New(rand.NewPCG(seed, 5))
		alias := make([]int, 1+nd%40)
		sources := 1 + int(ns)%80
		for d := range alias {
			alias[d] = r.IntN(2*sources) - sources
		}
		eachVariant(t, func(t *testing.T) {
			foldOnce(t, r, Fold[float64], Op(op%4), sources, int(at%8), int(at/8), int(n%3000), alias)
			foldOnce(t, r, FoldNT[float32], Op(op%4), sources, int(at%16), int(at/8), int(n%3000), alias)
			foldOnce(t, r, Fold[int64], Op(op%4), sources, int(at%8), int(at/8), int(n%3000), alias)
			foldOnce(t, r, Fold[int32], Op(op%4), sources, int(at%16), int(at/8), int(n%3000), alias)
		})
	})
}
