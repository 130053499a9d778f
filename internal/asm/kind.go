package asm

import "unsafe"

// kind is an element type as a number. kindOf is a constant in every
// instantiation, so that switches over it cost nothing. Its types are listed, and not Elem:
// one more in Elem does not compile, where it would be taken for one of its size.
type kind uint8

const (
	kindF64 kind = iota
	kindF32
	kindI64
	kindI32
)

func kindOf[T float64 | float32 | int64 | int32]() kind {
	var zero T
	whole := T(1)/T(2) == 0
	switch {
	case unsafe.Sizeof(zero) == 8 && !whole:
		return kindF64
	case unsafe.Sizeof(zero) == 4 && !whole:
		return kindF32
	case unsafe.Sizeof(zero) == 8:
		return kindI64
	}
	return kindI32
}
