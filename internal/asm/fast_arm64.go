//go:build !purego

package asm

import "unsafe"

var useNEON bool

// known is the variants of this architecture; every arm64 has NEON.
var known = []variant{{"neon", true, &useNEON}}

// fast reports whether some assembly can do op on elements of type T: NEON has no
// product of 64-bit integers.
func fast[T Elem](op Op) bool { return useNEON && (op != Prod || kindOf[T]() != kindI64) }

// hot reports whether foldHot and addHot are what is asked for: the kernels for sums
// of float64, which are worth the two calls that the general way costs.
func hot[T Elem](op Op) bool { return useNEON && op == Sum && kindOf[T]() == kindF64 }

func foldHot(dst, src unsafe.Pointer, nd, ns, off, n int) {
	foldSumF64NEON((**float64)(dst), (**float64)(src), nd, ns, off, n)
}

func addHot(dst, src unsafe.Pointer, n int) {
	addSumF64NEON((*float64)(dst), (*float64)(src), n)
}

func neighborFast[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	d, o, s := unsafe.Pointer(dst), unsafe.Pointer(own), unsafe.Pointer(&src[0])
	if kindOf[T]() == kindF64 {
		neighborF64NEON((*float64)(d), (*float64)(o), (**float64)(s), len(src), float64(lambda), float64(scale), off, n)
		return
	}
	neighborF32NEON((*float32)(d), (*float32)(o), (**float32)(s), len(src), float32(lambda), float32(scale), off, n)
}
