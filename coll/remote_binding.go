package coll

import (
	"errors"
	"time"
)

// The transport's own collectives wait, and nobody can be called back from one:
// a process would wait there for ever for another that has unwound. So nobody
// unwinds between the meeting before them and the last of them, and the meeting
// binds: a process that has sent its message for it goes through with the
// collective if all others have sent theirs, and unwinds only when it knows that
// one of them never will. To that end every process counts the binding meetings
// that it has begun; when the Run fails it begins no other, and tells how many it
// has. Only the channel of all processes has such collectives.

// noMore in links.bindings says that this process begins no further binding meeting.
const noMore = 1 << 63

// bind counts a binding meeting that this process is about to begin.
func (m *member) bind() (number uint64) {
	if m.g.far.id != 0 {
		return 0
	}
	if number = m.g.far.links.bindings.Add(1); number&noMore != 0 {
		m.c.unwind()
	}
	return number
}

// foreclose ends this process's binding meetings after a failure and tells the
// others, once in a Run.
func (m *Machine) foreclose() {
	if begun := m.links.bindings.Or(noMore); begun&noMore == 0 {
		m.broadcast(letterBindings, call{n: begun}, "")
	}
}

// stillBinds says whether the meeting of that number may yet come about, though the
// Run has failed.
func (m *Machine) stillBinds(number uint64) bool {
	if number == 0 {
		return false
	}
	m.foreclose()
	m.collect()
	l := m.links
	l.mail.Lock()
	defer l.mail.Unlock()
	for _, begun := range l.begun[m.runs] {
		if begun < number {
			return false
		}
	}
	return !l.broken.Load()
}

// waitBinding is wait for the binding meeting of that number.
func (m *member) waitBinding(number uint64, err error) {
	m.waitWhile(m.polled(err), true, func(failed time.Time) bool {
		if !m.c.m.stillBinds(number) {
			return false
		}
		if time.Since(failed) > farewell {
			m.lost(errors.New("one has not said how far it had come when the Run failed"))
		}
		return true
	})
}
