package asm

import "unsafe"

// Copy is copy(dst, src): Go's own is as fast as any, and the race detector
// sees it.
func Copy[T Elem](dst, src []T) {
	copy(dst, src)
}

// CopyNT is Copy with stores that bypass the caches, followed by the fence that
// orders them; ordinary ones where the processor has no others. The slices do
// not overlap unless they are the same.
func CopyNT[T Elem](dst, src []T) {
	n := min(len(dst), len(src))
	head, body := 0, 0
	if ntBlock > 0 && n > 0 && fast[T](Sum) {
		head, body = ntSplit(&dst[0], 0, n)
	}
	copy(dst[:head], src[:head])
	dst, src, n = dst[head:], src[head:], n-head
	if body > 0 {
		raceRead(&src[0], 0, body)
		raceWrite(&dst[0], 0, body)
	}
	const most = 1 << 17 // bytes a call; see stretch
	size := int(unsafe.Sizeof(*new(T)))
	for body > 0 {
		m := min(body, most/size)
		copyNTFast(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), m*size)
		dst, src, n, body = dst[m:], src[m:], n-m, body-m
	}
	copy(dst[:n], src[:n])
}
