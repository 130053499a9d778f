package coll

// Reduce leaves on the root dst[i] = src[i] of rank 0 op src[i] of rank 1 op … (MPI_Reduce; the
// paper's accumulation to one root, Example 2.9). len(src) = n on all, len(dst) = n on the root;
// elsewhere dst is ignored. On the root dst and src may be the same slice. Cost by direct: P·n
// elements read, n written; short calls of many processors on two hosts read and write up to two
// vectors more, and so do, on some processors, longer ones of vectors that are written anew before
// each call.
func Reduce[T Elem](p *Proc, dst, src []T, op Op, root int) {
	n := len(src)
	a := p.choose(reduce, n*sizeOf[T](), elemKind[T]())
	p.checkRoot(reduce, root)
	p.checkOp(reduce, op)
	if p.rank == root {
		p.checkLength(reduce, "dst", len(dst), n, "as src")
		checkApart(p, reduce, dst, src)
	}
	a = checkNaN(p, a, reduce, "src", src)
	if p.rank != root {
		dst = nil
	}
	c := newCall[T](reduce, a, op, root, n)
	if n == 1 && a == byDirect && p.g.brings {
		bring(p, src[0])
		if p.enter(c) {
			of[T]().foldOnes(p, op)
		}
		if p.rank == root {
			dst[0] = *oneOf[T](p.t)
		}
		return
	}
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch {
		case op == Sum && p.g.size == 2 && fitsLine(n):
			lineAllreduce(p, c, dst, src)
			return
		case fitsLine(n):
			lineFold(p, c, dst, src, op, p.g.size-1)
			return
		case fitsBank(n):
			e.bankFold(p, c, dst, src, op, p.g.size-1)
			return
		case fitsAlone[T](n):
			e.aloneReduce(p, c, dst, src, op, root)
			return
		}
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}
