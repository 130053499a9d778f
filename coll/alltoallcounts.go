package coll

import "unsafe"

// AlltoallCounts leaves src[r] of rank s in dst[s] of rank r. If src says how many elements the
// caller has for each rank, dst then says how many each has for the caller, which Alltoallv needs
// as dstCounts and for the length of its dst. len(dst) = len(src) = P; dst and src may be the same
// slice. It is Alltoall of blocks of one integer.
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
