package coll

// Broadcast leaves buf of the root in buf of every processor (MPI_Bcast; the
// paper's broadcast from one root, Example 2.8). len(buf) = n on all. Cost by direct:
// (P-1)·n elements copied.
func Broadcast[T Elem](p *Proc, buf []T, root int) {
	n := len(buf)
	a := p.choose(broadcast, n*sizeOf[T](), elemKind[T]())
	p.checkRoot(broadcast, root)
	if a == byDirect && p.g.alone {
		c := call{word: signature(broadcast, elemKind[T](), 0, a, root), n: uint64(n)}
		switch {
		case fitsLine(n):
			lineBroadcast(p, c, buf, root)
			return
		case fitsBank(n):
			bankBroadcast(p, c, buf, root)
			return
		case fitsAlone[T](n):
			aloneBroadcast(p, c, buf, root)
			return
		}
	}
	j := newJob(p, broadcast, a, buf, buf, n, 0, root)
	if !j.give() || !p.enter(j.c) {
		return
	}
	switch {
	case n == 0:
		p.signalAll(j.c)
	case a == byDirect || p.g.size == 1:
		j.directBroadcast()
	default:
		j.scheduled()
	}
}
