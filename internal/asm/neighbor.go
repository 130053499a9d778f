package asm

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
// with an addition. dst may be own or any src, but may overlap none of them partly.
// len(src) is at least 1.
func Neighbor[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	if n <= 0 {
		return
	}
	for _, s := range src {
		raceRead(s, off, n)
	}
	raceRead(own, off, n)
	raceWrite(dst, off, n)
	if !fast[T](Sum) {
		neighborGeneric(dst, own, src, lambda, scale, off, n)
		return
	}
	m := perCall(2 + len(src))
	for end := off + n; off < end; off += m {
		neighborFast(dst, own, src, lambda, scale, off, min(m, end-off))
	}
}
