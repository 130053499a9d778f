package coll

import "runtime/trace"

// enter is a processor's arrival at a collective. It returns false when the
// collective is done, and true to the last of each team, which must carry it
// out for all of them: put its payload in the bank if there is any, then
// publish, meet, do the team's share, and leave.
//
// Barrier and Allreduce have it written out. The CPU mispredicts every return that comes
// after a switch to another coroutine, and what waits in a loop is not inlined: with one
// fewer, and a cache line, a barrier of 32 or 128 on one core takes 0.85 of the time.
func (m *member) enter(c call) (acting bool) {
	switch {
	case !m.amongNeighbours():
		return m.enterOtherwise(c)
	case m.isLast(c):
		m.compare(c)
		return true
	}
	fiber := m.c
	for n := fiber.after; !fiber.ready(); n = nil {
		if fiber.prefers(n) {
			n.next()
		} else {
			fiber.yield(struct{}{})
		}
	}
	fiber.goesOn()
	fiber.endRegion()
	return false
}

// amongNeighbours reports whether to arrive is to be counted, and then to let neighbours on the
// same thread run, and nothing else: nobody watches, and the Run goes on.
func (m *member) amongNeighbours() bool {
	fiber := m.c
	return fiber.yield != nil && !fiber.slow && !fiber.m.hot.stop.Load() && !m.g.ended() && !trace.IsEnabled()
}

// comes notes the call.
func (m *member) comes(c call) {
	m.seq++
	m.c.at = m
	m.t.calls[m.place] = c
}

// isLast counts the processor and says whether it is the last of its team. If not it is
// about to wait until the collective is done.
func (m *member) isLast(c call) bool {
	fiber, t := m.c, m.t
	m.comes(c)
	if t.arrived++; t.arrived < len(t.ranks) {
		fiber.waitOn, fiber.want = &t.epoch, m.seq
		return false
	}
	t.arrived = 0
	return true
}

// enterOtherwise is enter of those who share no thread or race, who are watched, and who are
// to unwind.
func (m *member) enterOtherwise(c call) (acting bool) {
	fiber, t := m.c, m.t
	if fiber.m.hot.stop.Load() {
		m.misses(c)
	}
	if m.g.ended() {
		m.outlived(finish)
	}
	if trace.IsEnabled() {
		fiber.beginRegion(c)
	}
	if fiber.yield != nil {
		if !m.isLast(c) {
			fiber.suspend(&t.epoch, m.seq)
			fiber.endRegion()
			return false
		}
	} else {
		m.comes(c)
		// Goroutines race; the add orders what each wrote before it.
		if size := len(t.ranks); size > 1 {
			if t.racing.Add(1) < int32(size) {
				fiber.await(&t.epoch, m.seq)
				fiber.endRegion()
				return false
			}
			t.racing.Store(0)
			fiber.hold() // the team's others may unwind on their own
		}
	}
	m.compare(c)
	return true
}

// compare sees to it that all of the team have made the same call.
func (m *member) compare(c call) {
	for i, other := range m.t.calls {
		if other != c {
			m.disagree(m.t.ranks[i])
		}
	}
}
