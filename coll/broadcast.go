package coll

// Broadcast leaves buf of the root in buf of every processor (MPI_Bcast; the
// paper's broadcast from one root, Example 2.8). len(buf) = n on all. Cost by direct:
// (P-1)·n elements copied.
func Broadcast[T Elem](p *Proc, buf []T, root int) {
	n := len(buf)
	a := p.choose(broadcast, n*sizeOf[T](), elemKind[T]())
	p.checkRoot(broadcast, root)
	if a&refusing != 0 { // what others have in buf is not read
		a = checkNaN(p, a, broadcast, "buf", onlyIf(p.rank == root, buf))
	}
	c := newCall[T](broadcast, a, 0, root, n)
	if n == 1 && a == byDirect && p.g.brings {
		if p.rank == root {
			bring(p, buf[0])
		}
		if p.enter(c) {
			of[T]().sendOne(p, root)
		}
		buf[0] = *oneOf[T](p.t)
		return
	}
	e := of[T]()
	if a == byDirect && p.g.alone && e.shortBroadcast(p, c, vecOf(buf)) {
		return
	}
	if e.give(p, c, vecOf(buf), vecOf(buf)) && p.enter(c) {
		e.carryOut(p, c, vecOf(buf), vecOf(buf))
	}
}

func (engineOf[T]) shortBroadcast(p *Proc, c call, buf vec) bool {
	x, root := elements[T](buf), c.root()
	switch {
	case fitsLine(buf.n):
		lineBroadcast(p, c, x, root)
	case fitsBank(buf.n):
		bankBroadcast(p, c, x, root)
	case fitsAlone[T](buf.n):
		aloneBroadcast(p, c, x, root)
	default:
		return false
	}
	return true
}
