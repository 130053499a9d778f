package coll

// Alltoall leaves block r of src of rank s in block s of dst of rank r (MPI_Alltoall; the paper's
// universal exchange, Definition 2.15). len(dst) = len(src) = P·n on all. dst and src may be the
// same slice, on all processors or on none. Cost by direct: P²·n elements copied. In place: twice
// as many, with up to 64 KiB of room per processor, or blocks swapped in pairs.
func Alltoall[T Elem](p *Proc, dst, src []T) {
	n := len(src) / p.Size()
	a := p.choose(alltoall, n*sizeOf[T](), elemKind[T]())
	if len(src) != n*p.g.size {
		p.refuse(alltoall, "alltoall: src has %d elements, want a multiple of %d, P blocks of one length", len(src), p.g.size)
	}
	p.checkLength(alltoall, "dst", len(dst), len(src), "as src")
	checkApart(p, alltoall, dst, src)
	a = checkNaN(p, a, alltoall, "src", src)
	var way Op
	if n > 0 && &dst[0] == &src[0] {
		way = overwrites
	}
	c := newCall[T](alltoall, a, way, 0, n)
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch others := n * (p.g.size - 1); {
		case fitsLine(others):
			lineAlltoall(p, c, dst, src)
			return
		case fitsBank(others):
			e.bankAlltoall(p, c, dst, src)
			return
		case fitsAlone[T](len(src)) && way == overwrites:
			e.aloneSwap(p, c, dst, n)
			return
		case fitsAlone[T](len(src)) || way != overwrites && p.fitsPair(c, len(src)*sizeOf[T]()):
			e.aloneAlltoall(p, c, dst, src, n)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}

// overwrites stands for the operator in the signature of an alltoall in place: all do it in
// place or none.
const overwrites Op = 1

// Alltoallv is Alltoall of blocks of different lengths (MPI_Alltoallv): block r of src has
// srcCounts[r] elements, block s of dst has dstCounts[s], and the blocks lie one after another.
// srcCounts[r] of rank s must be dstCounts[s] of rank r; if not, the call fails with ErrMismatch
// or, if r is s, with ErrUsage. In place, on any of the processors: dst and src are the same slice,
// and dstCounts equals srcCounts. Cost: P² counts read twice, and every element copied once; in
// place twice, with room for a copy of src. Each processor keeps up to 6·P numbers for calls with
// the same counts.
func Alltoallv[T Elem](p *Proc, dst []T, dstCounts []int, src []T, srcCounts []int) {
	a := p.choose(alltoallv, 0, 0)
	p.checkLength(alltoallv, "dst", len(dst), p.offsetsOf(alltoallv, "dstCounts", dstCounts, received), "the sum of dstCounts")
	p.checkLength(alltoallv, "src", len(src), p.offsetsOf(alltoallv, "srcCounts", srcCounts, sent), "the sum of srcCounts")
	checkApart(p, alltoallv, dst, src)
	inPlace := min(len(dst), len(src)) > 0 && &dst[0] == &src[0]
	if inPlace {
		p.checkCountsInPlace(dstCounts, srcCounts)
	}
	p.checkOwnCounts(dstCounts, srcCounts)
	a = checkNaN(p, a, alltoallv, "src", src)
	e := of[T]()
	if inPlace {
		src = e.keep(p, src)
	}
	e.carryOutPrivate(p, newCall[T](alltoallv, a, 0, 0, 0), dst, src)
}
