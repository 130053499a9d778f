package coll

import (
	"runtime/trace"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// What arrive.go and meet.go do, for short calls where every processor acts for itself
// (group.alone). There a function call counts, two nanoseconds of 80 to 200, so there are
// few, and what can wait is done while the signal is on its way.

// announce is enter and publish. A payload was written before, to the bank of
// the next message.
func (m *member) announce(c call) {
	fiber, t := m.c, m.t
	if fiber.m.hot.stop.Load() {
		m.misses(c)
	}
	if m.g.ended() {
		m.outlived(finish)
	}
	m.seq++
	fiber.at = m
	t.calls[0] = c
	t.line.Publish(m.seq, c.word, c.n)
	m.wake()
	if trace.IsEnabled() {
		fiber.beginRegion(c)
	}
	m.note(c)
}

// handLine comes after announce, where the message has so many bytes of payload: if it takes
// both cache lines, they are handed over. One line alone is found as soon without that.
func (m *member) handLine(bytes int) {
	if bytes > 8*buffers.LineNear && m.g.size > 1 {
		m.t.line.HandOver(m.seq, bytes)
	}
	m.c.asks = m.claims()
}

// lineOf is the payload of another team, n elements, when it has come with the same call.
func lineOf[T Elem](m *member, t *team, c call, n int) []T {
	m.hearLine(t, c)
	return buffers.Payload[T](&t.line, m.seq, n)
}

// hearLine returns when another team has come with the same call. Where lines are claimed, a look
// that comes too early takes the line away from the one who is about to write there. So where the
// message before took long to come, as between far cores, a pause comes before the first look.
func (m *member) hearLine(t *team, c call) {
	fiber, seq, flag := m.c, m.seq, t.line.Flag(m.seq)
	if fiber.waited {
		asm.Pause()
	}
	vain := 0
	if flag.Load() < seq {
		vain = fiber.spin(flag, seq)
	}
	fiber.waited = vain > waitedLooks && m.claims()
	if word, n, _ := t.line.Peek(seq); word != c.word || n != c.n {
		m.disagree(t.ranks[0])
	}
	if fiber.asks {
		fiber.asks = false
		if m.t.mayAsk(vain > 0) {
			m.claimNext()
		}
	}
}

// waitedLooks is how many looks in vain make a message one that took long.
const waitedLooks = 3

// hearLines is greet: it returns when all others have come with the same call.
func hearLines(m *member, c call) {
	for _, o := range m.g.teams {
		if o != m.t {
			m.hearLine(o, c)
		}
	}
}

// lastSignal is leaveFrom where the words were read in the processors' vectors.
func (m *member) lastSignal() {
	t := m.t
	m.look()
	t.steps++
	if both := m.g.both; both != nil {
		finished := both.Add(1)
		m.wake()
		m.c.release()
		if want := 2 * t.steps; finished < want {
			m.c.await(both, want)
		}
		m.c.endRegion()
		return
	}
	t.progress.Store(t.steps)
	m.wake()
	m.c.release()
	for _, o := range m.g.teams {
		if o != t {
			m.c.await(&o.progress, t.steps)
		}
	}
	m.c.endRegion()
}
