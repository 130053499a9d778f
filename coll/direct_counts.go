package coll

// The v-forms by direct, in which every pair has a length of its own: between
// two signals each team checks, then copies, what its own processors send or
// get. A length on which two ranks disagree is found before anything is written
// by the team that finds it.

func (j *job[T]) directGatherv() {
	p := j.p
	p.publish()
	p.meet()
	to, at := j.s.dstOf(p.g, j.root), p.g.members[j.root].offsets
	for i, r := range p.t.ranks {
		if have, want := len(j.s.teams[p.t.id].src[i]), at[r+1]-at[r]; have != want {
			p.conflict(ErrMismatch, gatherv, r, j.root, "gatherv: %s sends %d elements, and the root, %s, counts on %d", p.g.who(r), have, p.g.who(j.root), want)
		}
	}
	past := j.copiesPast()
	for i, r := range p.t.ranks {
		carry(p, past, to[at[r]:at[r+1]], j.s.teams[p.t.id].src[i])
	}
	p.lastStep()
	p.leave()
}

func (j *job[T]) directScatterv() {
	p := j.p
	p.publish()
	p.meet()
	from, at := j.s.srcOf(p.g, j.root), p.g.members[j.root].offsets
	for i, r := range p.t.ranks {
		if have, want := len(j.s.teams[p.t.id].dst[i]), at[r+1]-at[r]; have != want {
			p.conflict(ErrMismatch, scatterv, r, j.root, "scatterv: %s has room for %d elements, and the root, %s, sends %d", p.g.who(r), have, p.g.who(j.root), want)
		}
	}
	past := j.copiesPast()
	for i, r := range p.t.ranks {
		carry(p, past, j.s.teams[p.t.id].dst[i], from[at[r]:at[r+1]])
	}
	p.lastStep()
	p.leave()
}

func (j *job[T]) directAlltoallv() {
	p := j.p
	p.publish()
	p.meet()
	for _, r := range p.t.ranks {
		to := p.g.members[r].arrivals
		for q, m := range p.g.members {
			if sent, want := m.offsets[r+1]-m.offsets[r], to[q+1]-to[q]; sent != want {
				p.conflict(ErrMismatch, alltoallv, r, q, "alltoallv: %s counts on %d elements from %s, which sends %d", p.g.who(r), want, p.g.who(q), sent)
			}
		}
	}
	past := j.copiesPast()
	for i, r := range p.t.ranks {
		dst, to := j.s.teams[p.t.id].dst[i], p.g.members[r].arrivals
		for q, m := range p.g.members {
			carry(p, past, dst[to[q]:to[q+1]], j.s.srcOf(p.g, q)[m.offsets[r]:m.offsets[r+1]])
		}
	}
	p.lastStep()
	p.leave()
}
