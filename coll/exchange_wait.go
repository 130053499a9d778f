package coll

// How an exchange waits, and who tells it that it need not.

// patience is how often a processor looks before it lets others know that it waits.
func (p *Proc) patience() int {
	if !p.g.alone || p.c.slow || p.c.m.crowded {
		return 0
	}
	return shortSpin
}

// wait returns when something has happened.
func (x *transfer[T]) wait() {
	p := x.p
	if p.g.alone {
		p.listens.Store(true)
	}
	bell := p.bell.Load()
	if !(x.send() || x.receive() || x.trade() || x.takeBack()) {
		p.peer, p.gives = x.from, false
		if x.received || x.covers() && x.head && (x.got == x.sent || x.borrows && !x.begun) {
			p.peer, p.gives = x.to, true // in place, nothing more is received before more has been sent
		}
		full, loan := x.withholds(), x.recallable()
		p.withholds, p.recalls = full, loan
		if p.c.yield == nil || p.c.slow {
			p.c.await(&p.bell, bell+1)
		} else { // at once, for a neighbour on the host may have to ring
			p.c.block(&p.bell, bell+1)
		}
		if full && !p.withholds {
			x.putAside()
		}
		x.recalled = x.recalled || loan && !p.recalls
		p.recalls = false
	}
	if p.g.alone {
		p.listens.Store(false)
	}
}

// tellRoom tells a rank that waits for room in what it sends here that there is some.
func (m *member) tellRoom(in *edge, from int) {
	if in.full.Load() {
		in.full.Store(false)
		m.knock(from)
	}
}

// knock tells a rank that something it may wait for has happened. A rank that still looks by itself
// need not be told. None is missed: it says that it listens and then looks once more, and whoever
// knocks has stored before it asks whether it listens.
func (m *member) knock(rank int) {
	to := m.g.members[rank]
	if m.g.alone && !to.listens.Load() {
		return
	}
	to.bell.Add(1)
	if m.c.m.hot.sleepers.Load() != 0 {
		to.c.h.park.Wake() // nobody else waits for the bell
	}
}
