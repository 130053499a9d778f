package asm

import (
	"slices"
	"unsafe"
)

// Beyond eight streams the processor's prefetchers and write buffers lose track (of
// stores to new places even before), and groups of 8 sources and 2 destinations over
// 1024 elements are the best on the whole of 12 combinations: 1.1 to 2.9 times as fast
// as the single pass. Intel's follow more: see follows.
//
// The measure is as many copies, one vector after another, which write to one
// place at a time (Zen 5). Against them one pass or tiles of k vectors to k others
// reach 1.3 to 1.8 in the first cache for k = 2, 4, 8; two to two in the second
// 0.95 … 1.04 (512 bytes of a vector at once; 256 reach 0.8 … 0.86). Sums of 4 or 8
// and more have relay there; beyond the second cache all have foldRuns.
//
// Zen 4 follows as many as there are while all lie in its second cache, AVX2 likewise, and
// stores to four: groups of 64 and 4 take 0.89 … 1.03 of the time of 8 and 2 there, sums of 64
// and 256 vectors to as many 0.90 … 0.93 (BenchmarkGroups), but up to twice it beyond.
//
// The second cache hands lines to the first at either of two rates, 235 or 176
// bytes a nanosecond, for some 20 µs at a time: to the higher after a few MiB of stores
// that missed it, and in turns from 400 KiB in all. So every loop that fetches what it
// overwrites has two speeds there, copies too, and below 400 KiB two to two stays at
// 0.75 of copies by the string instruction, which does not fetch.
const (
	tiledAbove = 8       // vectors on either side that one pass can follow
	tiledApart = 6       // destinations, if they are not the sources
	tileFrom   = 128     // elements of a vector; fewer are not worth it
	tileAbove  = 6 << 10 // elements in all; so many stay in the first cache anyway
	tile       = 1024
	srcGroup   = 8
	dstGroup   = 2
	nearGroup  = 64 // sources, and
	nearStores = 4  // destinations, on Zen 4, where all lie in the second cache
)

// groups is how many sources, and destinations, foldTiled takes at once. Where there is one
// destination, or n is a tile or more, the call may be a part of longer vectors, which lie beyond
// the second cache: a block of a reducescatter, what is done between two looks. (The last part of
// these may be shorter.)
func groups[T Elem](dst, src []*T, n int) (from, to int) {
	if zen4 && len(dst) > 1 && n < tile && n*(len(dst)+len(src))*int(unsafe.Sizeof(*dst[0])) < secondCache {
		return nearGroup, nearStores
	}
	return srcGroup, dstGroup
}

// wide reports whether one pass over so many vectors is slower than tiles, unless they are
// followed. Past the caches it matters less how many are stored to.
func wide[T Elem](dst, src []*T, n int, nt bool) bool {
	switch {
	case n < tileFrom || n*(len(dst)+len(src)) < tileAbove:
		return false
	case max(len(dst), len(src)) > tiledAbove:
		return true
	}
	return !nt && len(dst) > tiledApart && dst[0] != src[0]
}

// foldTiled is for more vectors than the processor follows at once: it takes a
// tile that stays in the first cache, combines a group of the sources into one
// destination, then that and the next group, and copies the result to groups of
// the others, past the caches if nt says so. Each element is still combined from
// left to right.
func foldTiled[T Elem](op Op, dst, src []*T, off, n int, nt bool) {
	sources, stores := groups(dst, src, n)
	foldGroups(op, dst, src, off, n, sources, stores, nt)
}

// foldGroups is that with groups of so many sources, nearGroup at most, and destinations.
func foldGroups[T Elem](op Op, dst, src []*T, off, n, sources, stores int, nt bool) {
	first := src[:min(sources, len(src))]
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
				g := min(stores, len(d))
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

// foldTile combines the first sources, nearGroup at most, then as large groups of the rest, into
// acc.
func foldTile[T Elem](op Op, acc, first, rest []*T, off, n int) {
	foldDeep(op, acc, first, off, n)
	var with [nearGroup]*T
	with[0] = acc[0]
	for len(rest) > 0 {
		g := copy(with[1:len(first)], rest)
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
