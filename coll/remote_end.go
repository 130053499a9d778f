package coll

import (
	"slices"
	"strings"
	"time"
)

// A Run across processes ends in one of two ways. All processors return: their
// last collective, "return", is that of all processes. Or one fails: its process
// tells the others at once, they unwind, and every process tells every other what
// ended it. Of the causes that arose by themselves all choose that of the lowest
// process, so that Run returns the same everywhere.

const (
	letterPeriod = 2 * time.Millisecond // between two looks for letters
	farewell     = 30 * time.Second     // for processes that do not answer after a failure
)

// finishing marks that every processor of this process has returned: from now on
// only another process can fail.
func (m *Machine) finishing(by *member) {
	m.mu.Lock()
	failed := m.cause != nil
	m.links.finishing.Store(!failed)
	m.mu.Unlock()
	if failed {
		by.c.unwind()
	}
}

// over says whether it is too late for a cause, be it that another process has
// told it or not. Machine.mu is held.
func (l *links) over(cause error) bool {
	if l == nil {
		return false
	}
	_, told := cause.(relayed)
	return l.settled == l.m.runs || l.finishing.Load() && !told
}

// attend looks for letters while a Run is in progress.
func (m *Machine) attend() {
	l := m.links
	if l == nil {
		return
	}
	l.told = false
	l.groups.Store(0)
	l.bound.Store(0)
	l.quit, l.done = make(chan struct{}), make(chan struct{})
	if l.broken.Load() {
		m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: -1, Text: "another process was lost in an earlier Run"})
	}
	go func() {
		defer close(l.done)
		ticker := time.NewTicker(letterPeriod)
		defer ticker.Stop()
		for {
			select {
			case <-l.quit:
				return
			case <-ticker.C:
				m.heed()
			}
		}
	}()
}

// heed looks once, and tells the others of a failure. A Run that has ended well has
// stopped too: a letter now would be nobody's, and come to who uses the
// communicator's number next.
func (m *Machine) heed() {
	m.collect()
	m.mu.Lock()
	failed := m.cause != nil
	m.mu.Unlock()
	if failed {
		m.warn()
		m.foreclose()
	}
}

// warn tells the other processes that this one has failed.
func (m *Machine) warn() {
	m.mu.Lock()
	cause := m.cause
	m.mu.Unlock()
	if _, told := cause.(relayed); told || cause == nil || m.links.told {
		return
	}
	m.links.told = true
	m.broadcast(letterWarning, call{}, encode(cause))
}

func (m *Machine) broadcast(kind letterKind, c call, text string) {
	l := m.links
	for p := range l.peers.Size() {
		if p != l.peers.Rank() {
			if _, err := l.peers.Post(p, header(kind, m.runs, 0, 0, 0, c), []byte(text)); err != nil {
				l.broken.Store(true)
			}
		}
	}
}

// conclude agrees with the other processes how the Run ended, if it failed.
func (m *Machine) conclude() {
	l := m.links
	if l == nil {
		return
	}
	close(l.quit)
	<-l.done
	defer func() { // letters and endings of the Runs so far
		l.finishing.Store(false)
		l.mail.Lock()
		defer l.mail.Unlock()
		l.channels = nil
		delete(l.ends, m.runs)
		delete(l.warned, m.runs)
		delete(l.begun, m.runs)
		for k := range l.letters {
			if k.run <= m.runs {
				delete(l.letters, k)
			}
		}
	}()
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
		return
	}
	me, n := l.peers.Rank(), l.peers.Size()
	m.warn()
	m.foreclose()
	own := &ending{cause: cause, stands: m.stands(cause)}
	text := encode(cause)
	if _, told := cause.(relayed); told {
		own.cause, text = nil, ""
	}
	m.broadcast(letterEnding, call{}, strings.Join(append([]string{text}, encodeStands(own.stands)...), "\x01"))
	var all []*ending
	for begun := time.Now(); ; time.Sleep(letterPeriod / 4) {
		m.collect()
		all = l.endings(m.runs, n)
		all[me] = own
		if !slices.Contains(all, nil) {
			break
		}
		if time.Since(begun) > farewell || l.broken.Load() && time.Since(begun) > time.Second {
			l.broken.Store(true)
			break
		}
	}
	first := cause
	for _, e := range all {
		if e != nil && e.cause != nil {
			first = e.cause
			break
		}
	}
	if told, ok := first.(relayed); ok {
		first = told.error
	}
	if e, ok := first.(*Error); ok {
		known := *e
		for _, other := range all {
			if other != nil {
				known.fill(other.stands)
			}
		}
		first = &known
	}
	m.mu.Lock()
	m.cause = first
	m.mu.Unlock()
	if !l.broken.Load() {
		m.renew()
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
	processes := make([]int, l.peers.Size())
	for i := range processes {
		processes[i] = i
	}
	ch, err := l.peers.Channel(0, processes)
	if err != nil {
		l.broken.Store(true)
		return
	}
	f.ch, f.plans = ch, nil
	// What the old channel may still write to is left to it.
	forget(m.world.f64.Load())
	forget(m.world.f32.Load())
	forget(m.world.i64.Load())
	forget(m.world.i32.Load())
}

func forget[T Elem](s *typed[T]) {
	if s != nil {
		s.far = nil
	}
}

func (l *links) endings(run uint64, n int) []*ending {
	l.mail.Lock()
	defer l.mail.Unlock()
	all := make([]*ending, n)
	for p, e := range l.ends[run] {
		all[p] = e
	}
	return all
}

// close ends the connections.
func (l *links) close() error {
	if l == nil {
		return nil
	}
	for begun := time.Now(); time.Since(begun) < time.Second && !l.broken.Load(); time.Sleep(letterPeriod) {
		if sent, err := l.peers.Posted(0); sent || err != nil {
			break
		}
	}
	return l.peers.Close(l.broken.Load())
}
