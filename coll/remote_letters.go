package coll

import (
	"cmp"
	"fmt"
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

// letter is such a message.
type letter struct {
	call
	body []byte
}

const headerBytes = 7 * 8

// header is the beginning of a letter.
func header(kind letterKind, k letterKey, c call) []byte {
	words := [headerBytes / 8]int64{int64(kind), int64(k.run), int64(k.group), int64(k.from), int64(k.to), int64(c.word), int64(c.n)}
	return append([]byte(nil), bytesOf(words[:])...)
}

// collect takes the letters that have come and sees to them. Several may do it at
// once; letters from one process keep their order.
func (m *Machine) collect() {
	l := m.links
	l.mail.Lock()
	defer l.mail.Unlock()
	defer func() { // also what came before this process was in the Run
		if cause := l.warned[m.runs]; cause != nil {
			m.fail(relayed{cause})
		}
	}()
	for {
		from, text, ok, err := l.peers.Letter()
		if err != nil && !l.broken.Swap(true) {
			m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: -1, Text: fmt.Sprintf("cannot reach the other processes: %v", err)})
		}
		if !ok || err != nil {
			return
		}
		w := elementsOf[int64](text[:headerBytes])
		run, body := uint64(w[1]), text[headerBytes:]
		switch letterKind(w[0]) {
		case letterExchange:
			k := letterKey{run, int(w[2]), int(w[3]), int(w[4])}
			l.letters[k] = append(l.letters[k], &letter{call{uint64(w[5]), uint64(w[6])}, body})
		case letterQuestion:
			m.answer(from, run, int(w[2]))
		case letterAnswer:
			l.answers[whereabouts{run, from, int(w[2])}] = call{uint64(w[5]), uint64(w[6])}
		case letterBindings:
			if l.begun[run] == nil {
				l.begun[run] = map[int]uint64{}
			}
			l.begun[run][from] = uint64(w[6])
		case letterWarning:
			l.warned[run] = decode(string(body))
		case letterEnding:
			if l.ends[run] == nil {
				l.ends[run] = map[int]*ending{}
			}
			e := decodeEnding(string(body))
			l.ends[run][from] = e
			if e.cause != nil {
				l.warned[run] = e.cause
			}
		}
	}
}

// next is the first message for a rank that has come, nil if there is none.
func (l *links) next(k letterKey) *letter {
	l.mail.Lock()
	defer l.mail.Unlock()
	list := l.letters[k]
	if len(list) == 0 {
		return nil
	}
	first := list[0]
	list[0] = nil // the list keeps nothing that has been taken
	if l.letters[k] = list[1:]; len(list) == 1 {
		delete(l.letters, k)
	}
	return first
}

// checkLetters ends a Run with an error if a message that has come was never
// received.
func (m *Machine) checkLetters() {
	l := m.links
	m.collect()
	l.mail.Lock()
	defer l.mail.Unlock()
	var first *letterKey
	for k := range l.letters {
		if k.run == m.runs && (first == nil || k.less(*first)) {
			first = &k
		}
	}
	if first == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cause = &Error{Kind: ErrMissing, Collective: exchange.String(), Rank: -1, Other: -1,
		Text: fmt.Sprintf("rank %d sent %s by exchange to rank %d of its group, which never received it", first.from, l.letters[*first][0].elements(), first.to)}
}

// sent returns when the Run's messages by exchange are on their way: they end in no later
// Run, and those that nobody has received are known by the end of this one.
func (m *member) sent() {
	l := m.g.far.links
	if !l.posted.Load() {
		return
	}
	m.waitFor(func(int, bool) (bool, error) {
		m.c.m.collect() // the other process may wait for the same
		return l.peers.Posted(0)
	}, false)
}

// far does the part of an Exchange that is with another process: what goes there
// is sent as a letter before anything else, what comes from there is awaited after
// everything else. A message of up to 4,096 elements is on its way when the call
// returns; a longer one when its receiver's process has taken it.
func (x *transfer[T]) far() {
	p, g, l := x.p, x.p.g, x.p.g.far.links
	out, in := x.to >= 0 && g.members[x.to] == nil, x.from >= 0 && g.members[x.from] == nil
	if !out && !in {
		return
	}
	if out {
		p.checkMessage(exchange, len(x.src))
	}
	if in {
		p.checkMessage(exchange, len(x.dst))
	}
	if out {
		ticket, err := l.peers.Post(l.processOf(g.world(x.to)),
			header(letterExchange, letterKey{p.c.m.runs, g.far.id, p.rank, x.to}, call{x.word, uint64(len(x.src))}), bytesOf(x.src))
		if err != nil {
			p.lost(err)
		}
		l.posted.Store(true)
		x.to = -1
		if len(x.src) > ringSlots*slotLength {
			p.waitFor(func(int, bool) (bool, error) {
				p.c.m.collect() // the other process may wait for this one to take its letter
				return l.peers.Posted(ticket)
			}, false)
		}
	}
	if !in {
		return
	}
	from := x.from
	if x.to >= 0 { // in place, dst must not change before src is sent
		x.from = -1
		x.run()
		x.to = -1
	}
	x.from = -1
	k := letterKey{p.c.m.runs, g.far.id, from, p.rank}
	sender := l.processOf(g.world(from))
	var got *letter
	asked := time.Now()
	for here := false; got == nil; here = !here { // part of it: the sender is not late, words take their time
		p.waitFor(func(int, bool) (bool, error) {
			never := p.never(from) // before the last look for what it sent until then
			if got = l.next(k); got == nil {
				p.c.m.collect()
				got = l.next(k)
			}
			switch {
			case got != nil:
			case never != nil:
				p.failFar(never)
				p.c.unwind()
			case time.Since(asked) > asking:
				asked = time.Now()
				if err := p.ask(sender); err != nil {
					return false, err
				}
			}
			return got != nil || l.peers.Arriving(sender) != here, nil
		}, !here)
	}
	if got.word != x.word || int(got.n) != len(x.dst) {
		x.from = from
		x.disagree(got.call)
	}
	copy(x.dst, elementsOf[T](got.body))
}
