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
	if a == byDirect && p.g.alone {
		switch {
		case fitsLine(n):
			lineBroadcast(p, c, buf, root)
			return
		case fitsBank(n):
			e.bankBroadcast(p, c, buf, root)
			return
		case fitsAlone[T](n) || p.fitsPair(c, n*sizeOf[T]()):
			e.aloneBroadcast(p, c, buf, root)
			return
		}
	}
	if e.give(p, c, buf, buf) && p.enter(c) {
		e.carryOut(p, c, buf, buf)
	}
}
