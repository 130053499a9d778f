package coll

// Barrier returns on each processor when all have called it. Cost: one
// cache-line transfer between hosts and one switch a processor (MPI_Barrier).
func Barrier(p *Proc) {
	a := p.choose(barrier)
	if p.enter(call{word: signature(barrier, 0, 0, a)}) {
		p.publish()
		p.greet()
		p.leave()
	}
}
