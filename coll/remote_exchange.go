package coll

import "time"

// Exchange between processes: every message is a letter.

// remote does the part of an Exchange that is with another process: what goes there
// is sent as a letter before anything else, what comes from there is awaited after
// everything else, and written to dst as soon as that may change. A processor that unwinds
// waits for what the transport still reads and writes.
func (x *transfer[T]) remote() {
	p, g, l := x.p, x.p.g, x.p.g.far.links
	out, in := x.to >= 0 && g.members[x.to] == nil, x.from >= 0 && g.members[x.from] == nil
	if out {
		p.checkMessage(exchange, len(x.src))
	}
	if !in {
		if out {
			x.sendFar(false)
		}
		return
	}
	p.checkMessage(exchange, len(x.dst))
	from := x.from
	k := letterKey{p.c.m.runs, g.far.id, from, p.rank}
	comes := l.comes(k)
	p.wanted = wish{call{x.word, uint64(len(x.dst))}, bytesOf(x.dst)}
	came := false
	defer func() {
		if !came {
			p.withdraw(comes)
		}
		p.wanted = wish{} // dst is the caller's again
	}()
	if !x.same || x.to < 0 {
		l.wants(comes, &p.wanted)
	}
	if out {
		x.sendFar(l.processOf(g.world(from)) == l.processOf(g.world(x.to)))
	}
	x.from = -1
	if x.to >= 0 { // in place, dst must not change before src is sent
		of[T]().transfer(p, x.word, nil, -1, x.src, x.to, false, false)
		x.to = -1
	}
	l.wants(comes, &p.wanted)
	got := p.awaited(from, comes)
	if got.call != p.wanted.call { // and what is wanted may be on its way behind it
		x.from = from
		x.disagree(got.call)
	}
	came = true
	if !got.placed {
		copy(x.dst, elementsOf[T](got.body))
	}
	l.received(k, comes, got)
}

// sendFar sends src. A message of up to 4,096 elements is copied, and on its way when the
// call returns. A longer one is read from src, and gone when its receiver's process has
// taken it; so is one to a process that the call receives from (back): a copy would cost
// more, since the lines it is written to have been read by the other process.
func (x *transfer[T]) sendFar(back bool) {
	p, g, l := x.p, x.p.g, x.p.g.far.links
	ticket, err := l.post(l.processOf(g.world(x.to)),
		header(letterExchange, letterKey{p.c.m.runs, g.far.id, p.rank, x.to}, call{x.word, uint64(len(x.src))}), bytesOf(x.src),
		back || len(x.src) > ringSlots*slotLength)
	if err != nil {
		p.lost(err)
	}
	l.posted.Store(true)
	x.to = -1
	if ticket != 0 {
		p.waitPosted(ticket)
	} else if p.posts++; p.posts%64 == 0 { // who sends without end keeps others from looking
		p.c.m.collect()
	}
}

// awaited is the next message from a rank of another process. Its sender is late only
// while no part of a letter from there is here: words take their time. Letters that come between are
// others', or about the waiting itself, and do not make the sender less late.
func (m *member) awaited(from int, comes *inbox) (got letter) {
	l := m.g.far.links
	sender := l.processOf(m.g.world(from))
	var never *Error
	begun, late := time.Now(), time.Duration(0)
	asked, asks, came := begun, 0, false
	look := func() bool {
		l.mail.Lock()
		defer l.mail.Unlock()
		got, came = comes.pop()
		return came
	}
	for here := false; !came; here = !here {
		since, already := time.Now(), late
		if here {
			already = since.Sub(begun)
		}
		m.waitWhile(func(int, bool) (bool, error) {
			if asks > 0 {
				never = m.never(from) // before the last look for what it sent until then
			}
			if !look() {
				m.c.m.collect()
				look()
			}
			switch {
			case came:
				return true, nil
			case never != nil:
				m.failFar(never)
				m.c.unwind()
			case time.Since(asked) > asking:
				asked = time.Now()
				asks++
				if err := m.ask(sender, noMore); err != nil {
					return false, err
				}
			}
			l.peers.Yield()
			return l.peers.Arriving(sender) != here, nil
		}, !here, already, noBinding)
		if !here {
			late += time.Since(since)
		}
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

// waitPosted returns when a letter has gone, as of Peers.Posted. After a failure it waits on
// while the other process may take it: until then the transport reads it.
func (m *member) waitPosted(ticket uint64) {
	l := m.g.far.links
	m.waitWhile(func(int, bool) (bool, error) {
		m.c.m.collect() // the other process may wait for this one to take its letter
		gone, err := l.peers.Posted(ticket)
		if !gone && err == nil {
			l.peers.Yield()
		}
		return gone, err
	}, false, 0, func(failed time.Time) bool {
		return ticket != 0 && !l.broken.Load() && time.Since(failed) < farewell
	})
}
