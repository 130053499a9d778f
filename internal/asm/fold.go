package asm

import "unsafe"

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
// same vector as any src, and either may have one several times, but none may
// overlap another partly. len(dst) and len(src) are at least 1.
func Fold[T Elem](op Op, dst, src []*T, off, n int) {
	if n <= 0 {
		return
	}
	raceFold(dst, src, off, n)
	switch {
	case !fast[T](op):
		foldGeneric(op, dst, src, off, n)
	case n <= stretch && hot[T](op) && len(dst)|len(src) < relayGroup &&
		!(tagged && n >= tileFrom && len(dst) == 2 && dst[0] == src[0] && clash(place(dst[0], off), place(dst[1], off))):
		// First: its price is the call's.
		foldHot(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), len(dst), len(src), off, n)
	case n <= stretch && hot[T](op) && len(dst)|len(src) >= relayGroup &&
		(n < relayLeast || len(dst) < relayGroup) && !wide(dst, src, n, false):
		// More vectors, which neither tiles nor relay can gain by.
		foldHot(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), len(dst), len(src), off, n)
	default:
		foldMuch(op, dst, src, off, n)
	}
}

// foldMuch is Fold where a call more does not count.
func foldMuch[T Elem](op Op, dst, src []*T, off, n int) {
	switch by, how := routed(op, dst, src, n); by {
	case byBoth:
		foldBoth(op, dst, src, off, n)
	case byRuns:
		foldRuns(op, dst, src, off, n)
	case byRelay:
		relay(how, dst, src, off, n)
	case byTiles:
		foldTiled(op, dst, src, off, n, false)
	case byPass:
		foldFast(op, dst, src, off, n)
	default:
		foldLong(op, dst, src, off, n)
	}
}

// route is a way from the sources to the destinations.
type route uint8

const (
	byPass   route = iota // all in one call
	byPasses              // of so many elements each, see perCall
	byTiles
	byRelay
	byRuns
	byBoth
)

// routed is the fastest route, and which relay if it is that.
func routed[T Elem](op Op, dst, src []*T, n int) (route, relayKind) {
	how, tiles := detour(op, dst, src, n, false)
	switch {
	case intoBoth(op, dst, src, n):
		return byBoth, relayNot
	case inRuns(dst, src, n):
		return byRuns, relayNot
	case how != relayNot:
		return byRelay, how
	case tiles:
		return byTiles, relayNot
	case n <= stretch:
		return byPass, relayNot
	}
	return byPasses, relayNot
}

// detour is which relay, or that tiles, are faster than one pass, past the caches if nt says so.
func detour[T Elem](op Op, dst, src []*T, n int, nt bool) (how relayKind, tiles bool) {
	how, tiles = relayed(op, dst, src, n, nt), wide(dst, src, n, nt)
	if (how != relayNot || tiles) && followed(dst, src, n, nt) {
		return relayNot, false
	}
	return how, tiles
}

// stretch is the length up to which any kernel does all in one call.
const stretch = 1 << 10

// perCall is the most elements of so many vectors that one call of an assembly kernel is
// given: nothing can preempt it, and the garbage collector would wait for its end.
func perCall(vectors int) int { return max(stretch, 1<<17/vectors&^63) }

func foldLong[T Elem](op Op, dst, src []*T, off, n int) {
	m := perCall(len(dst) + len(src))
	if len(dst) == 2 && len(src) == 2 && followsMany() {
		m = pairsBelow
	}
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

// pairsBelow is the elements of pieces for which the kernel of two vectors to two goes 256 bytes
// at a time: with 512 (pairsFrom in _gen/straight.go) Intel's processors take 1.0 … 1.08 of the
// time, in place the same.
const pairsBelow = 8 << 10

// deepMost is the most sources of one pass into one destination for which foldDeep is faster: of
// 2 to 4 it takes 0.86 … 1.0 of the time of foldFast, of 8 1.0 … 1.07 (Granite Rapids). That is
// in one pass; in tiles, where the destination stays in the first cache, 8 gain too (foldTile).
const deepMost = 4
