package coll

import (
	"cmp"
	"fmt"
	"time"
)

// An Exchange that waits in vain for a processor of another process. Who has waited for a
// while asks that process, which answers where all its processors of the group wait: in
// the end of the Run, or in a collective that needs the one who asks. Letters of a process
// keep their order, so whatever was sent before that has come by then. So does who waits in a
// collective of a group that Split has made: a processor that has returned meets it in none but
// the world's. Rings of Exchanges across processes, each of which waits for the next, are not
// found out.

// asking is how long one waits before it asks, and asks again.
const asking = 250 * time.Millisecond

// answerKey is which process an answer is of, and of which group's processors: where all of them are.
type answerKey struct {
	run            uint64
	process, group int
}

// waitMeeting is waitBinding for a meeting in which all processors of this process wait,
// for those who ask.
func (m *member) waitMeeting(c call, binding uint64, err error) {
	f := m.g.far
	note := func(at call) {
		f.links.mail.Lock()
		defer f.links.mail.Unlock()
		f.meeting = at
	}
	note(call{c.word, m.seq})
	defer note(call{})
	look, asked := m.polled(err), time.Now()
	m.waitBinding(binding, func(polls int, yield bool) (done bool, err error) {
		done, err = look(polls, yield)
		if done || err != nil || f.id == 0 || m.c.m.hot.stop.Load() || time.Since(asked) < asking {
			return done, err
		}
		asked = time.Now()
		if e := m.absent(c); e != nil {
			m.failFar(e)
			return false, nil
		}
		for _, process := range f.processes {
			if process != f.links.peers.Rank() {
				err = cmp.Or(err, m.ask(process, m.seq))
			}
		}
		return false, err
	})
}

// absent says which process has returned without having come to the call of this group that
// this one waits in; nil if that is not known of any.
func (m *member) absent(c call) *Error {
	g, f := m.g, m.g.far
	f.links.mail.Lock()
	defer f.links.mail.Unlock()
	for k, process := range f.processes {
		at, known := f.links.answers[answerKey{m.c.m.runs, process, f.id}]
		if known && at.collective() == finish && at.n < m.seq {
			r := f.ranks[k][0]
			return &Error{Kind: ErrMissing, Collective: c.collective().String(), Rank: m.c.rank, Other: g.world(r), Seq: m.seq,
				Text: fmt.Sprintf("%s %v, %s has returned", g.who(m.rank), c, g.who(r))}
		}
	}
	return nil
}

// answer says where the processors of this process are that could send in the group, to
// a process that has asked; nothing if some are at work. If all have returned the number is
// that of their calls in the group, and if they have made as many as who asks, all is well.
// links.mail is held.
func (m *Machine) answer(to int, run uint64, group int, calls uint64) {
	l := m.links
	if run != m.runs {
		return
	}
	for _, f := range l.fars {
		at := f.meeting
		if at != (call{}) && (f.id == group || at.collective() == finish) {
			if at.collective() == finish {
				if at.n = l.callsIn(group); at.n >= calls {
					return
				}
			}
			if _, err := l.post(to, header(letterAnswer, letterKey{run: run, group: group}, at), nil, false); err != nil {
				l.broken.Store(true)
			}
			return
		}
	}
}

// callsIn is how many calls the processors of this process have made in a group. They have
// all returned. links.mail is held.
func (l *links) callsIn(group int) (n uint64) {
	for _, f := range l.fars {
		if f.id != group {
			continue
		}
		for _, m := range f.here {
			if m != nil {
				n = max(n, m.seq)
			}
		}
	}
	return n
}

// never says why a rank of another process cannot send to one that waits in an Exchange
// with it, after so many collectives of their group; nil if it may.
func (m *member) never(from int) *Error {
	l, g := m.g.far.links, m.g
	k := answerKey{m.c.m.runs, l.processOf(g.world(from)), g.far.id}
	l.mail.Lock()
	at, known := l.answers[k]
	l.mail.Unlock()
	if !known || at.collective() != finish && at.n <= m.seq {
		return nil
	}
	e := &Error{Kind: ErrMismatch, Collective: exchange.String(), Rank: m.c.rank, Other: g.world(from), Seq: m.seq,
		Text: fmt.Sprintf("%s in exchange with %s, which is in %s", g.who(m.rank), g.who(from), at.collective())}
	if at.collective() == finish {
		e.Kind, e.Text = ErrMissing, fmt.Sprintf("%s in exchange with %s, which has returned", g.who(m.rank), g.who(from))
	}
	return e
}

// ask asks a process which has not made so many calls in the group, or noMore of them.
func (m *member) ask(process int, calls uint64) error {
	l := m.g.far.links
	l.posted.Store(true) // it ends in no later Run
	_, err := l.post(process, header(letterQuestion, letterKey{run: m.c.m.runs, group: m.g.far.id}, call{n: calls}), nil, false)
	return err
}
