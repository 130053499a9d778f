package coll

// Folds of long vectors by parts: every process folds a piece of all inputs.

// parts are the pieces of the vectors that process k folds.
func (j *job[T]) parts(n, k int) (pieces [][2]int, total int) {
	f := j.p.g.far
	switch j.c.collective() {
	case reducescatter, reducescatterv:
		for _, r := range f.ranks[k] {
			lo, hi := j.blockOf(r)
			pieces, total = append(pieces, [2]int{lo, hi}), total+hi-lo
		}
		return pieces, total
	}
	lo, hi := cut(n, len(f.ranks), k)
	return [][2]int{{lo, hi}}, hi - lo
}

// byParts: every process gets its part of all inputs, folds it in the order of
// the ranks, and passes on what others need.
func (j *job[T]) byParts(n, inputs int, from func(i int) []T, given func(k int) int) {
	p, f, x, size := j.p, j.p.g.far, j.s.far, sizeOf[T]()
	sendAt, recvAt := make([]int, len(f.ranks)+1), make([]int, len(f.ranks)+1)
	_, mine := j.parts(n, f.me)
	direct := inputs == 1 && j.contiguous()
	x.send = x.send[:0]
	for k := range f.ranks {
		pieces, total := j.parts(n, k)
		recvAt[k+1] = recvAt[k] + given(k)*mine
		sendAt[k+1] = sendAt[k] + inputs*total
		if direct {
			continue
		}
		for i := range inputs {
			for _, piece := range pieces {
				x.send = append(x.send, from(i)[piece[0]:piece[1]]...)
			}
		}
	}
	give := x.send
	if direct {
		give = from(0)[:n]
	}
	x.recv = grown(x.recv, recvAt[len(f.ranks)])
	p.waitBound(f.ch.Alltoall(bytesOf(x.recv), scaled(recvAt, size), bytesOf(give), scaled(sendAt, size), size))
	clear(x.in)
	for k, ranks := range f.ranks {
		for i, r := range ranks[:given(k)] {
			x.in[r] = x.recv[recvAt[k]+i*mine:][:mine]
		}
	}
	switch j.c.collective() {
	case scan, exscan:
		j.scanParts(n, mine)
	case reducescatter, reducescatterv:
		x.partialRoom(mine)
		j.foldPart(x.result[:mine])
	case allreduce:
		x.resultRoom(j, n)
		at := f.cuts(n)
		j.foldPart(x.result[at[f.me]:at[f.me+1]])
		p.waitBound(f.ch.Allgather(bytesOf(x.result), scaled(at, size), size))
	case reduce:
		at := f.cuts(n)
		x.send = grown(x.send, mine)
		j.foldPart(x.send)
		x.resultRoom(j, n)
		p.waitBound(f.ch.Gather(bytesOf(x.result), scaled(at, size), bytesOf(x.send), size, f.process[j.c.root()]))
	}
}

// contiguous reports whether the parts of a vector lie in the order of the processes.
func (j *job[T]) contiguous() bool {
	switch j.c.collective() {
	case reducescatter, reducescatterv:
		return j.p.g.far.dense
	}
	return true
}

// resultRoom is where the result of n elements goes: the dst of the only
// processor that wants it, or room.
func (x *farTyped[T]) resultRoom(j *job[T], n int) {
	f := j.p.g.far
	if own := f.ranks[f.me]; len(own) == 1 && (j.c.collective() == allreduce || own[0] == j.c.root()) {
		x.result = j.s.dstOf(j.p.g, own[0])[:n]
		return
	}
	x.partialRoom(n)
}

func (x *farTyped[T]) partialRoom(n int) {
	x.partial = grown(x.partial, n)
	x.result = x.partial[:n]
}

// foldIn is dst = the fold of what so many ranks gave, as far as it is in, from element at on, in
// the order of the ranks.
func (j *job[T]) foldIn(dst []T, ranks, at int, looks bool) {
	if len(dst) == 0 || ranks == 0 {
		return
	}
	own := j.s.teams[j.p.t.id]
	list := own.into(&dst[0])
	for _, in := range j.s.far.in[:ranks] {
		if in != nil {
			list = append(list, &in[at])
		}
	}
	if looks {
		j.p.inParts(0, len(dst), len(list), false, func(lo, n int) { own.fold(j.c.op(), list, lo, n) })
	} else {
		own.fold(j.c.op(), list, 0, len(dst))
	}
}

// foldPart is the fold of this process's part of all inputs. It does not look whether the Run has
// failed: others may be in the next collective of the transport.
func (j *job[T]) foldPart(dst []T) { j.foldIn(dst, j.p.g.size, 0, false) }

// scanParts makes this process's part of every rank's result and sends each
// process those of its ranks.
func (j *job[T]) scanParts(n, mine int) {
	p, f, x, size := j.p, j.p.g.far, j.s.far, sizeOf[T]()
	if mine > 0 {
		own := j.s.teams[p.t.id]
		for r := 1; r < p.g.size; r++ { // every input becomes the fold up to it
			own.fold(j.c.op(), append(own.into(&x.in[r][0]), &x.in[r-1][0], &x.in[r][0]), 0, mine)
		}
	}
	back := 0
	if j.c.collective() == exscan {
		back = 1
	}
	sendAt, recvAt := make([]int, len(f.ranks)+1), make([]int, len(f.ranks)+1)
	x.send = x.send[:0]
	for k, ranks := range f.ranks {
		for _, r := range ranks {
			x.send = append(x.send, x.in[max(0, r-back)][:mine]...)
		}
		sendAt[k+1] = len(x.send)
		_, total := j.parts(n, k)
		recvAt[k+1] = recvAt[k] + len(f.ranks[f.me])*total
	}
	x.partialRoom(recvAt[len(f.ranks)])
	p.waitBound(f.ch.Alltoall(bytesOf(x.result), scaled(recvAt, size), bytesOf(x.send), scaled(sendAt, size), size))
}

// scanned is what rank r gets of that: its results lie process after process, and among
// those of the ranks here.
func (j *job[T]) scanned(dst []T, r int) {
	f := j.p.g.far
	if r == 0 && j.c.collective() == exscan {
		return
	}
	for k := range f.ranks {
		lo, hi := cut(j.n, len(f.ranks), k)
		move(dst[lo:hi], j.s.far.result[len(f.ranks[f.me])*lo+f.place[r]*(hi-lo):][:hi-lo])
	}
}

// cuts is where the processes' shares of n elements begin, and the last ends.
func (f *far) cuts(n int) []int {
	at := make([]int, len(f.ranks)+1)
	for k := range f.ranks {
		_, at[k+1] = cut(n, len(f.ranks), k)
	}
	return at
}
