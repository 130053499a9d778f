package coll

// The fold of long vectors from process to process.

// chained reports whether the collective is folded from process to process.
func (j *job[T]) chained() bool {
	f, c := j.p.g.far, j.c.collective()
	return (c == allreduce || c == reduce) && j.ordered() && !f.single && f.dense
}

// chainSegment is how many bytes of a vector a process passes on at a time.
const chainSegment = 128 << 10

// chain passes the fold from process to process. All teams fold each segment.
// Until the last of them has come through everybody may unwind; a meeting of
// their own binds them for the broadcast.
func (j *job[T]) chain() {
	p, f, x, size := j.p, j.p.g.far, j.s.far, sizeOf[T]()
	last, speaker := len(f.ranks)-1, p.t.id == 0
	seg := chainSegment / size
	for at := 0; at < j.n; at += seg {
		part := x.partial[at:min(at+seg, j.n)]
		if speaker && f.me > 0 {
			p.wait(f.ch.Receive(f.me-1, bytesOf(part)))
		}
		p.step()
		j.foldHere(part, f.me > 0, at)
		p.step()
		if speaker && f.me < last {
			p.wait(f.ch.Send(f.me+1, bytesOf(part)))
		}
	}
	if !speaker {
		return
	}
	x.result = x.partial[:j.n]
	if j.c.collective() == allreduce {
		p.open(j.c, nil, 0)
		p.commit(j.c, p.bind())
		p.waitBound(f.ch.Broadcast(bytesOf(x.result), last))
		return
	}
	if root := f.process[j.c.root()]; root != last {
		switch f.me {
		case last:
			p.wait(f.ch.Send(root, bytesOf(x.result)))
		case root:
			p.wait(f.ch.Receive(last, bytesOf(x.result)))
		}
	}
}
