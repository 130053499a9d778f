package coll

import (
	"slices"
	"strings"
	"time"
)

// How a Run across processes that has failed ends: every process tells every other
// what ended it, and of the causes that arose by themselves, not by another
// process's letter, all take the same, see commonCause. So Run returns the same
// everywhere.

// farewell is how long processes that do not answer after a failure are waited for.
const farewell = 30 * time.Second

// conclude ends the Run for the connections to other processes. If it has failed, they agree: the
// cause is the same in all of them afterwards, with where the ranks stood that it names.
func (m *Machine) conclude() (agreed bool) {
	l := m.links
	if l == nil {
		return false
	}
	close(l.quit)
	<-l.done
	defer l.discard(m.runs)
	m.mu.Lock()
	cause := m.cause
	if cause == nil { // all have returned, in all processes: what fails now comes too late
		l.settled = m.runs
	}
	m.mu.Unlock()
	if cause == nil {
		for _, ch := range l.channels {
			ch.Close()
		}
		m.checkLetters()
		return false
	}
	m.warn(cause)
	common := commonCause(cause, m.exchangeEndings(cause))
	m.mu.Lock()
	m.cause = common
	m.mu.Unlock()
	if !l.broken.Load() {
		m.renew()
	}
	return true
}

// exchangeEndings tells the other processes what ended the Run here, and returns
// what ended it in each; nil for those that have not answered in time.
func (m *Machine) exchangeEndings(cause error) (all []*ending) {
	l := m.links
	own := &ending{cause: cause, stands: append(m.stands(cause), m.stands(l.warning(m.runs))...)} // either may be the one that all take
	text := encode(cause)
	if _, told := cause.(relayed); told {
		own.cause, text = nil, ""
	}
	m.broadcast(letterEnding, strings.Join(append([]string{text}, encodeStands(own.stands)...), "\x01"))
	for begun := time.Now(); ; time.Sleep(letterPeriod / 4) {
		m.collect()
		all = l.endings(m.runs)
		all[l.peers.Rank()] = own
		if !slices.Contains(all, nil) {
			return all
		}
		if time.Since(begun) > farewell || l.broken.Load() && time.Since(begun) > time.Second {
			l.broken.Store(true)
			return all
		}
	}
}

// warning is the failure that another process has told of last.
func (l *links) warning(run uint64) error {
	l.mail.Lock()
	defer l.mail.Unlock()
	return l.warned[run]
}

// endings are what the other processes have told so far, by process.
func (l *links) endings(run uint64) []*ending {
	l.mail.Lock()
	defer l.mail.Unlock()
	all := make([]*ending, l.peers.Size())
	for p, e := range l.ends[run] {
		all[p] = e
	}
	return all
}

// commonCause is the cause that all processes return, with where every rank stood: that of the
// first process that has one, but for one that has waited for others and cannot say for whom.
func commonCause(own error, all []*ending) error {
	first := error(nil)
	for _, e := range all {
		if e != nil && e.cause != nil && (first == nil || namesNobody(first) && !namesNobody(e.cause)) {
			first = e.cause
		}
	}
	if first == nil {
		first = own
	}
	first = untold(first)
	e, ok := first.(*Error)
	if !ok {
		return first
	}
	known := *e
	for _, other := range all {
		if other != nil {
			known.fill(other.stands)
		}
	}
	return &known
}

// namesNobody reports whether a cause is that of lateFar.
func namesNobody(cause error) bool {
	e, ok := cause.(*Error)
	return ok && e.Kind == ErrStalled && e.Other < 0
}

// discard forgets the letters and endings of the Runs so far.
func (l *links) discard(run uint64) {
	l.finishing.Store(false)
	l.mail.Lock()
	defer l.mail.Unlock()
	l.channels, l.fars = nil, slices.Delete(l.fars, min(1, len(l.fars)), len(l.fars))
	clear(l.answers)
	delete(l.ends, run)
	delete(l.warned, run)
	delete(l.begun, run)
	for k := range l.inboxes {
		if k.run <= run {
			delete(l.inboxes, k)
		}
	}
}

// renew gives the world a channel that no message of the failed Run is in.
func (m *Machine) renew() {
	l := m.links
	if err := l.peers.Renew(); err != nil {
		l.broken.Store(true)
		return
	}
	f := m.world.far
	if f == nil {
		return
	}
	ch, err := l.peers.Channel(0, upTo(l.peers.Size()))
	if err != nil {
		l.broken.Store(true)
		return
	}
	f.ch, f.plans = ch, nil
	// What the old channel may still write to is left to it.
	dropFar(slotOf[float64](m.world).Load())
	dropFar(slotOf[float32](m.world).Load())
	dropFar(slotOf[int64](m.world).Load())
	dropFar(slotOf[int32](m.world).Load())
}

func dropFar[T Elem](s *typed[T]) {
	if s != nil {
		s.far = nil
	}
}
