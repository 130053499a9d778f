package asm

import "unsafe"

// block is how many elements the generic loops combine in a local array before
// they store them: all reads of a block come before its first write, so a
// destination may be any of the sources.
const block = 64

func foldGeneric[T Elem](op Op, dst, src []*T, off, n int) {
	var acc [block]T
	for end := off + n; off < end; off += block {
		m := min(block, end-off)
		a := acc[:m]
		copy(a, span(src[0], off, m))
		for _, s := range src[1:] {
			addGeneric(op, a, span(s, off, m))
		}
		for _, d := range dst {
			copy(span(d, off, m), a)
		}
	}
}

func addGeneric[T Elem](op Op, dst, src []T) {
	src = src[:len(dst)]
	switch op {
	case Sum:
		for i, v := range src {
			dst[i] += v
		}
	case Prod:
		for i, v := range src {
			dst[i] *= v
		}
	case Min:
		for i, v := range src {
			dst[i] = min(dst[i], v)
		}
	case Max:
		for i, v := range src {
			dst[i] = max(dst[i], v)
		}
	}
}

func neighborGeneric[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	var acc [block]T
	for end := off + n; off < end; off += block {
		m := min(block, end-off)
		a := acc[:m]
		copy(a, span(src[0], off, m))
		for _, s := range src[1:] {
			addGeneric(Sum, a, span(s, off, m))
		}
		o, d := span(own, off, m), span(dst, off, m)
		for i, v := range a {
			// The conversion keeps the compiler from fusing the two operations.
			d[i] = (v - T(lambda*o[i])) * scale
		}
	}
}

// span is the n elements of the vector at p that begin with element off.
func span[T Elem](p *T, off, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(p), off*int(unsafe.Sizeof(*p)))), n)
}
