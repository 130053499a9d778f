package asm

import "unsafe"

// Elem is the type of a vector's elements.
type Elem interface {
	float64 | float32 | int64 | int32
}

// Op is the operation that combines two elements.
type Op uint8

// The operations. Integers wrap around. Min and Max follow Go's built-in min
// and max: a NaN on either side gives a NaN, and -0 is less than +0.
const (
	Sum Op = iota
	Prod
	Min
	Max
)

// String returns the operation's name.
func (op Op) String() string {
	switch op {
	case Sum:
		return "sum"
	case Prod:
		return "prod"
	case Min:
		return "min"
	case Max:
		return "max"
	}
	return "unknown"
}

// Fold is
//
//	for i := off; i < off+n; i++ {
//		acc := src[0][i]
//		for _, s := range src[1:] {
//			acc = acc op s[i]
//		}
//		for _, d := range dst {
//			d[i] = acc
//		}
//	}
//
// where the pointers stand for the vectors that begin there. Any dst may be the
// same vector as any src, but none may overlap another partly. len(dst) and
// len(src) are at least 1.
func Fold[T Elem](op Op, dst, src []*T, off, n int) {
	if n <= 0 {
		return
	}
	raceFold(dst, src, off, n)
	foldGeneric(op, dst, src, off, n)
}

// FoldNT is Fold with stores that bypass the caches, followed by the fence that
// orders them: for results larger than the last cache that nobody reads soon.
func FoldNT[T Elem](op Op, dst, src []*T, off, n int) {
	Fold(op, dst, src, off, n)
}

// Add is
//
//	for i := range dst {
//		dst[i] = dst[i] op src[i]
//	}
//
// len(src) is at least len(dst); src may be dst.
func Add[T Elem](op Op, dst, src []T) {
	if len(dst) == 0 {
		return
	}
	src = src[:len(dst)]
	addGeneric(op, dst, src)
}

// Neighbor is
//
//	for i := off; i < off+n; i++ {
//		acc := src[0][i]
//		for _, s := range src[1:] {
//			acc += s[i]
//		}
//		dst[i] = (acc - lambda*own[i]) * scale
//	}
//
// with every operation rounded on its own: no variant fuses a multiplication
// with an addition. dst may be own or any src.
func Neighbor[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	if n <= 0 {
		return
	}
	neighborGeneric(dst, own, src, lambda, scale, off, n)
}

// Copy is copy(dst, src): Go's own is as fast as any.
func Copy[T Elem](dst, src []T) {
	copy(dst, src)
}

// CopyNT is Copy with stores that bypass the caches, and the fence.
func CopyNT[T Elem](dst, src []T) {
	copy(dst, src)
}

// span is the n elements of the vector at p that begin with element off.
func span[T Elem](p *T, off, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(p), off*int(unsafe.Sizeof(*p)))), n)
}
