package asm

import "unsafe"

// Copy is copy(dst, src), which may overlap: by Go's own where that is short or they do, and by
// the string instruction where it is long. That does not fetch what it overwrites, and leaves the
// result in the caches. Between vectors of two cores, or beyond the first cache, it is 1.0 … 1.7
// times as fast as Go's up to the size of the third cache, and as fast in memory; within one
// core's first cache 0.7 … 0.95 (Zen 5, interleaved; collectives are of the former sort).
//
// Zen 3 and 4 do not use it: see hasRuns. Where it is not used long copies are Go's, piece by
// piece, since Go's bypass the caches from a mebibyte on: of 6 MiB in the third cache pieces take
// 0.6 … 0.7 of the time, in memory, which is for CopyNT, 1.5 (Zen 4, BenchmarkPeer).
func Copy[T Elem](dst, src []T) {
	size := int(unsafe.Sizeof(*new(T)))
	n := min(len(dst), len(src))
	if bytes := n * size; bytes < stringFrom || bytes <= run && !CopiesRuns() || overlap(&dst[0], &src[0], bytes) {
		copy(dst, src)
		return
	}
	dst, src = dst[:n], src[:n]
	for piece, lo := run/size, 0; lo < n; lo += piece { // see perCall
		hi := min(n, lo+piece)
		if !CopiesRuns() {
			copy(dst[lo:hi], src[lo:hi])
			continue
		}
		raceRead(&src[0], lo, hi-lo)
		raceWrite(&dst[0], lo, hi-lo)
		copyRun(unsafe.Pointer(&dst[lo]), unsafe.Pointer(&src[lo]), (hi-lo)*size)
	}
}

// CopiesRuns reports whether Copy uses the string instruction here.
func CopiesRuns() bool { return hasRuns && fast[float64](Sum) }

// SecondCache is the bytes of a core's second cache, 1 MiB where it is not known.
func SecondCache() int { return secondCache }

// StoresWait reports whether stores to lines that another core has hold up the loads around
// them, so that a loop should not have both: as on Intel's processors.
func StoresWait() bool { return storesWait && fast[float64](Sum) }

// Server reports whether this is a processor of Intel's whose last cache is that of all cores of a large server, and
// hardly faster than memory.
func Server() bool { return server && fast[float64](Sum) }

// StoresWaitLong reports whether a loop of some kilobytes should not have both either: as on Zen 4.
func StoresWaitLong() bool { return zen4 && fast[float64](Sum) }

// StoresWaitLittle reports whether a store to a line that another core has read takes somewhat longer than to
// others, 2.7 ns instead of 1.7: as on Zen 3 (BenchmarkReadLines of package coll).
func StoresWaitLittle() bool { return zen3 && fast[float64](Sum) }

// StoresFlow reports whether even short stores to lines of another core are waited for less than
// loads of what it has written: as on Zen 5.
func StoresFlow() bool { return storesFlow && fast[float64](Sum) }

// stringFrom is the length in bytes from which the string instruction makes up for the time
// that it takes to begin: with 1 or 2 KiB the allgather of 64 processors takes 1.05 … 1.2
// times as long.
const stringFrom = 4 << 10

// overlap reports whether the bytes that begin at a and b have some in common.
func overlap[T Elem](a, b *T, bytes int) bool {
	apart := uintptr(unsafe.Pointer(a)) - uintptr(unsafe.Pointer(b))
	return min(apart, -apart) < uintptr(bytes)
}

// CopyNT is Copy with stores that bypass the caches, ordinary ones where the processor has
// no others: see [FoldNT] for when others see them. The slices do not overlap unless they
// are the same.
func CopyNT[T Elem](dst, src []T) {
	n := min(len(dst), len(src))
	head, body := 0, 0
	if ntBlock > 0 && n > 0 && fast[T](Sum) {
		head, body = ntSplit(&dst[0], 0, n)
	}
	if body == 0 {
		Copy(dst, src)
		return
	}
	copy(dst[:head], src[:head])
	dst, src, n = dst[head:], src[head:], n-head
	raceRead(&src[0], 0, body)
	raceWrite(&dst[0], 0, body)
	const most = 1 << 17 // bytes a call; see perCall
	size := int(unsafe.Sizeof(*new(T)))
	for body > 0 {
		m := min(body, most/size)
		copyNTFast(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), m*size)
		dst, src, n, body = dst[m:], src[m:], n-m, body-m
	}
	copy(dst[:n], src[:n])
}
