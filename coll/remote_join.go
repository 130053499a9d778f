package coll

import (
	"errors"
	"time"

	"github.com/cayleycoll/cayleycoll/coll/transport"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// A machine of several processes is made by all of them or by none: what is wrong
// in one of them, a file that is not there or another Config, ends New in all.

// join makes the connections of a new machine, if its Config has any, and fills
// in what follows from them.
func (c *Config) join() (*links, error) {
	if c.Remote == nil {
		c.Remote = transport.Used()
	}
	if c.Remote == nil {
		return nil, nil
	}
	cores := c.Cores
	if len(cores) == 0 {
		cores = threads.Cores()
	}
	peers, err := c.Remote.Join(cores)
	if err != nil {
		return nil, err
	}
	l := &links{peers: peers, inboxes: map[letterKey]*inbox{}, ends: map[uint64]map[int]*ending{},
		warned: map[uint64]error{}, begun: map[uint64]map[int]map[int]uint64{}, answers: map[answerKey]call{}}
	l.placing = l.place
	own := peers.Cores()
	if len(c.Cores) == 0 {
		own = threads.Within(own, threads.Present(), threads.Procs())
	}
	c.Cores = own
	if err := l.dealRanks(c); err != nil {
		return nil, l.giveUp(err)
	}
	return l, nil
}

// giveUp ends the connections of a machine that is not made, because of err.
func (l *links) giveUp(err error) error {
	if e := l.close(); e != nil {
		return errors.Join(err, e)
	}
	return err
}

// dealRanks deals the ranks to the processes.
func (l *links) dealRanks(c *Config) error {
	n := l.peers.Size()
	all := upTo(n)
	var err error
	if l.all, err = l.peers.Channel(0, all); err != nil {
		return err
	}
	if c.P == 0 && c.Graph != nil {
		c.P = c.Graph.Order()
	}
	if err := l.tellAll([]uint64{uint64(c.P), uint64(len(c.Cores))}, ""); err != nil {
		return err
	}
	l.first = make([]int, n+1)
	for i := range all {
		if p := int(l.toldBy(i)[0]); p != int(l.toldBy(0)[0]) {
			return usage("P is %d in process 0 and %d in process %d; want the same Config in all", int(l.toldBy(0)[0]), p, i)
		}
		l.first[i+1] = l.first[i] + int(l.toldBy(i)[1])
	}
	if c.P == 0 {
		c.P = l.first[n]
		return nil
	}
	if c.P < n {
		return usage("P is %d on %d processes, want one processor for each at least", c.P, n)
	}
	for i := range l.first {
		l.first[i] = share(c.P, n, i)
	}
	return nil
}

// agree is the end of New: all processes have made their parts of one machine, or
// all return an error. err is what is wrong in this one.
func (l *links) agree(m *Machine, err error) error {
	if l == nil {
		return err
	}
	words, text := []uint64{0}, ""
	if err != nil {
		m, words[0], text = nil, 1, err.Error() // nothing of a Config that is wrong is looked at
		if e := (*Error)(nil); errors.As(err, &e) {
			text = e.Text
		}
	}
	aspects := m.aspects()
	for _, a := range aspects {
		words = append(words, a.hash)
	}
	if e := l.tellAll(words, text); e != nil {
		return errors.Join(err, e)
	}
	if err != nil {
		return err
	}
	for i := range l.peers.Size() {
		if w := l.toldBy(i); w[0] != 0 {
			return usage("process %d: %s", i, l.textOf(i, len(words)))
		}
	}
	for i := range l.peers.Size() {
		for a := range aspects {
			if l.toldBy(i)[1+a] != l.toldBy(0)[1+a] {
				return usage("the %s of process %d is not that of process 0; want the same Config in all", aspects[a].name, i)
			}
		}
	}
	return nil
}

// tellAll gives words, and as much of a text as there is room for, to all processes.
func (l *links) tellAll(words []uint64, text string) error {
	room := l.all.Room()
	w := wordsOf(room)
	head := 2 + len(words)
	copy(w[2:], words)
	n := copy(room[8*head:], text)
	w[0], w[1] = uint64(8*head+n+7)&^7, uint64(n)
	done, err := l.all.Share(1, true)
	for ; !done && err == nil; done, err = l.all.Poll(1, true) {
		time.Sleep(10 * time.Microsecond)
	}
	if err != nil {
		l.broken.Store(true)
	}
	return err
}

// toldBy is the words of a process's latest message, textOf the text behind so many.
func (l *links) toldBy(process int) []uint64 { return wordsOf(l.all.Message(process))[2:] }

func (l *links) textOf(process, words int) string {
	b := l.all.Message(process)
	return string(b[8*(2+words):][:wordsOf(b)[1]])
}
