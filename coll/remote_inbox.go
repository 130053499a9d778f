package coll

import "slices"

// Messages of Exchange between processes, at their receivers. One that is awaited
// goes where it is wanted; the others wait in memory of their own.

// letter is a message that has come.
type letter struct {
	call
	body   []byte
	placed bool // body is where its receiver wants it
}

// inbox is the messages for one key.
type inbox struct {
	letters []letter
	taken   int    // of letters: the first so many are with their receiver
	wanted  *wish  // of the receiver, which waits
	spare   []byte // for the next message that is not wanted
}

// wish is where the next message is to go, if it is as it should be.
type wish struct {
	call
	to []byte
}

// spareBytes is how long a message may be whose memory is kept for the next.
const spareBytes = 1 << 20

// inbox is the one for a key. mail is held.
func (l *links) inbox(k letterKey) *inbox {
	b := l.inboxes[k]
	if b == nil {
		b = new(inbox)
		l.inboxes[k] = b
	}
	return b
}

// place is where the body of a letter is to go. mail is held.
func (l *links) place(_ int, head []byte, n int) []byte {
	w := elementsOf[int64](head)
	if letterKind(w[0]) != letterExchange {
		return make([]byte, n)
	}
	b := l.inbox(keyOf(w))
	if b.wanted != nil && len(b.letters) == 0 && b.wanted.call == callOf(w) && len(b.wanted.to) == n {
		return b.wanted.to
	}
	if cap(b.spare) < n {
		return make([]byte, n)
	}
	defer func() { b.spare = nil }()
	return b.spare[:n]
}

// put adds a message. One that is where the receiver wants it fulfils the wish. mail is
// held, here and in take.
func (b *inbox) put(l letter) {
	if b.wanted != nil && len(l.body) > 0 && &l.body[0] == &b.wanted.to[0] {
		b.wanted, l.placed = nil, true
	}
	if 2*b.taken > len(b.letters) {
		b.letters, b.taken = slices.Delete(b.letters, 0, b.taken), 0
	}
	b.letters = append(b.letters, l)
}

// take is the first message, if there is one; what was wanted is no longer.
func (b *inbox) take() (first letter, ok bool) {
	if b.taken == len(b.letters) {
		return letter{}, false
	}
	first = b.letters[b.taken]
	b.letters[b.taken] = letter{} // what has been taken is not kept
	b.wanted = nil
	if b.taken++; b.taken == len(b.letters) {
		b.letters, b.taken = b.letters[:0], 0
	}
	return first, true
}

// comes is where the messages of a rank of another process to this one come.
func (m *member) comes(from int) *inbox {
	l := m.g.far.links
	l.mail.Lock()
	defer l.mail.Unlock()
	return l.inbox(letterKey{m.c.m.runs, m.g.far.id, from, m.rank})
}

// wants says where the next message is to go.
func (l *links) wants(b *inbox, w *wish) {
	if len(w.to) == 0 {
		return
	}
	l.mail.Lock()
	defer l.mail.Unlock()
	if len(b.letters) == 0 {
		b.wanted = w
	}
}

// keep lets the next message have the memory of one that has been copied.
func (l *links) keep(b *inbox, body []byte) {
	if len(body) > spareBytes {
		return
	}
	l.mail.Lock()
	defer l.mail.Unlock()
	b.spare = body
}
