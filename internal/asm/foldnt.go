package asm

import "unsafe"

// FoldNT is Fold with stores that bypass the caches: for results larger than the last
// cache that nobody reads soon. The stores are ordinary ones where the processor has no
// others, and where the destinations are not aligned alike within 64 bytes.
//
// Others see them after the next atomic operation that writes, as they must to know of
// them: on amd64, which alone has such stores here, that is a locked instruction, and it
// empties the buffers in which they wait (Intel's manual, volume 3, on write combining;
// AMD's, volume 2, likewise). A fence after each call would be the same once for every
// vector: copies of 4 KiB by two cores take 1.5 times as long with it, of 2 KiB twice
// (a Xeon).
//
// Sums of k vectors to k others in memory, against as many copies by the string
// instruction (Zen 5): k = 2 1.0 … 1.15, 3 and 5 0.85, 6 0.9, 16 and 64 0.75 … 0.85; 4 and 8
// vectors of 16 and 32 MiB are at 0.6 to 1.3, another in every allocation, and foldRuns
// at 0.8 … 0.9. Where two cores work at a time, as in an allreduce of 8 or 16 MiB, these
// stores take 0.7 … 1.05 of the time of foldRuns for 2 to 16 vectors.
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
	switch by, how := routedNT(op, dst, src, body); by {
	case byRelay:
		relay(how, dst, src, off, body)
	case byTiles:
		foldTiled(op, dst, src, off, body, true)
	default:
		foldLongNT(op, dst, src, off, body)
	}
	foldFast(op, dst, src, off+body, n-body)
}

// foldLongNT is foldLong past the caches, of whole blocks.
func foldLongNT[T Elem](op Op, dst, src []*T, off, n int) {
	m := perCall(len(dst) + len(src))
	for end := off + n; off < end; off += m {
		foldNTFast(op, dst, src, off, min(m, end-off))
	}
}

// routedNT is routed past the caches, to aligned destinations.
func routedNT[T Elem](op Op, dst, src []*T, n int) (route, relayKind) {
	how, tiles := detour(op, dst, src, n, true)
	switch {
	case how != relayNot:
		return byRelay, how
	case tiles:
		return byTiles, relayNot
	}
	return byPasses, relayNot
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

// alike reports whether all vectors lie alike within their cache lines.
func alike[T Elem](v []*T) bool {
	for _, p := range v[1:] {
		if (uintptr(unsafe.Pointer(p))^uintptr(unsafe.Pointer(v[0])))&(ntAlign-1) != 0 {
			return false
		}
	}
	return true
}

// ntAlign is the alignment that non-temporal stores need.
const ntAlign = 64
