package coll

// Scatter leaves block r of the root's src in dst of rank r (MPI_Scatter). len(dst) = n on all,
// len(src) = P·n on the root; elsewhere src is ignored. In place: on the root dst is its own block
// of src. Cost by direct: P·n elements copied.
func Scatter[T Elem](p *Proc, dst, src []T, root int) {
	n := len(dst)
	a := p.choose(scatter, n*sizeOf[T](), elemKind[T]())
	p.checkRoot(scatter, root)
	if p.rank == root {
		p.checkBlocks(scatter, "src", len(src), n, "P blocks as long as dst (Scatterv has blocks of unlike lengths)")
		checkOwn(p, scatter, src, dst, p.rank*n, (p.rank+1)*n, "src", "dst")
	} else {
		src = nil
	}
	a = checkNaN(p, a, scatter, "src", src)
	c := newCall[T](scatter, a, 0, root, n)
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch all := n * (p.g.size - 1); {
		case fitsLine(all):
			lineScatter(p, c, dst, src, root)
			return
		case fitsBank(all):
			e.bankScatter(p, c, dst, src, root)
			return
		case fitsAlone[T](n) || p.fitsPair(c, n*p.g.size*sizeOf[T]()):
			e.aloneScatter(p, c, dst, src, root)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}

// Scatterv is Scatter of blocks of different lengths (MPI_Scatterv): block r of the root's src has
// counts[r] elements, one block after another, and len(dst) = counts[r] on rank r. Only the root's
// counts and src matter; if len(dst) on another rank r is not counts[r] of the root, that is a
// mismatch. In place: the root's dst is its own block of src. Cost: every element copied once.
func Scatterv[T Elem](p *Proc, dst, src []T, counts []int, root int) {
	a := p.choose(scatterv, 0, 0)
	p.checkRoot(scatterv, root)
	if p.rank == root {
		total := p.offsetsOf(scatterv, "counts", counts, sent)
		p.checkLength(scatterv, "src", len(src), total, "the sum of counts")
		p.checkLength(scatterv, "dst", len(dst), counts[root], "the root's own count")
		checkOwn(p, scatterv, src, dst, p.offsets[root], p.offsets[root+1], "src", "dst")
	} else {
		src = nil
	}
	a = checkNaN(p, a, scatterv, "src", src)
	of[T]().carryOutPrivate(p, newCall[T](scatterv, a, 0, root, 0), dst, src)
}
