package coll

// Allgather leaves src of rank r in block r of dst on every processor
// (MPI_Allgather; the paper's universal broadcast, Definition 2.14).
// len(dst) = P·len(src) on all. In place: src is the caller's own block of dst. Cost by
// direct, with n = len(src): P²·n elements copied.
func Allgather[T Elem](p *Proc, dst, src []T) {
	n := len(src)
	a := p.choose(allgather, n*sizeOf[T](), elemKind[T]())
	p.checkBlocks(allgather, "dst", len(dst), n, "P blocks as long as src (Allgatherv has blocks of unlike lengths)")
	checkOwn(p, allgather, dst, src, p.rank*n, (p.rank+1)*n, "dst", "src")
	a = checkNaN(p, a, allgather, "src", src)
	c := newCall[T](allgather, a, 0, 0, n)
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch {
		case fitsLine(n):
			lineAllgather(p, c, dst, src)
			return
		case fitsBank(n * (p.g.size - 1)):
			e.bankAllgather(p, c, dst, src)
			return
		case fitsAlone[T](len(dst)) || p.fitsPair(c, len(dst)*sizeOf[T]()):
			e.aloneAllgather(p, c, dst, src)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}

// Allgatherv is Allgather of blocks of different lengths (MPI_Allgatherv): len(src) = counts[r] on
// rank r, and dst has the blocks one after another. counts must be the same on all. In place: src
// is the caller's own block of dst. Cost: that of an Allgather of blocks of their mean length, P
// times the sum of counts copied.
func Allgatherv[T Elem](p *Proc, dst, src []T, counts []int) {
	a := p.choose(allgatherv, 0, 0)
	total := p.offsetsOf(allgatherv, "counts", counts, sent)
	p.checkLength(allgatherv, "dst", len(dst), total, "the sum of counts")
	p.checkLength(allgatherv, "src", len(src), counts[p.rank], "the processor's own count")
	checkOwn(p, allgatherv, dst, src, p.offsets[p.rank], p.offsets[p.rank+1], "dst", "src")
	a = checkNaN(p, a, allgatherv, "src", src)
	p.countSrc(allgatherv, len(src), sizeOf[T]())
	c := newCall[T](allgatherv, a, 0, 0, 0)
	c.n = p.digestOf(counts)
	e := of[T]()
	if p.g.alone && total > 0 {
		switch {
		case fitsLine(p.longest):
			lineAllgather(p, c, dst, src)
			return
		case fitsBank(total):
			e.bankAllgather(p, c, dst, src)
			return
		case fitsAlone[T](total) || p.fitsPair(c, total*sizeOf[T]()):
			e.aloneAllgather(p, c, dst, src)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}
