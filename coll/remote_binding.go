package coll

import (
	"errors"
	"time"
)

// What follows a meeting reads and writes the callers' vectors, which are theirs again
// when they unwind; and from the transport's own collectives nobody can be called back: a
// process would wait there for ever for another that has unwound. So nobody unwinds between
// the meeting and the end of what follows it, and the meeting binds: a process that has
// sent its message for it goes through with the collective if all others have sent theirs,
// and unwinds only when it knows that one of them never will. To that end every process
// counts the binding meetings that it has begun in each group; when the Run fails it begins
// no other, and tells how many it has.

// noMore in far.bindings says that this process begins no further binding meeting.
const noMore = 1 << 63

// bind counts a binding meeting that this process is about to begin.
func (m *member) bind() (number uint64) {
	if number = m.g.far.bindings.Add(1); number&noMore != 0 {
		m.c.unwind()
	}
	return number
}

// foreclose ends this process's binding meetings after a failure and tells the
// others, once in a Run.
func (m *Machine) foreclose() {
	l := m.links
	l.mail.Lock()
	if l.foreclosed {
		l.mail.Unlock()
		return
	}
	l.foreclosed = true
	var begun []int64 // the groups in which there were any, and how many
	for _, f := range l.fars {
		if n := f.bindings.Or(noMore); n > 0 {
			begun = append(begun, int64(f.id), int64(n))
		}
	}
	l.mail.Unlock()
	m.broadcast(letterBindings, string(bytesOf(begun)))
}

// rebind begins a Run: no group but the world is left of the one before.
func (l *links) rebind() {
	l.mail.Lock()
	defer l.mail.Unlock()
	l.foreclosed = false
	for _, f := range l.fars {
		f.bindings.Store(0)
	}
}

// foreclosedBy keeps what another process has told. links.mail is held.
func (l *links) foreclosedBy(process int, run uint64, body []byte) {
	if l.begun[run] == nil {
		l.begun[run] = map[int]map[int]uint64{}
	}
	told := map[int]uint64{}
	for w := wordsOf(body); len(w) >= 2; w = w[2:] {
		told[int(w[0])] = w[1]
	}
	l.begun[run][process] = told
}

// stillBinds reports whether the meeting of that number in f may yet come about, though the
// Run has failed.
func (m *Machine) stillBinds(f *far, number uint64) bool {
	if number == 0 {
		return false
	}
	m.foreclose()
	m.collect()
	l := m.links
	l.mail.Lock()
	defer l.mail.Unlock()
	for _, p := range f.processes {
		if told := l.begun[m.runs][p]; told != nil && told[f.id] < number {
			return false
		}
	}
	return !l.broken.Load()
}

// waitBound is wait for what follows a binding meeting. It returns even if the Run has
// failed, unless another process is lost.
func (m *member) waitBound(err error) {
	begun, stall := time.Now(), m.c.m.cfg.Stall
	m.waitWhile(m.polled(err), false, 0, func(failed time.Time) bool {
		late := stall > 0 && time.Since(begun)-farewell > stall
		return !late && !m.g.far.links.broken.Load() && time.Since(failed) < farewell
	})
}

// waitBinding is wait for the binding meeting of that number.
func (m *member) waitBinding(number uint64, poll func(polls int, yield bool) (bool, error)) {
	m.waitWhile(poll, true, 0, func(failed time.Time) bool {
		if !m.c.m.stillBinds(m.g.far, number) {
			return false
		}
		if time.Since(failed) > farewell {
			m.lost(errors.New("one has not said how far it had come when the Run failed"))
		}
		return true
	})
}
