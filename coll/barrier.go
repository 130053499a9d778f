package coll

// Barrier returns on each processor when all have called it (MPI_Barrier). Cost: one cache-line
// transfer between hosts and one switch per processor.
func Barrier(p *Proc) {
	c := call{word: signature(barrier, 0, 0, p.choose(barrier, 0, 0), 0)}
	if p.g.alone {
		p.fetchNext()
		p.announce(c)
		p.c.asks = p.claims() // all that handLine does where there is no payload
		hearLines(p.member, c)
		p.c.endRegion()
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
		fiber := p.c
		for n := fiber.after; !fiber.ready(); n = nil {
			if fiber.prefers(n) {
				n.next()
			} else {
				fiber.yield(struct{}{})
			}
		}
		fiber.goesOn()
		fiber.endRegion()
	}
}
