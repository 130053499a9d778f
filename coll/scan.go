package coll

// Scan leaves src of rank 0 op src of rank 1 op … op src of rank r in dst of rank r (MPI_Scan).
// len(dst) = len(src) = n on all; dst and src may be the same slice. Cost by direct: P·n elements
// read, P·n written.
func Scan[T Elem](p *Proc, dst, src []T, op Op) { prefix(p, scan, dst, src, op) }

// Exscan leaves src of rank 0 op … op src of rank r-1 in dst of rank r (MPI_Exscan); dst of rank 0
// is left as it is. len(dst) = len(src) = n on all; dst and src may be the same slice. Cost: that
// of Scan.
func Exscan[T Elem](p *Proc, dst, src []T, op Op) { prefix(p, exscan, dst, src, op) }

func prefix[T Elem](p *Proc, c collective, dst, src []T, op Op) {
	n := len(src)
	a := p.choose(c, n*sizeOf[T](), elemKind[T]())
	p.checkOp(c, op)
	p.checkLength(c, "dst", len(dst), n, "as src")
	checkApart(p, c, dst, src)
	if a&refusing != 0 { // the last one's src is in no result of exscan
		a = checkNaN(p, a, c, "src", onlyIf(c == scan || p.rank < p.g.size-1, src))
	}
	at := newCall[T](c, a, op, 0, n)
	if n == 1 && a == byDirect && p.g.brings {
		bring(p, src[0])
		if p.enter(at) {
			of[T]().scanOnes(p, c, op)
		}
		if c == scan || p.rank > 0 {
			dst[0] = *broughtTo[T](p.t, p.place)
		}
		return
	}
	e := of[T]()
	if a == byDirect && p.g.alone {
		last := p.rank
		if c == exscan {
			last--
		}
		switch {
		case fitsLine(n):
			lineFold(p, at, dst, src, op, last)
			return
		case fitsBank(n):
			e.bankFold(p, at, dst, src, op, last)
			return
		case fitsAlone[T](n):
			e.aloneScan(p, at, dst, src, op)
			return
		}
	}
	if e.give(p, at, dst, src) && p.enter(at) {
		e.carryOut(p, at, dst, src)
	}
}
