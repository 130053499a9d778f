package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Long folds across processes. Sums and products of floating-point numbers keep
// the order of the ranks:
//
//   - two ranks in two processes: the transport's own allreduce (a+b is b+a);
//   - one processor in each process: every process folds a part of the vector, of
//     all inputs (alltoall), and gives the result to all (allgather): 2(R-1)/R·n
//     out of every process;
//   - ranks in the order of the processes: a chain. A process gets the fold of all
//     ranks before its own, folds its own ranks on, and passes it to the next, a
//     segment at a time; the last one has the result: n out of every process, and
//     a broadcast. The inputs of a process are read once, the result written once;
//   - else every process's inputs all go by parts as in the second case, for
//     scan, exscan and reducescatter always.
//
// Where the order does not matter, for integers and for Min and Max, each process
// folds its own vectors first, all its teams at work, and the partial results are
// folded by the transport's own allreduce, or by parts.

// long says whether the collective is a fold whose vectors do not fit a message.
func (j *job[T]) long() bool {
	f, n := j.p.g.far, j.n
	switch j.c.collective() {
	case allreduce, reduce, scan, exscan:
	case reducescatter:
		n *= j.p.g.size
	case reducescatterv:
		n = j.p.offsets[j.p.g.size]
	default:
		return false
	}
	most := 0
	for _, ranks := range f.ranks {
		most = max(most, len(ranks))
	}
	return n*most*sizeOf[T]() > len(f.ch.Room())-8*hSize
}

// ordered says whether the order of the operations shows in the bits.
func (j *job[T]) ordered() bool {
	return elemKind[T]() <= 1 && (j.op == Sum || j.op == Prod)
}

// chained says whether an allreduce or reduce is folded from process to process.
func (j *job[T]) chained() bool {
	f := j.p.g.far
	return j.ordered() && !f.single && f.dense
}

// length is the elements of what every rank gives.
func (j *job[T]) length() int {
	switch j.c.collective() {
	case reducescatter:
		return j.n * j.p.g.size
	case reducescatterv:
		return j.p.offsets[j.p.g.size]
	}
	return j.n
}

// acrossFold is a long fold, carried out by the acting processors of all teams.
func (j *job[T]) acrossFold() {
	p, f, x, c := j.p, j.p.g.far, j.s.far, j.c.collective()
	prefix := c == scan || c == exscan
	n := j.length()
	pair := f.single && p.g.size == 2
	chain := (c == allreduce || c == reduce) && j.chained()
	partial := !j.ordered() && !f.single && !prefix
	if p.t.id == 0 {
		if partial || chain {
			x.partial = grown(x.partial, n)
		}
	}
	p.publish()
	p.meet()
	if partial { // before the meeting: after it nobody may unwind
		j.foldOwn(x.partial, n)
		p.step()
	}
	if p.t.id == 0 { // all have come, and agree
		p.open(j.c, nil, len(f.ch.Room()))
		bound := uint64(0)
		if !chain {
			bound = p.bind()
		}
		p.commit(j.c, bound)
	}
	if chain {
		j.chain()
	} else if p.t.id == 0 {
		j.foldLong(n, partial, pair)
	}
	p.step()
	j.spread()
	p.step()
}

// foldOwn is the team's part of the fold of this process's vectors.
func (j *job[T]) foldOwn(to []T, n int) {
	p, f := j.p, j.p.g.far
	lo, hi := cut(n, len(p.g.teams), p.t.id)
	if lo == hi {
		return
	}
	own := j.s.teams[p.t.id]
	with := append(own.operand[:0], &to[0])
	for _, r := range f.ranks[f.me] {
		with = append(with, &j.s.srcOf(p.g, r)[0])
	}
	own.operand = with
	p.fold(lo, hi, len(with), func(lo, n int) { asm.Fold(j.op.kernel(), with[:1], with[1:], lo, n) })
}

// foldLong is the speaker's part.
func (j *job[T]) foldLong(n int, partial, pair bool) {
	p, f, x, c := j.p, j.p.g.far, j.s.far, j.c.collective()
	if c == allreduce || c == reduce {
		if pair && j.ordered() || elemKind[T]() >= 2 { // MPI's Min and Max do not propagate NaN
			src := x.partial
			if !partial {
				src = j.s.srcOf(p.g, f.ranks[f.me][0])
			}
			dst := src
			if !partial {
				dst = x.recvRoom(n)
				if c == allreduce {
					dst = j.s.dstOf(p.g, f.ranks[f.me][0])
				}
			}
			if ok, err := f.ch.Allreduce(bytesOf(dst), bytesOf(src[:n]), n, int(elemKind[T]()), j.op); ok || err != nil {
				p.wait(false, err)
				x.result = dst
				return
			}
		}
	}
	// by parts
	inputs := f.ranks[f.me]
	from := func(i int) []T { return j.s.srcOf(p.g, inputs[i]) }
	given := func(k int) int { return len(f.ranks[k]) }
	if partial {
		inputs, from, given = inputs[:1], func(int) []T { return x.partial }, func(int) int { return 1 }
	}
	j.byParts(n, len(inputs), from, given)
}

func (x *farTyped[T]) recvRoom(n int) []T {
	x.recv = grown(x.recv, n)
	return x.recv
}

// parts are the pieces of the vectors that process k folds.
func (j *job[T]) parts(n, k int) (pieces [][2]int, total int) {
	f := j.p.g.far
	switch j.c.collective() {
	case reducescatter, reducescatterv:
		for _, r := range f.ranks[k] {
			lo, hi := r*j.n, (r+1)*j.n
			if j.c.collective() == reducescatterv {
				lo, hi = j.p.offsets[r], j.p.offsets[r+1]
			}
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
	p.wait(false, f.ch.Alltoall(bytesOf(x.recv), scaled(recvAt, size), bytesOf(give), scaled(sendAt, size), size))
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
		j.foldIn(x.result[:mine])
	case allreduce:
		x.resultRoom(j, n)
		at := make([]int, len(f.ranks)+1)
		for k := range f.ranks {
			_, at[k+1] = cut(n, len(f.ranks), k)
		}
		j.foldIn(x.result[at[f.me]:at[f.me+1]])
		p.wait(false, f.ch.Allgather(bytesOf(x.result), scaled(at, size), size))
	case reduce:
		at := make([]int, len(f.ranks)+1)
		for k := range f.ranks {
			_, at[k+1] = cut(n, len(f.ranks), k)
		}
		x.send = grown(x.send, mine)
		j.foldIn(x.send)
		x.resultRoom(j, n)
		p.wait(false, f.ch.Gather(bytesOf(x.result), scaled(at, size), bytesOf(x.send), size, f.home[j.root]))
	}
}

// contiguous says whether the parts of a vector lie in the order of the processes.
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
	if own := f.ranks[f.me]; len(own) == 1 && (j.c.collective() == allreduce || own[0] == j.root) {
		x.result = j.s.dstOf(j.p.g, own[0])[:n]
		return
	}
	x.partialRoom(n)
}

func (x *farTyped[T]) partialRoom(n int) {
	x.partial = grown(x.partial, n)
	x.result = x.partial[:n]
}

// foldIn is dst = the fold of all that is in. It does not look whether the Run has
// failed: others may be in the next collective of the transport.
func (j *job[T]) foldIn(dst []T) {
	if len(dst) == 0 {
		return
	}
	x := j.s.far
	with := append(x.operand[:0], &dst[0])
	for _, in := range x.in {
		if in != nil {
			with = append(with, &in[0])
		}
	}
	x.operand = with
	step := part(len(with))
	for lo := 0; lo < len(dst); lo += step {
		asm.Fold(j.op.kernel(), with[:1], with[1:], lo, min(step, len(dst)-lo))
	}
}

// scanParts makes this process's part of every rank's result and sends each
// process those of its ranks.
func (j *job[T]) scanParts(n, mine int) {
	p, f, x, size := j.p, j.p.g.far, j.s.far, sizeOf[T]()
	if mine > 0 {
		for r := 1; r < p.g.size; r++ { // every input becomes the fold up to it
			x.operand = append(x.operand[:0], &x.in[r][0], &x.in[r-1][0], &x.in[r][0])
			asm.Fold(j.op.kernel(), x.operand[:1], x.operand[1:], 0, mine)
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
	p.wait(false, f.ch.Alltoall(bytesOf(x.result), scaled(recvAt, size), bytesOf(x.send), scaled(sendAt, size), size))
}

// spread brings the team's processors their results.
func (j *job[T]) spread() {
	p, f, x := j.p, j.p.g.far, j.s.far
	for i, r := range p.t.ranks {
		dst := j.s.teams[p.t.id].dst[i]
		switch c := j.c.collective(); c {
		case allreduce:
			move(dst, x.result[:len(dst)])
		case reduce:
			if r == j.root {
				move(dst, x.result[:len(dst)])
			}
		case reducescatter, reducescatterv:
			at := 0
			for _, q := range f.ranks[f.me][:f.place[r]] {
				at += len(j.s.dstOf(p.g, q))
			}
			move(dst, x.result[at:at+len(dst)])
		case scan, exscan:
			if c == exscan && r == 0 {
				continue
			}
			at := 0
			for k := range f.ranks {
				pieces, total := j.parts(j.n, k)
				move(dst[pieces[0][0]:pieces[0][1]], x.result[at+f.place[r]*total:][:total])
				at += len(f.ranks[f.me]) * total
			}
		}
	}
}

// chainSegment is how many bytes of a vector a process passes on at a time.
const chainSegment = 128 << 10

// chain passes the fold from process to process. All teams fold each segment.
// Until the last of them has come through everybody may unwind; a meeting of
// their own binds them for the broadcast.
func (j *job[T]) chain() {
	p, f, x, size := j.p, j.p.g.far, j.s.far, sizeOf[T]()
	last, speaker := len(f.ranks)-1, p.t.id == 0
	own := j.s.teams[p.t.id]
	seg := chainSegment / size
	for at := 0; at < j.n; at += seg {
		n := min(seg, j.n-at)
		part := x.partial[at : at+n]
		if speaker && f.me > 0 {
			p.wait(false, f.ch.Receive(f.me-1, bytesOf(part)))
		}
		p.step()
		lo, hi := cut(n, len(p.g.teams), p.t.id)
		with := append(own.operand[:0], &part[0])
		if f.me > 0 {
			with = append(with, &part[0])
		}
		for _, r := range f.ranks[f.me] {
			with = append(with, &j.s.srcOf(p.g, r)[at])
		}
		own.operand = with
		if lo < hi {
			asm.Fold(j.op.kernel(), with[:1], with[1:], lo, hi-lo)
		}
		p.step()
		if speaker && f.me < last {
			p.wait(false, f.ch.Send(f.me+1, bytesOf(part)))
		}
	}
	if !speaker {
		return
	}
	x.result = x.partial[:j.n]
	if j.c.collective() == allreduce {
		p.open(j.c, nil, 0)
		p.commit(j.c, p.bind())
		p.wait(false, f.ch.Broadcast(bytesOf(x.result), last))
		return
	}
	if root := f.home[j.root]; root != last {
		switch f.me {
		case last:
			p.wait(false, f.ch.Send(root, bytesOf(x.result)))
		case root:
			p.wait(false, f.ch.Receive(last, bytesOf(x.result)))
		}
	}
}
