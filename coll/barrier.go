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
	if p.enter(c) {
		p.signalAll(c)
	}
}
