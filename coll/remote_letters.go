package coll

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// letterKind says what a letter between processes is about.
type letterKind uint64

const (
	letterExchange letterKind = iota // a message of an Exchange
	letterWarning                    // a process has failed
	letterEnding                     // what ended the Run in a process
	letterQuestion                   // where the processors of a group are
	letterAnswer                     // that they all wait in a call
	letterBindings                   // how many binding meetings a process has begun, of a Run that has failed
)

// letterKey is whom a message of an Exchange is for.
type letterKey struct {
	run      uint64
	group    int
	from, to int // ranks of the group
}

// less orders the messages of one Run.
func (k letterKey) less(o letterKey) bool {
	return cmp.Or(cmp.Compare(k.group, o.group), cmp.Compare(k.from, o.from), cmp.Compare(k.to, o.to)) < 0
}

const headerWords = 7

// header is the beginning of a letter.
func header(kind letterKind, k letterKey, c call) (words [headerWords]int64) {
	return [headerWords]int64{int64(kind), int64(k.run), int64(k.group), int64(k.from), int64(k.to), int64(c.word), int64(c.n)}
}

func (l *links) post(to int, words [headerWords]int64, body []byte, lend bool) (ticket uint64, err error) {
	return l.peers.Post(to, bytesOf(words[:]), body, lend)
}

func keyOf(w []int64) letterKey { return letterKey{uint64(w[1]), int(w[2]), int(w[3]), int(w[4])} }

func callOf(w []int64) call { return call{uint64(w[5]), uint64(w[6])} }

// collect takes letters that have come and sees to them, not all if there are many: who
// calls it waits for one of them, or has others to tell. more: there may be others. Several
// may do it at once; letters from one process keep their order.
func (m *Machine) collect() (more bool) { return m.drainLetters(false) }

// drainLetters is collect; busy: even where the transport is.
func (m *Machine) drainLetters(busy bool) (more bool) {
	l := m.links
	l.mail.Lock()
	defer l.mail.Unlock()
	defer func() { // also what came before this process was in the Run
		if cause := l.warned[m.runs]; cause != nil {
			m.fail(relayed{cause})
		}
	}()
	for range 64 {
		from, head, body, ok, err := l.peers.Letter(l.placing, busy)
		if err != nil && !l.broken.Swap(true) {
			m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: -1, Text: fmt.Sprintf("cannot reach the other processes: %v", err)})
		}
		if !ok || err != nil {
			return false
		}
		w := elementsOf[int64](head)
		run := uint64(w[1])
		switch letterKind(w[0]) {
		case letterExchange:
			b := l.inbox(keyOf(w))
			b.put(letter{call: callOf(w), body: body})
		case letterQuestion:
			m.answer(from, run, int(w[2]), callOf(w).n)
		case letterAnswer:
			l.answers[answerKey{run, from, int(w[2])}] = callOf(w)
		case letterBindings:
			l.foreclosedBy(from, run, body)
		case letterWarning:
			l.warned[run] = decode(string(body))
			l.lostTo(run, w)
		case letterEnding:
			if l.ends[run] == nil {
				l.ends[run] = map[int]*ending{}
			}
			e := decodeEnding(string(body))
			l.ends[run][from] = e
			if e.cause != nil {
				l.warned[run] = e.cause
			}
			l.lostTo(run, w)
		}
	}
	return true
}

// lostTo hears of a process that is lost to another, whose warning or ending this is: see
// broadcast.
func (l *links) lostTo(run uint64, w []int64) {
	if run == l.m.runs && callOf(w).n != 0 {
		l.broken.Store(true)
	}
}

// collectAll takes what has come and what has begun to come. All processes have said that
// theirs is on its way, so that it is here soon unless one is lost.
func (m *Machine) collectAll() {
	l := m.links
	arriving := func() bool {
		for p := range l.peers.Size() {
			if l.peers.Arriving(p) {
				return true
			}
		}
		return false
	}
	for begun := time.Now(); (m.drainLetters(true) || arriving()) && !l.broken.Load() && time.Since(begun) < farewell; {
		l.rest(begun)
	}
}

// rest is between two looks for what another process should soon do and, where that has
// stopped, never does.
func (l *links) rest(since time.Time) {
	if time.Since(since) < letterPeriod {
		l.peers.Yield()
	} else {
		time.Sleep(20 * time.Microsecond)
	}
}

// checkLetters ends a Run with an error if a message that has come was never
// received.
func (m *Machine) checkLetters() {
	l := m.links
	m.collectAll()
	l.mail.Lock()
	defer l.mail.Unlock()
	var first *letterKey
	for k, b := range l.inboxes {
		if k.run == m.runs && len(b.letters) > 0 && (first == nil || k.less(*first)) {
			first = &k
		}
	}
	if first == nil {
		return
	}
	b := l.inboxes[*first]
	f := l.fars[slices.IndexFunc(l.fars, func(f *far) bool { return f.id == first.group })]
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cause = unreceived(f.here[first.to].g.name, [2]int{first.from, first.to}, [2]int{f.world[first.from], f.world[first.to]}, b.letters[b.taken].call)
}
