package asm

import "unsafe"

// relayKind is one of the kernels of relay.
type relayKind uint8

const (
	relayNot   relayKind = iota
	relayNear            // all vectors fit the second cache: 384 bytes at a time
	relayFar             // 128 bytes at a time
	relayOver            // the same in groups of eight, which asks for the next group's lines
	relayPast            // non-temporal stores, to destinations aligned to cache lines
	relayAhead           // the same in groups of eight, which asks for the next tile's lines
	relayNext            // the same, but for the next group's
)

// relay is foldTiled for sums, in assembly. It takes the sources in groups of
// four, each group a tile at a time, and adds them to a buffer that stays in the
// first cache; while it does so it stores the sum of the tile before from another
// buffer to a group of four destinations. So eight streams at most are followed at a
// time, where one pass over k sources and k destinations has 2k, and reading and
// writing overlap, which they do not in foldTiled: reading alone from the second
// cache takes as long a byte as copying, writing alone 1.35 times that (Zen 5). Each
// element is still added from left to right. No element of a source is read
// after its place has been written, so a destination may be a source. There are four sources
// or more, eight for those that ask for lines.
//
// Bytes per second, against as many copies one after another (see tiledAbove), sums of
// 4 to 4 and 8 to 8 in the second cache: 0.92 … 1.1 (one pass: 0.74 … 0.87), and a fifth
// less where others use the processor, as all loops of many streams. 16 to 64 vectors
// there are as fast by tiles, 0.65 … 0.9. 64 to 64 in memory, past the caches: 0.75 … 0.80
// (one pass: 0.65). Beyond the second cache foldRuns is ahead unless the vectors are
// short. The sizes of groups, tiles and blocks (_gen/relay.go) are the best on Zen 5.
//
// Zen 4 begins anew to fetch with every run of lines, and at the end of a page. There relayAhead
// takes 0.80 … 0.84 of the time of relayPast with 64 and 256 vectors in memory, 0.91 … 0.97 with 16,
// and 0.63 … 0.83 of that of tiles (BenchmarkRelays): it reaches 0.84 … 0.93 of the copies with 64,
// 0.93 … 1.0 with 256.
//
// Emerald Rapids gains by lines asked for as well, but those of the next tile have left its second
// cache when their turn comes if there are many vectors. relayNext asks for what comes a group later,
// however many there are: it takes 0.85 … 0.97 of the time of relayPast, 0.70 … 0.81 of that of tiles,
// and 0.97 … 1.0 of that of relayAhead with 16 to 64 vectors, 0.86 … 0.92 with 128, 0.81 with 256. In
// place relayOver takes 0.72 … 0.89 of the time of tiles in the third cache, 0.59 … 0.89 in memory,
// where one pass takes 1.1 … 1.4 times as long as it does, in the third cache 0.8 … 1.1
// (BenchmarkRelays).
func relay[T Elem](how relayKind, dst, src []*T, off, n int) {
	per := how.tile() / int(unsafe.Sizeof(*new(T)))
	most := how.tiles(len(dst) + len(src))
	for n >= per {
		m := min(n/per, most)
		relayFast(how, dst, src, off, m)
		off, n = off+m*per, n-m*per
	}
	if n > 0 {
		foldLong(Sum, dst, src, off, n)
	}
}

// tile is the bytes of a vector that are taken at once.
func (how relayKind) tile() int {
	switch how {
	case relayPast:
		return relayTileNT
	case relayAhead, relayNext:
		return aheadTile
	}
	return relayTile
}

// asks reports whether it asks for lines ahead, in groups of eight.
func (how relayKind) asks() bool { return how == relayOver || how >= relayAhead }

// tiles is how many tiles of so many vectors one call is given: see perCall. Each call begins with
// one that is only read and ends with one that is only written, so it has four at least: past the
// caches, of more than 64 vectors, a call takes longer than perCall means it to (of 1,024 to as many
// 1.5 ms, in which no collection of garbage begins). Those that ask for lines take up to 8 MiB, a
// quarter of a millisecond, and eight tiles at least: of fewer, less is read and written at a time.
func (how relayKind) tiles(vectors int) int {
	if how.asks() {
		return max(8, 8<<20/(how.tile()*vectors))
	}
	return max(4, 1<<20/(how.tile()*vectors))
}

// relayed tells which relay is the fastest way for sums of so many vectors to others, if
// any is, unless they are followed. Groups that are not full cost more than they gain
// beside few vectors, and tiles are better for many that stay in the second cache, but not on Zen 4
// where they crowd: there relay takes 0.7 … 0.95 of the time of tiles (BenchmarkFollows).
func relayed[T Elem](op Op, dst, src []*T, n int, nt bool) relayKind {
	if relayTile == 0 || op != Sum || len(src) < relayGroup || len(dst) < relayGroup {
		return relayNot
	}
	each := n * int(unsafe.Sizeof(*new(T)))
	all := each * (len(dst) + len(src))
	many := max(len(dst), len(src)) > tiledAbove
	full := (len(src)|len(dst))%relayGroup == 0
	groups := many && len(src) >= aheadGroup
	switch {
	case dst[0] == src[0]: // all has each vector twice
		if !nt && asking == relayNext && groups && all >= 3*secondCache && each >= 4*relayTile {
			return relayOver
		}
		return relayNot
	case nt && asking != relayNot && groups && all >= secondCache && each >= 4*aheadTile:
		return asking
	case nt && many && all >= secondCache && each >= 4*relayTileNT:
		return relayPast
	case nt || all < firstCache || each < 4*relayTile || !many && !full:
		return relayNot
	case all >= secondCache:
		return relayFar
	case !many:
		return relayNear
	case zen4 && crowded(dst, src):
		return relayFar
	}
	return relayNot
}

const (
	relayGroup = 4
	aheadGroup = 8
	relayLeast = 4 * 1536 / 8 // elements of a vector: four tiles of amd64; fewer are never relayed
	firstCache = 48 << 10     // bytes, about
)
