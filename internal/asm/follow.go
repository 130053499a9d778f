package asm

import "unsafe"

// follows reports whether one pass over so many vectors is the fastest way on a processor that
// can follow as many streams: as Intel's do, by AVX-512. Tiles and relay take so many times as
// long there, sums of k vectors to as many (a Xeon, Emerald Rapids; in brackets where the vectors
// do not all begin at one place in their pages, as those of more than 32 KiB from Go's heap do):
//
//	k                               4            8            9 … 16                24, 32
//	in place                        1.0 (1.0)    1.0 (1.0)    0.95 … 1.6 (… 2.1)    0.8 … 1.1 (1.3 … 2.5)
//	to others, in the second cache  1.3 (1.2)    1.1 (1.2)    1.0 … 1.15 (… 1.3)    0.8 … 0.95 (1.1 … 1.3)
//	past the caches                 1.0 (1.0)    1.0 (1.0)    1.0 … 1.3 (… 1.2)     0.95 … 1.05 (0.95 … 1.05)
//
// and of 9 to 256 vectors to a single one 0.95 … 1.15 (1.0 … 1.4); with other types and operators
// likewise. Beyond the second cache foldRuns takes 0.7 … 1.05 of the time of one pass. By AVX2 a
// pass to a single one takes 0.95 … 1.45 times as long as tiles.
func follows[T Elem](dst, src []*T, n int, nt bool) bool {
	const most = 16
	switch {
	case len(dst) == 1:
		return true
	case max(len(dst), len(src)) > most:
		return false
	}
	return nt || dst[0] == src[0] || n*(len(dst)+len(src))*int(unsafe.Sizeof(*dst[0])) < secondCache
}

// followsNear is follows on Zen 4, which fetches ahead for a dozen vectors in memory, and for any number
// in its caches, but has eight ways in its first cache to fetch into: see crowded. Tiles take so many
// times as long there (in brackets, with more than the last cache holds), sums of k vectors that do
// not crowd (BenchmarkFollows):
//
//	k                9 … 12                     16                         32 and 64
//	in place         1.25 … 1.5 (1.5 … 1.65)    1.35 … 1.45 (1.2 … 1.3)    1.05 … 1.3 (0.55)
//	to one or two    1.1 … 1.2 (1.3 … 1.7)      1.05 … 1.2 (1.1 … 1.3)     1.0 … 1.3 (0.5)
//	to as many       1.05 … 1.15 (1.1 … 1.45)   1.05 … 1.1 (0.6 … 1.3)     0.85 … 1.1 (0.5)
//
// To as many is in the second cache, and in brackets against relay; in the third cache relay takes
// 0.9 … 1.15 of the time. Vectors that crowd mostly take 0.45 … 0.95 of it by tiles or relay, but to one
// or two only from 32 on.
func followsNear[T Elem](dst, src []*T, n int, nt bool) bool {
	const all, few, many = 16, 12, 32 // vectors: to one or two, past the caches to many, near to many
	widest, vectors, apart := max(len(dst), len(src)), len(src), dst[0] != src[0]
	if apart {
		vectors += len(dst)
	}
	bytes := n * vectors * int(unsafe.Sizeof(*dst[0]))
	switch {
	case crowded(dst, src):
		return false
	case widest <= tiledAbove:
		return true
	case !apart || len(dst) <= 2:
		return widest <= all || !nt && n < tile && bytes < 2*secondCache // of a tile and more, see groups
	case nt:
		return widest <= few
	}
	return len(dst) <= len(src) && widest <= many && bytes < secondCache // relay is ahead beyond it
}

// crowded reports whether more of these vectors than one pass can bear begin at the same line of
// their pages as the first one, as long ones do that make allocates. Their lines share a set of the
// first cache, which has eight ways. In place all are stored to after all have been read; of others,
// a pass from twelve vectors to one still takes less time than tiles.
func crowded[T Elem](dst, src []*T) bool {
	if dst[0] == src[0] {
		return alongside(src, src[0]) > 8
	}
	return alongside(src, src[0])+alongside(dst, src[0]) > 13
}

// alongside is how many of the vectors begin at the same line of their pages as one does.
func alongside[T Elem](vectors []*T, one *T) (count int) {
	const line = 4095 &^ 63
	for _, v := range vectors {
		if (uintptr(unsafe.Pointer(v))^uintptr(unsafe.Pointer(one)))&line == 0 {
			count++
		}
	}
	return count
}

// followed is that on this processor.
func followed[T Elem](dst, src []*T, n int, nt bool) bool {
	switch {
	case followsMany():
		return follows(dst, src, n, nt)
	case zen4:
		return followsNear(dst, src, n, nt)
	}
	return false
}
