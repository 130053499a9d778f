package asm

import "unsafe"

// foldRuns is foldTiled for vectors that the second cache does not hold. It
// combines a run of the vectors, a tile at a time, into one destination, then
// copies the run to the others, one after another, with the processor's string
// instruction: that writes whole lines without fetching what they held before,
// which every other store does, and writes to one place at a time.
//
// Bytes per second, against as many copies one after another (see tiledAbove), k vectors
// to k others beyond the second cache: k = 2 … 4 0.96 … 1.5, 8 0.88 … 1.0, 64 0.88 … 1.1,
// where all nearly fill the third cache 0.7 … 1.3; against copies by the string
// instruction itself 0.86 … 0.99, 0.85 … 0.95, 0.82 … 0.91 (Zen 5). What is missing is
// that the string instruction does not overlap with the reading around it.
//
// Runs (runBytes) are 128 KiB, which stay in the second cache with the sources' tiles:
// shorter ones are slower on Zen 5, and so are smaller groups of sources. On Intel's
// processors they are 16 KiB, which stay in the first cache: there k vectors to k others
// reach 0.93 … 1.0 of copies of either sort (0.81 … 0.96 with 128 KiB).
func foldRuns[T Elem](op Op, dst, src []*T, off, n int) {
	size := int(unsafe.Sizeof(*new(T)))
	first := src[:min(srcGroup, len(src))]
	rest := src[len(first):]
	at := outside(dst, rest)
	for end := off + n; off < end; {
		m := min(runBytes/size, end-off)
		for done := 0; done < m; done += tile {
			foldTile(op, dst[at:at+1], first, rest, off+done, min(tile, m-done))
		}
		from := unsafe.Add(unsafe.Pointer(dst[at]), off*size)
		for i, d := range dst {
			if i != at {
				copyRun(unsafe.Add(unsafe.Pointer(d), off*size), from, m*size)
			}
		}
		off += m
	}
}

const (
	run      = 1 << 17  // bytes of a copy by one call
	runLeast = 12 << 10 // bytes of a vector; the instruction takes its time to begin

	runFew     = 3       // for so few destinations it is worth it only
	runFewFrom = 3 << 20 // from so many bytes in all
)

// inRuns reports whether foldRuns is the fastest way, and possible. In place the
// lines are read anyway, so nothing is saved.
func inRuns[T Elem](dst, src []*T, n int) bool {
	each := n * int(unsafe.Sizeof(*new(T)))
	least := secondCache
	if len(dst) <= runFew {
		least = runFewFrom
	}
	return hasRuns && len(dst) > 1 && each >= runLeast && each*(len(dst)+len(src)) >= least &&
		dst[0] != src[0] && outside(dst, src[min(srcGroup, len(src)):]) >= 0
}
