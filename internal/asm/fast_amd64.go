//go:build !purego

package asm

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var useAVX512, useAVX2 bool

// known is the variants of this architecture, best first.
var known = []variant{
	{"avx512", cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2, &useAVX512},
	{"avx2", cpu.X86.HasAVX2, &useAVX2},
}

// fast reports whether some assembly can do op on elements of type T.
func fast[T Elem](Op) bool { return useAVX512 || useAVX2 }

// ntBlock is how many bytes the non-temporal kernels treat at once; 0 would mean
// that there are none.
const ntBlock = 256

// hot reports whether foldHot and addHot are what is asked for: the kernels for sums
// of float64, which are worth the two calls that the general way costs.
func hot[T Elem](op Op) bool { return useAVX512 && sumF64[T](op) }

func foldHot(dst, src unsafe.Pointer, nd, ns, off, n int) {
	if !halves || n < halvesFrom || ns > halvesMost {
		foldSumF64AVX512((**float64)(dst), (**float64)(src), nd, ns, off, n)
		return
	}
	foldNarrow(dst, src, nd, ns, off, n)
}

// foldNarrow is foldHot by AVX2.
func foldNarrow(dst, src unsafe.Pointer, nd, ns, off, n int) {
	foldSumF64AVX2((**float64)(dst), (**float64)(src), nd, ns, off, n)
}

// Where halves is true AVX2 is faster from so many elements on, of so many sources at most: sums of
// two vectors take 0.8 … 1.0 of the time, of four mostly 0.93 … 1.0, of eight 0.97 … 1.1
// (BenchmarkHalves).
const (
	halvesFrom = 128
	halvesMost = 4
)

func addHot(dst, src unsafe.Pointer, n int) {
	addSumF64AVX512((*float64)(dst), (*float64)(src), n)
}

func foldNTFast[T Elem](op Op, dst, src []*T, off, n int) {
	d, s := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])
	switch kindOf[T]() {
	case kindF64:
		foldNTF64(op, (**float64)(d), (**float64)(s), len(dst), len(src), off, n)
	case kindF32:
		foldNTF32(op, (**float32)(d), (**float32)(s), len(dst), len(src), off, n)
	case kindI64:
		foldNTI64(op, (**int64)(d), (**int64)(s), len(dst), len(src), off, n)
	default:
		foldNTI32(op, (**int32)(d), (**int32)(s), len(dst), len(src), off, n)
	}
}

func neighborFast[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	d, o, s := unsafe.Pointer(dst), unsafe.Pointer(own), unsafe.Pointer(&src[0])
	switch {
	case kindOf[T]() == kindF64 && useAVX512:
		neighborF64AVX512((*float64)(d), (*float64)(o), (**float64)(s), len(src), float64(lambda), float64(scale), off, n)
	case kindOf[T]() == kindF64:
		neighborF64AVX2((*float64)(d), (*float64)(o), (**float64)(s), len(src), float64(lambda), float64(scale), off, n)
	case useAVX512:
		neighborF32AVX512((*float32)(d), (*float32)(o), (**float32)(s), len(src), float32(lambda), float32(scale), off, n)
	default:
		neighborF32AVX2((*float32)(d), (*float32)(o), (**float32)(s), len(src), float32(lambda), float32(scale), off, n)
	}
}

func copyNTFast(dst, src unsafe.Pointer, bytes int) {
	if useAVX512 {
		copyNTAVX512((*byte)(dst), (*byte)(src), bytes)
		return
	}
	copyNTAVX2((*byte)(dst), (*byte)(src), bytes)
}

// foldDeep is foldFast of vectors that lie beyond the first cache. There AVX-512 is slower than
// AVX2 on Granite Rapids: sums of 8 and 64 vectors, in tiles, take 1.05 … 1.1 times as long. On
// Emerald Rapids they take 0.9 of the time.
func foldDeep[T Elem](op Op, dst, src []*T, off, n int) {
	if narrow && sumF64[T](op) {
		foldNarrow(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), len(dst), len(src), off, n)
		return
	}
	foldFast(op, dst, src, off, n)
}

// addDeep is addFast of vectors of addDeepFrom bytes together or more. By AVX2 it takes 0.93
// of the time in the second cache of Granite Rapids, and 0.85 in the first one of Zen 4; on
// Emerald Rapids 1.0 … 1.05.
func addDeep[T Elem](op Op, dst, src *T, n int) {
	if (narrow || halves) && sumF64[T](op) {
		addSumF64AVX2((*float64)(unsafe.Pointer(dst)), (*float64)(unsafe.Pointer(src)), n)
		return
	}
	addFast(op, dst, src, n)
}

func sumF64[T Elem](op Op) bool { return op == Sum && kindOf[T]() == kindF64 }

func copyRun(dst, src unsafe.Pointer, bytes int) { copyString((*byte)(dst), (*byte)(src), bytes) }
