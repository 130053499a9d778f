package asm

import "unsafe"

// Add is
//
//	for i := range dst {
//		dst[i] = dst[i] op src[i]
//	}
//
// len(src) is at least len(dst); src may begin where dst does, but may not overlap it
// otherwise.
func Add[T Elem](op Op, dst, src []T) {
	src = src[:len(dst)]
	if len(dst) <= addInline && op == Sum {
		for i, v := range src {
			dst[i] += v
		}
		return
	}
	addLong(op, dst, src)
}

// addLong is apart so that the loop above has no frame to set up.
func addLong[T Elem](op Op, dst, src []T) {
	if len(dst) == 0 {
		return
	}
	raceRead(&src[0], 0, len(dst))
	raceWrite(&dst[0], 0, len(dst))
	if len(dst) <= addInline || !fast[T](op) {
		addGeneric(op, dst, src)
		return
	}
	if 2*len(dst)*int(unsafe.Sizeof(dst[0])) > addDeepFrom {
		for len(dst) > addStretch {
			addDeep(op, &dst[0], &src[0], addStretch)
			dst, src = dst[addStretch:], src[addStretch:]
		}
		addDeep(op, &dst[0], &src[0], len(dst))
		return
	}
	if hot[T](op) {
		addHot(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), len(dst))
		return
	}
	addFast(op, &dst[0], &src[0], len(dst))
}

// addStretch is the most elements one call of a kernel is given; see perCall.
const addStretch = 1 << 16

// addInline is the most elements that a loop here combines sooner than a kernel can be called
// and does their masked part.
const addInline = 13

// Over is
//
//	for _, v := range src {
//		acc = acc op v
//	}
//	return acc
func Over[T Elem](op Op, acc T, src []T) T {
	switch op {
	case Sum:
		for _, v := range src {
			acc += v
		}
	case Prod:
		for _, v := range src {
			acc *= v
		}
	case Min:
		for _, v := range src {
			acc = min(acc, v)
		}
	case Max:
		for _, v := range src {
			acc = max(acc, v)
		}
	}
	return acc
}
