package coll

import (
	"slices"
	"time"
)

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
	taken   int   // of letters: the first so many are with their receiver
	coming  int   // bodies on their way, in no list yet
	wanted  *wish // of the receiver, which waits
	serving bool  // what is wanted is on its way to where it is wanted
}

// wish is where the next message is to go, if it is as it should be.
type wish struct {
	call
	to []byte
}

// The memory of so many messages, of so many bytes each, is kept for the next ones.
const (
	spares     = 8
	spareBytes = 1 << 20
)

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
func (l *links) place(head []byte, n int) []byte {
	w := elementsOf[int64](head)
	if letterKind(w[0]) != letterExchange {
		return make([]byte, n)
	}
	b := l.inbox(keyOf(w))
	b.coming++
	if b.wanted != nil && b.coming == 1 && len(b.letters) == 0 && b.wanted.call == callOf(w) && len(b.wanted.to) == n {
		b.serving = true
		return b.wanted.to
	}
	for i, spare := range l.spares {
		if cap(spare) >= n {
			l.spares = slices.Delete(l.spares, i, i+1)
			return spare[:n]
		}
	}
	return make([]byte, n)
}

// put adds a message. One that is where the receiver wants it fulfils the wish. mail is
// held, here and in pop.
func (b *inbox) put(l letter) {
	if len(l.body) > 0 {
		b.coming--
	}
	if b.serving && len(l.body) > 0 && &l.body[0] == &b.wanted.to[0] {
		b.wanted, b.serving, l.placed = nil, false, true
	}
	if 2*b.taken > len(b.letters) {
		b.letters, b.taken = slices.Delete(b.letters, 0, b.taken), 0
	}
	b.letters = append(b.letters, l)
}

// pop is the first message, if there is one; what was wanted is no longer, unless it is on its
// way: then the first is another.
func (b *inbox) pop() (first letter, ok bool) {
	if b.taken == len(b.letters) {
		return letter{}, false
	}
	first = b.letters[b.taken]
	b.letters[b.taken] = letter{} // what has been taken is not kept
	if !b.serving {
		b.wanted = nil
	}
	if b.taken++; b.taken == len(b.letters) {
		b.letters, b.taken = b.letters[:0], 0
	}
	return first, true
}

// comes is the inbox for a key, of which a receiver has the next message.
func (l *links) comes(k letterKey) *inbox {
	l.mail.Lock()
	defer l.mail.Unlock()
	return l.inbox(k)
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

// received ends what a receiver had to do with its inbox. Another message may have the
// memory of the one that it has copied, if it has. The groups of a Run may be many: only
// the inboxes of the world are kept.
func (l *links) received(k letterKey, b *inbox, got letter) {
	l.mail.Lock()
	defer l.mail.Unlock()
	if !got.placed && cap(got.body) > 0 && cap(got.body) <= spareBytes {
		l.spares = append(l.spares, got.body)
		slices.SortFunc(l.spares, func(a, b []byte) int { return cap(a) - cap(b) })
		l.spares = slices.Delete(l.spares, 0, max(0, len(l.spares)-spares)) // the smallest
	}
	if k.group != 0 && len(b.letters) == 0 && b.coming == 0 {
		delete(l.inboxes, k)
	}
}

// withdraw makes sure that nothing is written any more to where a message was wanted,
// unless its sender stops in the midst of it.
func (m *member) withdraw(b *inbox) {
	l := m.g.far.links
	served := func() bool {
		l.mail.Lock()
		defer l.mail.Unlock()
		if !b.serving {
			b.wanted = nil
		}
		return !b.serving
	}
	for begun := time.Now(); !served() && !l.broken.Load() && time.Since(begun) < farewell; l.rest(begun) {
		m.c.m.collect()
	}
	l.mail.Lock()
	defer l.mail.Unlock()
	b.wanted, b.serving = nil, false // whose rest comes after all is nobody's
}
