package coll

// The last step of a collective across processes, by direct: what every rank gave, or
// what has been made of it, is in this process, and each team makes its own processors'
// results of it.

// deliver makes the results of the team's processors.
func (j *job[T]) deliver() {
	p, g, x := j.p, j.p.g, j.s.far
	own, made := j.s.teams[p.t.id], x.result != nil
	for i, r := range p.t.ranks {
		dst := own.dst[i]
		switch c := j.c.collective(); {
		case len(dst) == 0:
		case made && (c == scan || c == exscan):
			j.scanned(dst, r)
		case made && (c == reducescatter || c == reducescatterv):
			move(dst, x.result[j.ahead(r):][:len(dst)])
		case made:
			move(dst, x.result[:len(dst)])
		case c == broadcast:
			if r != j.c.root() {
				move(dst, x.in[j.c.root()])
			}
		case c == allreduce && i > 0:
			move(dst, own.dst[0])
		case c == allreduce, c == reduce:
			j.foldIn(dst, g.size, 0, true)
		case c == gather, c == gatherv, c == allgather, c == allgatherv:
			at := 0
			for _, in := range x.in {
				p.look()
				move(dst[at:at+len(in)], in)
				at += len(in)
			}
		case c == scatter, c == scatterv:
			j.scattered(dst, r)
		case c == reducescatter, c == reducescatterv:
			at, _ := j.blockOf(r)
			j.foldIn(dst, g.size, at, true)
		case c == alltoall, c == alltoallv:
			j.exchanged(dst, r)
		case c == scan:
			j.foldIn(dst, r+1, 0, true)
		case c == exscan:
			j.foldIn(dst, r, 0, true)
		}
	}
}
