package coll

// Long vectors that only move: packed process by process where they are not
// already so, and moved by one collective of the transport.

// speakLong moves what is given to where it is needed.
func (j *job[T]) speakLong() {
	f, x := j.p.g.far, j.s.far
	clear(x.in)
	switch c := j.c.collective(); c {
	case broadcast:
		x.late = true
		own := j.c.root()
		if f.process[j.c.root()] != f.me {
			own = f.ranks[f.me][0]
		}
		x.in[j.c.root()] = j.s.dstOf(j.p.g, own)
		j.p.waitBound(f.ch.Broadcast(bytesOf(x.in[j.c.root()]), f.process[j.c.root()]))
	case gather, gatherv:
		j.gatherLong()
	case scatter, scatterv:
		x.late = true // scattered looks at the lengths of other teams' vectors
		j.scatterLong()
	case alltoall, alltoallv:
		j.alltoallLong()
	default:
		j.allgatherLong()
	}
}

// receiveAt is where the gifts of the processes begin in recv, in elements, and sets
// in to them.
func (j *job[T]) receiveAt() (at []int) {
	f, x := j.p.g.far, j.s.far
	at = make([]int, len(f.ranks)+1)
	for k, ranks := range f.ranks {
		at[k+1] = at[k]
		for _, r := range ranks {
			at[k+1] += x.lens[r]
		}
	}
	x.recv = grown(x.recv, at[len(f.ranks)])
	for k, ranks := range f.ranks {
		from := x.recv[at[k]:at[k+1]]
		for _, r := range ranks {
			x.in[r], from = from[:x.lens[r]], from[x.lens[r]:]
		}
	}
	return at
}

// allgatherLong gives everything to everybody. Where every process has one
// processor and its dst is laid out as recv, it is recv.
func (j *job[T]) allgatherLong() {
	p, f, x := j.p, j.p.g.far, j.s.far
	own := f.ranks[f.me]
	if c := j.c.collective(); (c == allgather || c == allgatherv) && f.single && f.dense {
		kept := x.recv
		x.recv = j.s.dstOf(p.g, own[0])
		defer func() { x.recv = kept }()
	}
	at := j.receiveAt()
	for _, r := range own {
		move(x.in[r], j.s.srcOf(p.g, r))
	}
	p.waitBound(f.ch.Allgather(bytesOf(x.recv), scaled(at, sizeOf[T]()), sizeOf[T]()))
}

func (j *job[T]) gatherLong() {
	p, f, x := j.p, j.p.g.far, j.s.far
	var at []int
	root := f.process[j.c.root()]
	if root == f.me {
		at = scaled(j.receiveAt(), sizeOf[T]())
	}
	p.waitBound(f.ch.Gather(bytesOf(x.recv), at, bytesOf(j.packed(func(r int) []T { return j.s.srcOf(p.g, r) })), sizeOf[T](), root))
}

// packed is vectors of this process's processors in the order of their ranks.
func (j *job[T]) packed(of func(r int) []T) []T {
	f, x := j.p.g.far, j.s.far
	own := f.ranks[f.me]
	if len(own) == 1 {
		return of(own[0])
	}
	x.send = x.send[:0]
	for _, r := range own {
		x.send = append(x.send, of(r)...)
	}
	return x.send
}

func (j *job[T]) scatterLong() {
	p, g, f, x := j.p, j.p.g, j.p.g.far, j.s.far
	n, root := 0, f.process[j.c.root()]
	for _, r := range f.ranks[f.me] {
		n += len(j.s.dstOf(g, r))
	}
	var at []int
	if root == f.me {
		from := j.s.srcOf(g, j.c.root())
		at = make([]int, len(f.ranks)+1)
		x.send = x.send[:0]
		for k, ranks := range f.ranks {
			for _, r := range ranks {
				lo, hi := j.blockOf(r)
				x.send = append(x.send, from[lo:hi]...)
			}
			at[k+1] = len(x.send) * sizeOf[T]()
		}
	}
	x.recv = grown(x.recv, n)
	p.waitBound(f.ch.Scatter(bytesOf(x.recv), bytesOf(x.send), at, sizeOf[T](), root))
}

// scattered is what rank r gets of a scatter: the root's block, or what came of it.
func (j *job[T]) scattered(dst []T, r int) {
	x := j.s.far
	if in := x.in[j.c.root()]; in != nil {
		at := r * j.n
		if j.c.collective() == scatterv {
			at = 0
			for _, n := range x.counts[:r] {
				at += int(n)
			}
		}
		move(dst, in[at:at+len(dst)])
		return
	}
	move(dst, x.recv[j.ahead(r):][:len(dst)])
}

// ahead is how many elements of dst this process's ranks before r have.
func (j *job[T]) ahead(r int) (n int) {
	f := j.p.g.far
	for _, q := range f.ranks[f.me][:f.place[r]] {
		n += len(j.s.dstOf(j.p.g, q))
	}
	return n
}
