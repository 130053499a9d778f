package coll

import "unsafe"

// AlltoallCounts leaves in dst[s] of every rank r what src[r] of rank s is: where each knows how
// many elements it has for the others, how many they have for it, as [Alltoallv] and a dst of
// the right length want. len(dst) = len(src) = P; dst and src may be the same slice. It is
// Alltoall of one integer a block.
func AlltoallCounts(p *Proc, dst, src []int) {
	p.checkLength(alltoall, "src of AlltoallCounts", len(src), p.g.size, "a count for every rank")
	p.checkLength(alltoall, "dst of AlltoallCounts", len(dst), p.g.size, "a count for every rank")
	if unsafe.Sizeof(0) == 4 {
		Alltoall(p, integers[int32](dst), integers[int32](src))
		return
	}
	Alltoall(p, integers[int64](dst), integers[int64](src))
}

// integers is the memory of s, whose elements have the size of T.
func integers[T int32 | int64](s []int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
