//go:build purego || !(amd64 || arm64)

package asm

import "unsafe"

// There is no assembly here: known is empty, fast says no, and the compiler
// drops everything that stands behind it.
var known []variant

func fast[T Elem](Op) bool { return false }

func hot[T Elem](Op) bool { return false }

func foldHot(dst, src unsafe.Pointer, nd, ns, off, n int) {}

func addHot(dst, src unsafe.Pointer, n int) {}

func foldFast[T Elem](op Op, dst, src []*T, off, n int) { foldGeneric(op, dst, src, off, n) }

func addFast[T Elem](op Op, dst, src *T, n int) {
	addGeneric(op, span(dst, 0, n), span(src, 0, n))
}

func neighborFast[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	neighborGeneric(dst, own, src, lambda, scale, off, n)
}
