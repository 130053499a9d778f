package coll

import "unsafe"

// wideGap is how many bytes lie between what the processors of one host write and what those
// of another do. Where a core goes through what its processors have, one after another, its
// prefetchers ask for what would come next, and take it from another core that writes
// there: a barrier of 64 processors on two cores of a Zen 5 a microsecond apart takes 4.6 µs
// with nothing between, 4.1 with 512 bytes, 3.3 with 1 KiB, 2.8 with 2 KiB or more; between
// near cores 2.6 and 2.4.
const wideGap = 2 << 10

// linePair is two cache lines, which are fetched together.
const linePair = 128

// gapFor is the gap of a group. Where a host has few processors no core goes through many of them:
// it is enough that they share no cache line with others, and there may be many such groups.
func gapFor(size, teams int) int {
	if size < 8*teams {
		return linePair
	}
	return wideGap
}

// spaced is a slice with a gap behind it.
func spaced[T any](n, gap int) []T {
	var z T
	size := int(unsafe.Sizeof(z))
	return make([]T, n, n+(gap+size-1)/size)
}

// spacedOne is a T with a gap behind it. For the small one nothing is added: the size of a T is a
// multiple of it.
func spacedOne[T any](gap int) *T {
	if gap <= linePair {
		return new(T)
	}
	return &spaced[T](1, gap)[0]
}

// spacers are the gap between such objects that are allocated one by one, as the allocator
// aligns small ones only: it lays those of one type in a row.
func spacers[T any](gap int) []*T {
	if gap <= linePair {
		return nil
	}
	var z T
	s := make([]*T, gap/int(unsafe.Sizeof(z)))
	for i := range s {
		s[i] = new(T)
	}
	return s
}
