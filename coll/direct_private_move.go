package coll

// What a processor does in the calls of direct_private.go when it has heard all others.

// lengthsBy is a team's lengths; own is this one's, whose line is not read: see aloneSrc.
func (m *member) lengthsBy(t *team, own pairLengths) pairLengths {
	if t == m.t {
		return own
	}
	return lengthsIn(t, m.seq, m.g.size)
}

// compareLengths ends the Run where another processor has another length for the same message.
func (j *job[T]) compareLengths(own pairLengths) {
	m, c := j.p.member, j.c.collective()
	for r, t := range m.g.teams {
		their := m.lengthsBy(t, own)
		if sent, want := their.sends()[m.rank], own.receives()[r]; sent != want {
			m.miscounted(c, r, m.rank, int(sent), int(want))
		}
		if sent, want := own.sends()[r], their.receives()[m.rank]; sent != want {
			m.miscounted(c, m.rank, r, int(sent), int(want))
		}
	}
}

// takePrivate copies what others have put for the processor.
func (j *job[T]) takePrivate(own pairLengths) {
	m, dst := j.p.member, j.dst
	for r, t := range m.g.teams {
		n := int(own.receives()[r])
		if n == 0 {
			continue
		}
		to, from := dst[:n], j.src
		dst = dst[n:]
		their := m.lengthsBy(t, own)
		lo := before(their.sends(), m.rank)
		if t != m.t {
			if r < m.rank {
				lo -= int(their.sends()[r])
			}
			if mediumOfLengths[T](their, r) == inLine {
				from = wordsIn[T](t, m.seq, m.g.size, their.others(r))
			} else {
				from = j.s.bank(r, m.seq)
			}
		}
		copy(to, from[lo:])
	}
}

// movePrivate copies vector to vector: what the processor receives or, as gatherBlocks, sends.
func (j *job[T]) movePrivate(own pairLengths) {
	m := j.p.member
	pushes := j.pushesPrivate(own)
	lens, ours := own.receives(), j.dst
	if pushes {
		lens, ours = own.sends(), j.src
	}
	for r, t := range m.g.teams {
		n := int(lens[r])
		if n == 0 {
			continue
		}
		to, from := ours[:n], ours[:n]
		ours = ours[n:]
		at, their := j.vectorsOf(t, r, own), m.lengthsBy(t, own)
		if pushes {
			to = span(at.dst, before(their.receives(), m.rank), n)
		} else {
			from = span(at.src, before(their.sends(), m.rank), n)
		}
		move(to, from)
	}
}

// vectorsOf is where those of a team's rank lie. Who put words has no room for the addresses:
// they are looked for.
func (j *job[T]) vectorsOf(t *team, r int, own pairLengths) addresses[T] {
	m := j.p.member
	if w := m.lengthsBy(t, own); t == m.t || !givesAddresses(w, r, mediumOfLengths[T](w, r)) {
		return addressesOf(j.s.dstOf(m.g, r), j.s.srcOf(m.g, r))
	}
	at := addressesIn(t, m.seq, m.g.size)
	return addresses[T]{address[T](at[0]), address[T](at[1])}
}

// pushesPrivate reports whether each copies what it sends: see pushes.
func (j *job[T]) pushesPrivate(own pairLengths) bool {
	m, all := j.p.member, 0
	switch j.c.collective() {
	case gatherv:
		return true
	case scatterv:
		return false
	}
	for _, t := range m.g.teams {
		all += before(m.lengthsBy(t, own).sends(), m.g.size)
	}
	return m.pushes(2 * all / m.g.size * sizeOf[T]())
}
