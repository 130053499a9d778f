package asm

import (
	"slices"
	"unsafe"
)

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
	switch {
	case !fast[T](op):
		foldGeneric(op, dst, src, off, n)
	case n <= stretch && hot[T](op) && (n < relayLeast || len(dst) < relayGroup) && !wide(dst, src, n):
		// First: its price is the call's.
		foldHot(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), len(dst), len(src), off, n)
	default:
		foldMuch(op, dst, src, off, n)
	}
}

// foldMuch is Fold where a call more does not count.
func foldMuch[T Elem](op Op, dst, src []*T, off, n int) {
	how := relayed(op, dst, src, n, false)
	switch {
	case how != relayNot:
		relay(how, dst, src, off, n)
	case wide(dst, src, n):
		foldTiled(op, dst, src, off, n, false)
	case n <= stretch:
		foldFast(op, dst, src, off, n)
	default:
		foldLong(op, dst, src, off, n)
	}
}

// ntAlign is the alignment that non-temporal stores need.
const ntAlign = 64

// stretch is the most elements one call of an assembly kernel is given: nothing
// can preempt it, so the garbage collector would wait for its end.
const stretch = 1 << 10

func foldLong[T Elem](op Op, dst, src []*T, off, n int) {
	m := max(stretch, (1<<17/(len(dst)+len(src)))&^63)
	for end := off + n; off < end; off += m {
		foldFast(op, dst, src, off, min(m, end-off))
	}
}

// These were measured. Beyond eight streams the processor's prefetchers and write
// buffers lose track (of stores to new places even before), and groups of 8
// sources and 2 destinations over 1024 elements are the best on the whole of 12
// combinations: 1.1 to 2.9 times the single pass.
//
// The measure is as many copies, one vector after another, which write to one
// place at a time. Against them one pass or tiles of k vectors to k others reach 1.3 to 1.8
// in the first cache for k = 2, 4, 8; in the second 0.8 … 1.06, 0.75 … 0.98, 0.74 … 1.01; in the
// third 1.3, 1.2 … 1.3 and 0.77 … 0.89 (Zen 5; copies above 1 MiB bypass the caches).
// Sums of 4 or 8 and more have relay for it.
// What is missing is lost to lines being fetched and written back in several
// places: a copy by these kernels is as fast as the others in the second cache
// (0.92 … 1.18), and the same sum of 4 changes from 0.85 to 0.97 with where the
// vectors lie. Nothing of this gained in every layout: prefetching the
// destinations 256 or 1024 bytes ahead (0 … -40 %), blocks of 8 vectors instead
// of 4 (0 … -35 %) or of 2 (+15 % for k = 4 in one layout, otherwise 0 … -14 %,
// and -25 % in the first cache), vectors of 32 bytes (+13 and -14 %), tiles of
// 128 to 2048 elements to 1, 2 or 4 destinations (0.6 … 0.9 for k = 2 and 4).
const (
	tiledAbove = 8       // vectors on either side that one pass can follow
	tiledApart = 6       // destinations, if they are not the sources
	tileFrom   = 128     // elements of a vector; fewer are not worth it
	tileAbove  = 6 << 10 // elements in all; so many stay in the first cache anyway
	tile       = 1024
	srcGroup   = 8
	dstGroup   = 2
)

// wide tells whether one pass over so many vectors is slower than tiles.
func wide[T Elem](dst, src []*T, n int) bool {
	switch {
	case n < tileFrom || n < tileAbove/(len(dst)+len(src)):
		return false
	case max(len(dst), len(src)) > tiledAbove:
		return true
	}
	return len(dst) > tiledApart && dst[0] != src[0]
}

// foldTiled is for more vectors than the processor follows at once: it takes a
// tile that stays in the first cache, combines a group of the sources into one
// destination, then that and the next group, and copies the result to groups of
// the others, past the caches if nt says so. Each element is still combined from
// left to right.
func foldTiled[T Elem](op Op, dst, src []*T, off, n int, nt bool) {
	first := src[:min(srcGroup, len(src))]
	rest := src[len(first):]
	at := outside(dst, rest)
	if at < 0 {
		foldLong(op, dst, src, off, n)
		return
	}
	acc := dst[at : at+1]
	var with [srcGroup]*T
	with[0] = dst[at]
	for end := off + n; off < end; off += tile {
		m := min(tile, end-off)
		foldFast(op, acc, first, off, m)
		for r := rest; len(r) > 0; {
			g := copy(with[1:], r)
			foldFast(op, acc, with[:1+g], off, m)
			r = r[g:]
		}
		for _, d := range [2][]*T{dst[:at], dst[at+1:]} {
			for len(d) > 0 {
				g := min(dstGroup, len(d))
				if nt {
					foldNTFast(op, d[:g], acc, off, m)
				} else {
					foldFast(op, d[:g], acc, off, m)
				}
				d = d[g:]
			}
		}
	}
}

// outside returns the index of a destination that is none of the sources, or -1.
func outside[T Elem](dst, src []*T) int {
	for i, d := range dst {
		if !slices.Contains(src, d) {
			return i
		}
	}
	return -1
}

// FoldNT is Fold with stores that bypass the caches, followed by the fence that
// orders them: for results larger than the last cache that nobody reads soon.
// The stores are ordinary ones where the processor has no others, and where the
// destinations are not aligned alike within 64 bytes.
func FoldNT[T Elem](op Op, dst, src []*T, off, n int) {
	head, body := 0, 0
	if ntBlock > 0 && fast[T](op) && alike(dst) {
		head, body = ntSplit(dst[0], off, n)
	}
	if body == 0 {
		Fold(op, dst, src, off, n)
		return
	}
	raceFold(dst, src, off, n)
	foldFast(op, dst, src, off, head)
	off, n = off+head, n-head
	m := max(stretch, (1<<17/(len(dst)+len(src)))&^63)
	end := off + body
	if how := relayed(op, dst, src, body, true); how != relayNot {
		relay(how, dst, src, off, body)
		off = end
	} else if max(len(dst), len(src)) > tiledAbove && wide(dst, src, body) {
		foldTiled(op, dst, src, off, body, true)
		off = end
	}
	for ; off < end; off += m {
		foldNTFast(op, dst, src, off, min(m, end-off))
	}
	foldFast(op, dst, src, end, n-body)
}

// ntSplit returns how many elements precede the first aligned one, and how many
// from there on make up whole blocks.
func ntSplit[T Elem](dst *T, off, n int) (head, body int) {
	size := int(unsafe.Sizeof(*dst))
	at := uintptr(unsafe.Pointer(dst)) + uintptr(off*size)
	head = int(-at&(ntAlign-1)) / size
	if head >= n {
		return 0, 0
	}
	return head, (n - head) * size / max(ntBlock, 1) * ntBlock / size
}

// alike tells whether all vectors lie alike within their cache lines.
func alike[T Elem](v []*T) bool {
	for _, p := range v[1:] {
		if (uintptr(unsafe.Pointer(p))^uintptr(unsafe.Pointer(v[0])))&(ntAlign-1) != 0 {
			return false
		}
	}
	return true
}

// span is the n elements of the vector at p that begin with element off.
func span[T Elem](p *T, off, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(p), off*int(unsafe.Sizeof(*p)))), n)
}
