package coll

// What passes between processes has a largest size, the transport's: longer calls
// are misuse, and said to be before anything is under way. All processes find it
// alike.

// load is how many elements a process sends or receives in the collective at most,
// as far as its own call says that.
func (j *job[T]) load() int64 {
	p, f := j.p, j.p.g.far
	n, size, most := int64(j.n), int64(p.g.size), int64(0)
	for _, ranks := range f.ranks {
		most = max(most, int64(len(ranks)))
	}
	each := most // vectors that a process gives
	switch c := j.c.collective(); c {
	case gather, scatter, allgather, allreducefunc:
		return n * size
	case allgatherv:
		return int64(p.offsets[size])
	case alltoall:
		return most * n * size
	case allreduce, reduce, reducescatter, reducescatterv:
		if !j.ordered() || c != reducescatter && c != reducescatterv && j.chained() {
			each = 1
		}
		return each * int64(j.length())
	case scan, exscan:
		return most * (n + int64(len(f.ranks)))
	}
	return n
}

const tooMuch = "%s moves %d elements to or from one process; want at most %d"

// checkLoad ends the Run if that is more than the transport takes.
func (j *job[T]) checkLoad(load int64) {
	if most := int64(j.p.g.far.links.peers.Most()); load > most {
		j.p.refuse(j.c.collective(), tooMuch, j.c.collective(), load, most)
	}
}

// checkLengths is checkLoad of what the processes have told, when the call has begun.
func (j *job[T]) checkLengths() {
	if load, most := j.toldLoad(), int64(j.p.g.far.links.peers.Most()); load > most {
		j.p.misuse(j.c.collective(), tooMuch, j.c.collective(), load, most)
	}
}

// toldLoad is the load of calls whose lengths are each processor's own.
func (j *job[T]) toldLoad() (load int64) {
	g, x := j.p.g, j.s.far
	if j.c.collective() != alltoallv {
		for _, n := range x.lens {
			load += int64(n)
		}
		return load
	}
	for _, ranks := range g.far.ranks {
		sent, got := int64(0), int64(0)
		for _, r := range ranks {
			for q := range g.size {
				sent += j.sends(r)[q]
				got += j.sends(q)[r]
			}
		}
		load = max(load, sent, got)
	}
	return load
}

// checkMessage ends the Run if a message of an Exchange or of a schedule has more
// elements than the transport takes.
func (m *member) checkMessage(c collective, n int) {
	if most := m.g.far.links.peers.Most(); n > most {
		m.misuse(c, "%s sends %d elements to another process in one message; want at most %d", c, n, most)
	}
}
