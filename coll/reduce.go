package coll

// Reduce leaves on the root dst[i] = src[i] of rank 0 op src[i] of rank 1 op … (MPI_Reduce; the
// paper's accumulation to one root, Example 2.9). len(src) = n on all, len(dst) = n on the root;
// elsewhere dst is ignored. On the root dst and src may be the same slice. Cost by direct: P·n
// elements read, n written; short calls of many processors on two hosts read and write up to two
// vectors more.
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
	if a == byDirect && p.g.alone && e.shortReduce(p, c, vecOf(dst), vecOf(src)) {
		return
	}
	if e.give(p, c, vecOf(dst), vecOf(src)) && p.enter(c) {
		e.carryOut(p, c, vecOf(dst), vecOf(src))
	}
}

func (engineOf[T]) shortReduce(p *Proc, c call, dst, src vec) bool {
	to, from, op := elements[T](dst), elements[T](src), c.op()
	switch {
	case op == Sum && p.g.size == 2 && fitsLine(src.n):
		lineAllreduce(p, c, to, from)
	case fitsLine(src.n):
		lineFold(p, c, to, from, op, p.g.size-1)
	case fitsBank(src.n):
		bankFold(p, c, to, from, op, p.g.size-1)
	case fitsAlone[T](src.n):
		aloneReduce(p, c, to, from, op, c.root())
	default:
		return false
	}
	return true
}
