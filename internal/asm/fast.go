//go:build !purego && (amd64 || arm64)

package asm

import "unsafe"

// foldFast and addFast are the kernels of the variant in force, by type.
func foldFast[T Elem](op Op, dst, src []*T, off, n int) {
	d, s := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])
	switch kindOf[T]() {
	case kindF64:
		foldF64(op, (**float64)(d), (**float64)(s), len(dst), len(src), off, n)
	case kindF32:
		foldF32(op, (**float32)(d), (**float32)(s), len(dst), len(src), off, n)
	case kindI64:
		foldI64(op, (**int64)(d), (**int64)(s), len(dst), len(src), off, n)
	default:
		foldI32(op, (**int32)(d), (**int32)(s), len(dst), len(src), off, n)
	}
}

func addFast[T Elem](op Op, dst, src *T, n int) {
	d, s := unsafe.Pointer(dst), unsafe.Pointer(src)
	switch kindOf[T]() {
	case kindF64:
		addF64(op, (*float64)(d), (*float64)(s), n)
	case kindF32:
		addF32(op, (*float32)(d), (*float32)(s), n)
	case kindI64:
		addI64(op, (*int64)(d), (*int64)(s), n)
	default:
		addI32(op, (*int32)(d), (*int32)(s), n)
	}
}
