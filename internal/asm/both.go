package asm

import "unsafe"

// intoBoth reports whether the kernel is to sum two vectors of floats into both, which it
// does vector by vector: see pairs in _gen/straight.go. Where the two clash, tiles take
// a quarter to two thirds of its time (Zen 4: the kernel 3 to 12 times as long as of
// others, tiles 2 to 3 times); other kernels fare no worse than tiles.
func intoBoth[T Elem](op Op, dst, src []*T, n int) bool {
	return n >= tileFrom && tagged && op == Sum && len(dst) == 2 && len(src) == 2 && dst[0] == src[0] && dst[1] == src[1] &&
		(kindOf[T]() == kindF64 || kindOf[T]() == kindF32)
}

// foldBoth is Fold where intoBoth says so.
func foldBoth[T Elem](op Op, dst, src []*T, off, n int) {
	size := int(unsafe.Sizeof(*new(T)))
	for n > 0 {
		run, clashes := clashRun(place(dst[0], off), place(dst[1], off), n*size)
		m := (run + size - 1) / size
		if clashes {
			foldTiled(op, dst, src, off, m, false)
		} else {
			foldLong(op, dst, src, off, m)
		}
		off, n = off+m, n-m
	}
}
