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

// followed is that here.
func followed[T Elem](dst, src []*T, n int, nt bool) bool {
	return followsMany() && follows(dst, src, n, nt)
}
