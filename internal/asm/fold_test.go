package asm

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

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
		eachType(t, foldAll[float64], foldAll[float32], foldAll[int64], foldAll[int32])
	})
}

// TestFoldRepeats: a vector may stand several times among the sources, and among the
// destinations.
func TestFoldRepeats(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 8))
		for _, ns := range []int{2, 4, 8, 18} {
			for _, n := range []int{1, 63, 700, 9_600, 40_001} {
				for op := Sum; op <= Max; op++ {
					v := aligned(3, n)
					src := make([][]float64, ns)
					for i := range src {
						src[i] = v[i%2]
					}
					for name, f := range map[string]func(Op, []*float64, []*float64, int, int){"Fold": Fold[float64], "FoldNT": FoldNT[float64]} {
						fill(r, v[0])
						fill(r, v[1])
						want := reference(op, src, 0, n)
						f(op, pointers([][]float64{v[2], v[0], v[2], v[0]}), pointers(src), 0, n)
						what := fmt.Sprintf("%s by %s, %d sources of two vectors, n %d", op, name, ns, n)
						differ(t, what, v[0], want)
						differ(t, what, v[2], want)
					}
				}
			}
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
