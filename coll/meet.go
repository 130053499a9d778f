package coll

// How the acting processors of the teams meet, once all processors of theirs have come.

// publish tells the other teams that this one has arrived, and with what. All
// that the team wrote before is seen by whoever sees it. Banks serve in turn as
// buffers.Line wants it: a team that publishes collective s+2 has seen all
// others publish s+1, and those had read bank s by then.
func (m *member) publish() {
	c := m.t.calls[m.place]
	if len(m.g.teams) > 1 {
		m.t.line.Publish(m.seq, c.word, c.n)
		m.wake()
		if m.claims() {
			m.claimNext()
		}
	}
	m.note(c)
}

// note remembers and counts the call, while the others' signals are on their way:
// a call that fails after it is counted all the same.
func (m *member) note(c call) {
	l := &m.t.log[m.seq%remembered]
	l.word, l.n = c.word, c.n
	m.count(c)
}

// meetAt returns when every team has published this collective, and the same one. Where the
// words are read in the processors' vectors, nobody may unwind from here to leaveFrom: its
// deferred calls may use a vector that this team still reads. Hence the hold, which costs
// nothing while the others' signals are on their way.
func (m *member) meetAt(in medium) {
	if in == inVectors {
		m.c.hold()
	}
	for _, t := range m.g.teams {
		if t == m.t {
			continue
		}
		m.c.await(t.line.Flag(m.seq), m.seq)
		if word, n, _ := t.line.Peek(m.seq); (call{word, n}) != m.t.calls[m.place] {
			m.disagree(t.ranks[0])
		}
	}
	if in == inVectors {
		m.hearAnew()
	}
}

// meet is meetAt before work on the processors' own vectors.
func (m *member) meet() { m.meetAt(inVectors) }

// greet is meetAt where these are left alone.
func (m *member) greet() { m.meetAt(inLine) }

// step ends a step of the team's share and returns when every team has ended
// as many: what they wrote may then be read, and what they read be overwritten.
func (m *member) step() {
	m.tell()
	m.hear()
}

// tell is the first half of a step.
func (m *member) tell() {
	m.look()
	if len(m.g.teams) > 1 {
		m.t.steps++
		if m.g.both != nil {
			m.g.both.Add(1)
		} else {
			m.t.progress.Store(m.t.steps)
		}
		m.wake()
	}
}

// hear is the second.
func (m *member) hear() {
	if m.g.both != nil {
		m.c.await(m.g.both, 2*m.t.steps)
		return
	}
	for _, t := range m.g.teams {
		if t != m.t {
			m.c.await(&t.progress, m.t.steps)
		}
	}
}

// look unwinds if the Run has failed: a long piece of work looks now and then.
func (m *member) look() {
	if m.c.m.hot.stop.Load() {
		m.c.unwind()
	}
}

// leaveFrom lets the others of the team return from the collective. Where the words were read in
// the processors' vectors a last step comes first, after which others' are left alone.
func (m *member) leaveFrom(in medium) {
	if in == inVectors {
		m.tell()
		m.c.release()
		m.hear()
	}
	t := m.t
	m.c.release()
	m.c.endRegion()
	if len(t.ranks) == 1 {
		return
	}
	t.epoch.Store(m.seq)
	if m.c.m.cfg.Host != Threads {
		m.wake()
	}
}

// leave is leaveFrom where nobody works on others' vectors any more.
func (m *member) leave() { m.leaveFrom(inLine) }

// signalAll is the acting processor's part of a collective without words: it keeps the
// calls in step and alike.
func (m *member) signalAll(c call) {
	m.publish()
	m.greet()
	if m.g.far != nil {
		m.meetAll(c)
	}
	m.leave()
}
