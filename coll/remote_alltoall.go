package coll

// An alltoall across processes, and its v-form: which part of what has come a processor
// gets.

// passes is how many elements rank q gives rank r.
func (j *job[T]) passes(q, r int) int {
	if j.c.collective() == alltoall {
		return j.n
	}
	return int(j.sends(q)[r])
}

// alltoallLong sends each process a segment: rank after rank of this process, its
// blocks for the ranks of the other.
func (j *job[T]) alltoallLong() {
	p, g, f, x := j.p, j.p.g, j.p.g.far, j.s.far
	own := f.ranks[f.me]
	sendAt, recvAt := make([]int, len(f.ranks)+1), make([]int, len(f.ranks)+1)
	x.send, x.begins = x.send[:0], grown(x.begins, len(own)*g.size)
	for k, ranks := range f.ranks {
		for _, q := range own {
			from := j.s.srcOf(g, q)
			for _, r := range ranks {
				at, n := r*j.n, j.passes(q, r)
				if j.c.collective() == alltoallv {
					at = g.members[q].offsets[r]
				}
				x.send = append(x.send, from[at:at+n]...)
			}
		}
		sendAt[k+1] = len(x.send)
		recvAt[k+1] = recvAt[k]
		for _, q := range ranks {
			for i, r := range own {
				x.begins[i*g.size+q] = recvAt[k+1] - recvAt[k]
				recvAt[k+1] += j.passes(q, r)
			}
		}
	}
	x.recv = grown(x.recv, recvAt[len(f.ranks)])
	for k, ranks := range f.ranks {
		for _, q := range ranks {
			x.in[q] = x.recv[recvAt[k]:recvAt[k+1]]
		}
	}
	size := sizeOf[T]()
	p.waitBound(f.ch.Alltoall(bytesOf(x.recv), scaled(recvAt, size), bytesOf(x.send), scaled(sendAt, size), size))
}

// alltoallShort finds out where the blocks for this process begin in what each rank gave.
func (j *job[T]) alltoallShort() {
	g, f, x := j.p.g, j.p.g.far, j.s.far
	own := f.ranks[f.me]
	x.begins = grown(x.begins, len(own)*g.size)
	for q := range g.size {
		at, s := 0, 0
		for i, r := range own {
			for ; s < r; s++ {
				at += j.passes(q, s)
			}
			x.begins[i*g.size+q] = at
		}
	}
}

// exchanged is what rank r gets of an alltoall.
func (j *job[T]) exchanged(dst []T, r int) {
	g, f, x := j.p.g, j.p.g.far, j.s.far
	begins := x.begins[f.place[r]*g.size:][:g.size]
	for q, at := range begins {
		j.p.look()
		to, n := q*j.n, j.passes(q, r)
		if j.c.collective() == alltoallv {
			to = g.members[r].arrivals[q]
		}
		move(dst[to:to+n], x.in[q][at:at+n])
	}
}
