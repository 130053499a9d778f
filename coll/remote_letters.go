package coll

import (
	"cmp"
	"fmt"
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
