package coll

import "time"

// Exchange between processes: every message is a letter.

// far does the part of an Exchange that is with another process: what goes there
// is sent as a letter before anything else, what comes from there is awaited after
// everything else. A message of up to 4,096 elements is on its way when the call
// returns; a longer one when its receiver's process has taken it.
func (x *transfer[T]) far() {
	p, g, l := x.p, x.p.g, x.p.g.far.links
	out, in := x.to >= 0 && g.members[x.to] == nil, x.from >= 0 && g.members[x.from] == nil
	if !out && !in {
		return
	}
	if out {
		p.checkMessage(exchange, len(x.src))
	}
	if in {
		p.checkMessage(exchange, len(x.dst))
	}
	if out {
		ticket, err := l.peers.Post(l.processOf(g.world(x.to)),
			header(letterExchange, letterKey{p.c.m.runs, g.far.id, p.rank, x.to}, call{x.word, uint64(len(x.src))}), bytesOf(x.src))
		if err != nil {
			p.lost(err)
		}
		l.posted.Store(true)
		x.to = -1
		if len(x.src) > ringSlots*slotLength {
			p.waitPosted(ticket)
		}
	}
	if !in {
		return
	}
	from := x.from
	if x.to >= 0 { // in place, dst must not change before src is sent
		x.from = -1
		x.run()
		x.to = -1
	}
	x.from = -1
	got := p.awaited(from)
	if got.word != x.word || int(got.n) != len(x.dst) {
		x.from = from
		x.disagree(got.call)
	}
	copy(x.dst, elementsOf[T](got.body))
}

// awaited is the next message from a rank of another process. Its sender is late only
// while no part of it is here: words take their time.
func (m *member) awaited(from int) (got *letter) {
	l := m.g.far.links
	k, sender := letterKey{m.c.m.runs, m.g.far.id, from, m.rank}, l.processOf(m.g.world(from))
	asked := time.Now()
	for here := false; got == nil; here = !here {
		m.waitFor(func(int, bool) (bool, error) {
			never := m.never(from) // before the last look for what it sent until then
			if got = l.next(k); got == nil {
				m.c.m.collect()
				got = l.next(k)
			}
			switch {
			case got != nil:
				return true, nil
			case never != nil:
				m.failFar(never)
				m.c.unwind()
			case time.Since(asked) > asking:
				asked = time.Now()
				if err := m.ask(sender); err != nil {
					return false, err
				}
			}
			l.peers.Yield()
			return l.peers.Arriving(sender) != here, nil
		}, !here)
	}
	return got
}

// sent returns when the Run's messages by exchange are on their way: they end in no later
// Run, and those that nobody has received are known by the end of this one.
func (m *member) sent() {
	if m.g.far.links.posted.Load() {
		m.waitPosted(0)
	}
}

// waitPosted returns when a letter has gone, as of Peers.Posted.
func (m *member) waitPosted(ticket uint64) {
	peers := m.g.far.links.peers
	m.waitFor(func(int, bool) (bool, error) {
		m.c.m.collect() // the other process may wait for this one to take its letter
		gone, err := peers.Posted(ticket)
		if !gone && err == nil {
			peers.Yield()
		}
		return gone, err
	}, false)
}
