package coll

// ReduceScatter leaves block r of src of rank 0 op block r of src of rank 1 op … in dst of rank r
// (MPI_Reduce_scatter_block; the paper's universal accumulation, Definition 6.6). len(src) =
// P·len(dst) on all. In place: dst is the caller's own block of src. Cost by direct, with n =
// len(dst): P²·n elements read, P·n written.
func ReduceScatter[T Elem](p *Proc, dst, src []T, op Op) {
	n := len(dst)
	a := p.choose(reducescatter, n*sizeOf[T](), elemKind[T]())
	p.checkOp(reducescatter, op)
	p.checkBlocks(reducescatter, "src", len(src), n, "P blocks as long as dst (ReduceScatterv has blocks of unlike lengths)")
	checkOwn(p, reducescatter, src, dst, p.rank*n, (p.rank+1)*n, "src", "dst")
	a = checkNaN(p, a, reducescatter, "src", src)
	c := newCall[T](reducescatter, a, op, 0, n)
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch others := n * (p.g.size - 1); {
		case fitsLine(others):
			lineReduceScatter(p, c, dst, src, op)
			return
		case fitsBank(others):
			e.bankReduceScatter(p, c, dst, src, op)
			return
		case fitsAlone[T](len(src)) || p.fitsPair(c, len(src)*sizeOf[T]()):
			e.aloneReduceScatter(p, c, dst, src, op)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}

// ReduceScatterv is ReduceScatter of blocks of different lengths (MPI_Reduce_scatter): block r of
// src has counts[r] elements, one block after another, and len(dst) = counts[r] on rank r. counts
// must be the same on all. In place: dst is the caller's own block of src. Cost: that of a
// ReduceScatter of blocks of their mean length, P times the sum of counts read, the sum written.
func ReduceScatterv[T Elem](p *Proc, dst, src []T, counts []int, op Op) {
	a := p.choose(reducescatterv, 0, 0)
	p.checkOp(reducescatterv, op)
	total := p.offsetsOf(reducescatterv, "counts", counts, sent)
	p.checkLength(reducescatterv, "src", len(src), total, "the sum of counts")
	p.checkLength(reducescatterv, "dst", len(dst), counts[p.rank], "the processor's own count")
	checkOwn(p, reducescatterv, src, dst, p.offsets[p.rank], p.offsets[p.rank+1], "src", "dst")
	a = checkNaN(p, a, reducescatterv, "src", src)
	p.countSrc(reducescatterv, len(src), sizeOf[T]())
	c := newCall[T](reducescatterv, a, op, 0, 0)
	c.n = p.digestOf(counts)
	e := of[T]()
	if p.g.alone && total > 0 {
		switch {
		case fitsLine(total):
			lineReduceScatter(p, c, dst, src, op)
			return
		case fitsBank(total):
			e.bankReduceScatter(p, c, dst, src, op)
			return
		case fitsAlone[T](total) || p.fitsPair(c, total*sizeOf[T]()):
			e.aloneReduceScatter(p, c, dst, src, op)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}
