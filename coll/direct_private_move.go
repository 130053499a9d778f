package coll

// What a processor does in the calls of direct_private.go when it has heard all others. Its own
// line is not read: see aloneSrc.

// compareLengths ends the Run where another processor has another length for the same message.
func (j *job[T]) compareLengths(out, in *ownBlocks) {
	m, c := j.p.member, j.c.collective()
	for r, t := range m.g.teams {
		if t == m.t {
			continue
		}
		their := lengthsIn(t, m.seq, m.g.size)
		if sent, want := their.sends(m.rank), asLength(in.length(r)); sent != want {
			m.miscounted(c, r, m.rank, sent, want)
		}
		if sent, want := asLength(out.length(r)), their.receives(m.rank); sent != want {
			m.miscounted(c, m.rank, r, sent, want)
		}
	}
}

// takePrivate copies what others have put for the processor, and its own block.
func (j *job[T]) takePrivate(out, in *ownBlocks) {
	m := j.p.member
	for r, t := range m.g.teams {
		at, end := in.of(r)
		to := j.dst[at:end]
		if len(to) == 0 {
			continue
		}
		if t == m.t {
			lo, hi := out.of(r)
			copy(to, j.src[lo:hi])
			continue
		}
		their := lengthsIn(t, m.seq, m.g.size)
		lo := their.before(m.rank)
		if r < m.rank { // its line and bank are without its own block
			lo -= their.sends(r)
		}
		if their.way(r) == inLine {
			copyWords(to, wordsIn[T](t, m.seq, m.g.size, lo+len(to))[lo:])
		} else {
			copy(to, j.s.bank(r, m.seq)[lo:])
		}
	}
}

// movePrivate copies vector to vector: what the processor receives or, as gatherBlocks, sends.
func (j *job[T]) movePrivate(out, in *ownBlocks) {
	m := j.p.member
	own, end := out.of(m.rank)
	if n := end - own; n > 0 {
		to, _ := in.of(m.rank)
		move(span(&j.dst[0], to, n), span(&j.src[0], own, n))
	}
	pushes, past := j.pushesPrivate()
	blocks, ours := in, j.dst
	if pushes {
		blocks, ours = out, j.src
	}
	for r, t := range m.g.teams {
		lo, hi := blocks.of(r)
		if lo == hi || t == m.t {
			continue
		}
		at, their := j.vectorsOf(t, r), lengthsIn(t, m.seq, m.g.size)
		if pushes {
			copyInto(j.p, past, span(at.dst, their.arrival(r, m.rank), hi-lo), ours[lo:hi])
		} else {
			move(ours[lo:hi], span(at.src, their.before(m.rank), hi-lo))
		}
	}
	m.t.endWriting((len(j.src) - (end - own)) * sizeOf[T]())
}

// vectorsOf is where those of another team's rank lie. Who put words has no room for the addresses:
// they are looked for.
func (j *job[T]) vectorsOf(t *team, r int) addresses[T] {
	m := j.p.member
	if w := lengthsIn(t, m.seq, m.g.size); !givesAddresses(w.before(m.g.size)-w.sends(r), w.way(r)) {
		return addressesOf(j.s.dstOf(m.g, r), j.s.srcOf(m.g, r))
	}
	return told[T](addressesIn(t, m.seq, m.g.size))
}

// pushesPrivate reports whether each copies what it sends, and whether past the caches: see pushes and distant.
// endWriting comes after it.
func (j *job[T]) pushesPrivate() (pushes, past bool) {
	m, c := j.p.member, j.c.collective()
	if c == scatterv {
		return false, false
	}
	bytes := len(j.src) * sizeOf[T]()
	for _, t := range m.g.teams {
		if t != m.t {
			bytes += lengthsIn(t, m.seq, m.g.size).before(m.g.size) * sizeOf[T]()
		}
	}
	if c == alltoallv { // a vector in the mean; of a gatherv, the root's
		bytes /= m.g.size
	}
	distant := m.distant(bytes)
	return c == gatherv || distant || m.pushes(2*bytes), distant && m.t.beginWriting(j.c, bytes)
}
