package coll

// Barrier returns on each processor when all have called it. Cost: one
// cache-line transfer between hosts and one switch a processor (MPI_Barrier).
func Barrier(p *Proc) {
	c := call{word: signature(barrier, 0, 0, p.choose(barrier, 0, 0), 0)}
	if p.g.alone {
		p.announce(c)
		hearLines(p.member, c)
		p.c.end()
		return
	}
	switch { // enter, written out: see there
	case !p.amongNeighbours():
		if p.enterOtherwise(c) {
			p.signalAll(c)
		}
	case p.isLast(c):
		p.compare(c)
		p.signalAll(c)
	default:
		core := p.c
		for n := core.after; !core.ready(); n = nil {
			if core.prefers(n) {
				n.next()
			} else {
				core.yield(struct{}{})
			}
		}
		core.goesOn()
		core.end()
	}
}
