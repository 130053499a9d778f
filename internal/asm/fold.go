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
	case n <= stretch && hot[T](op) && (n < relayLeast || len(dst) < relayGroup) && !wide(dst, src, n) &&
		!(intoBoth(op, dst, src, n) && clash(place(dst[0], off), place(dst[1], off))):
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
	case intoBoth(op, dst, src, n):
		foldBoth(op, dst, src, off, n)
	case inRuns(dst, src, n):
		foldRuns(op, dst, src, off, n)
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

// stretch is the length up to which any kernel does all in one call.
const stretch = 1 << 10

// perCall is the most elements of so many vectors that one call of an assembly kernel is
// given: nothing can preempt it, and the garbage collector would wait for its end.
func perCall(vectors int) int { return max(stretch, 1<<17/vectors&^63) }

func foldLong[T Elem](op Op, dst, src []*T, off, n int) {
	m := perCall(len(dst) + len(src))
	// deep: the vectors lie beyond the first cache, and are few enough for foldDeep to gain.
	deep := len(dst) == 1 && len(src) <= deepMost && n*(1+len(src))*int(unsafe.Sizeof(*dst[0])) > firstCache
	for end := off + n; off < end; off += m {
		if deep {
			foldDeep(op, dst, src, off, min(m, end-off))
		} else {
			foldFast(op, dst, src, off, min(m, end-off))
		}
	}
}

// deepMost is the most sources of one pass into one destination for which foldDeep is
// faster: of 2 to 4 it takes 0.86 … 1.0 of the time of foldFast, of 8 1.0 … 1.07 (a Xeon). That
// is in one pass; in tiles, where the destination stays in the first cache, 8 gain too
// (foldTile).
const deepMost = 4

// These were measured. Beyond eight streams the processor's prefetchers and write
// buffers lose track (of stores to new places even before), and groups of 8
// sources and 2 destinations over 1024 elements are the best on the whole of 12
// combinations: 1.1 to 2.9 times the single pass.
//
// The measure is as many copies, one vector after another, which write to one
// place at a time (Zen 5). Against them one pass or tiles of k vectors to k others
// reach 1.3 to 1.8 in the first cache for k = 2, 4, 8; two to two in the second
// 0.95 … 1.04 (512 bytes of a vector at once; 256 reach 0.8 … 0.86). Sums of 4 or 8
// and more have relay there; beyond the second cache all have foldRuns.
//
// The second cache hands lines to the first at either of two rates, 235 or 176
// bytes a nanosecond, and keeps to one for some 20 us at a time: to the higher after
// a few MiB of stores that missed it, and in turns from 400 KiB in all. Every loop
// that fetches what it reads and what it overwrites has these two speeds, copies
// too, whatever the order of the lines; prefetching, for reading or for writing,
// changes neither. So below 400 KiB two to two stays at 0.75 of copies by the string
// instruction, which does not fetch, though at 1.0 of Go's, which do.
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
	for end := off + n; off < end; off += tile {
		m := min(tile, end-off)
		acc := dst[at : at+1]
		foldTile(op, acc, first, rest, off, m)
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

// foldTile combines the first sources, then groups of the rest, into acc.
func foldTile[T Elem](op Op, acc, first, rest []*T, off, n int) {
	foldDeep(op, acc, first, off, n)
	var with [srcGroup]*T
	with[0] = acc[0]
	for len(rest) > 0 {
		g := copy(with[1:], rest)
		foldDeep(op, acc, with[:1+g], off, n)
		rest = rest[g:]
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

// FoldNT is Fold with stores that bypass the caches: for results larger than the last
// cache that nobody reads soon. The stores are ordinary ones where the processor has no
// others, and where the destinations are not aligned alike within 64 bytes.
//
// Others see them after the next atomic operation that writes, as they must to know of
// them: on amd64, which alone has such stores here, that is a locked instruction, and it
// empties the buffers in which they wait (Intel's manual, volume 3, on write combining;
// AMD's, volume 2, likewise). A fence after each call would be the same once for every
// vector: copies of 4 KiB by two cores took 1.5 times as long with it, of 2 KiB twice
// (a Xeon).
//
// Sums of k vectors to k others in memory, against as many copies by the string
// instruction (Zen 5): k = 2 1.0 … 1.15, 3 and 5 0.85, 6 0.9, 16 and 64 0.75 … 0.85. For 4 and 8
// vectors of 16 and 32 MiB it is anything from 0.6 to 1.3, another in every allocation
// whatever the distance between them: presumably where they lie in memory counts; foldRuns
// is at 0.8 … 0.9 there. But where two cores work at a time, as in an allreduce of 8 or
// 16 MiB, these stores take 0.7 … 1.05 of the time of foldRuns for 2 to 16 vectors.
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
	m := perCall(len(dst) + len(src))
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
// from there on make up whole blocks: none if dst lies at no multiple of its size.
func ntSplit[T Elem](dst *T, off, n int) (head, body int) {
	size := int(unsafe.Sizeof(*dst))
	at := uintptr(unsafe.Pointer(dst)) + uintptr(off*size)
	head = int(-at&(ntAlign-1)) / size
	if head >= n || at%uintptr(size) != 0 {
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
