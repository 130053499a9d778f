package coll

import "time"

// A Run across processes ends in one of two ways. All processors return: their
// last collective, "return", is that of all processes. Or one fails: its process
// tells the others at once, they unwind, and then all agree on the cause, see
// remote_conclude.go.

const letterPeriod = 2 * time.Millisecond // between two looks for letters

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

// over reports whether it is too late for a cause, be it that another process has
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
	l.rebind()
	l.groups.Store(0)
	l.posted.Store(false)
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

// heed looks once, and tells the others of a failure. It asks for a cause, not whether the
// Run has stopped: one that has ended well has stopped too, and a letter sent then would
// reach the next user of the communicator.
func (m *Machine) heed() {
	for range 64 { // nobody else may take them
		if !m.collect() {
			break
		}
	}
	m.mu.Lock()
	cause := m.cause
	m.mu.Unlock()
	if cause != nil {
		m.warn(cause)
	}
}

// warn tells the other processes that this one has failed, unless one of them has told it, and
// how many binding meetings it has begun.
func (m *Machine) warn(cause error) {
	if _, told := cause.(relayed); !told && !m.links.told {
		m.links.told = true
		m.broadcast(letterWarning, encode(cause))
	}
	m.foreclose()
}

// broadcast posts a letter to all others. It is marked where a process is lost to this one,
// which then makes no new beginning: they are not to wait for it in theirs.
func (m *Machine) broadcast(kind letterKind, text string) {
	l := m.links
	var lost call
	if l.broken.Load() {
		lost.n = 1
	}
	for p := range l.peers.Size() {
		if p != l.peers.Rank() {
			if _, err := l.post(p, header(kind, letterKey{run: m.runs}, lost), []byte(text), false); err != nil {
				l.broken.Store(true)
			}
		}
	}
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
