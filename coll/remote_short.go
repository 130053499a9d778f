package coll

// shortBytes is what the shortest allreduce across processes takes at most.
const shortBytes = 256

// acrossShort is across for a short allreduce by processes of one processor each:
// nothing but the message, and nothing allocated. It returns false where that
// does not serve.
func (j *job[T]) acrossShort() bool {
	p, f := j.p, j.p.g.far
	if !f.single || j.n == 0 || j.n > min(shortBytes, len(f.ch.Room())-8*hSize)/sizeOf[T]() || j.c.collective() != allreduce || j.by() != byDirect {
		return false
	}
	p.enter(j.c) // no hold: nobody else of this process sees the vectors
	p.note(j.c)
	copy(elementsOf[T](p.open(j.c, nil, j.n*sizeOf[T]())), j.src)
	p.commit(j.c, 0)
	own := j.s.teams[p.t.id]
	list := own.into(&j.dst[0])
	for _, k := range f.process { // by rank
		list = append(list, &elementsOf[T](f.ch.Message(k)[8*hSize:])[0])
	}
	own.fold(j.c.op(), list, 0, j.n)
	p.leave()
	return true
}
