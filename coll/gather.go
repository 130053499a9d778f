package coll

// Gather leaves src of rank r in block r of dst on the root (MPI_Gather). len(src) = n on all,
// len(dst) = P·n on the root; elsewhere dst is ignored. In place: on the root src is its own block
// of dst. Cost by direct: P·n elements copied.
func Gather[T Elem](p *Proc, dst, src []T, root int) {
	n := len(src)
	a := p.choose(gather, n*sizeOf[T](), elemKind[T]())
	p.checkRoot(gather, root)
	if p.rank == root {
		p.checkBlocks(gather, "dst", len(dst), n, "P blocks as long as src (Gatherv has blocks of unlike lengths)")
		checkOwn(p, gather, dst, src, p.rank*n, (p.rank+1)*n, "dst", "src")
	}
	a = checkNaN(p, a, gather, "src", src)
	if p.rank != root {
		dst = nil
	}
	c := newCall[T](gather, a, 0, root, n)
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch {
		case fitsLine(n):
			lineAllgather(p, c, dst, src)
			return
		case fitsBank(n):
			e.bankAllgather(p, c, dst, src)
			return
		case fitsAlone[T](n) || p.fitsPair(c, n*p.g.size*sizeOf[T]()):
			e.aloneGather(p, c, dst, src, root)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}

// Gatherv is Gather of blocks of different lengths (MPI_Gatherv): len(src) = counts[r] on rank r,
// and dst of the root has the blocks one after another. Only the root's counts and dst matter; if
// len(src) on another rank r is not counts[r] of the root, that is a mismatch. In place: the root's
// src is its own block of dst. Cost: every element copied once.
func Gatherv[T Elem](p *Proc, dst, src []T, counts []int, root int) {
	a := p.choose(gatherv, 0, 0)
	p.checkRoot(gatherv, root)
	if p.rank == root {
		total := p.offsetsOf(gatherv, "counts", counts, sent)
		p.checkLength(gatherv, "dst", len(dst), total, "the sum of counts")
		p.checkLength(gatherv, "src", len(src), counts[root], "the root's own count")
		checkOwn(p, gatherv, dst, src, p.offsets[root], p.offsets[root+1], "dst", "src")
	}
	a = checkNaN(p, a, gatherv, "src", src)
	if p.rank != root {
		dst = nil
	}
	of[T]().carryOutPrivate(p, newCall[T](gatherv, a, 0, root, 0), dst, src)
}
