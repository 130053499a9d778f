package coll

import (
	"math"
	"sync/atomic"
	"time"
)

// counters is what the collectives of the whole machine have come to since New, what failed
// then included: its first team counts for all.
type counters struct {
	ran   [len(offered)][len(algorithms)]tally
	bytes [len(offered)][len(algorithms)]tally
}

// shared is what the processors of a team of the world count for themselves and for
// the groups that they are split off to: several at a time in Goroutines mode.
type shared struct {
	exchanges tally                                // counted by every processor when it has ended
	exchanged tally                                // bytes
	vBytes    [len(offered)]tally                  // bytes, by the v-forms, see countSrc
	ran       [len(offered)][len(algorithms)]tally // by groups, of which the first team counts
	bytes     [len(offered)][len(algorithms)]tally
	waited    [len(offered)][len(algorithms)]atomic.Int64 // ns, of its processors for others
}

// countCalls makes the world's counters.
func (g *group) countCalls() {
	g.teams[0].counters = new(counters)
	for _, t := range g.teams {
		t.shared = new(shared)
	}
}

// count counts a collective of the member's group.
func (m *member) count(c call) {
	v, a, bytes := c.collective(), c.algorithm(), c.n*c.elemSize()
	if v.ragged() {
		bytes = 0 // see countSrc
	}
	switch t := m.t; {
	case t.counters != nil:
		t.counters.ran[v][a].add(1)
		t.counters.bytes[v][a].add(bytes)
	case t.id == 0:
		in := m.worldTeam()
		m.countIn(in, &in.shared.ran[v][a], 1)
		m.countIn(in, &in.shared.bytes[v][a], bytes)
	}
}

// countSrc counts what a processor gives to a v-form: n elements of that size. Their bytes may be
// more than an int holds on 32 bits.
func (m *member) countSrc(c collective, n, size int) {
	t := m.worldTeam()
	m.countIn(t, &t.shared.vBytes[c], uint64(n)*uint64(size))
}

// countExchange counts an Exchange, and likewise what the processor gave.
func (m *member) countExchange(n, size int) {
	t := m.worldTeam()
	m.countIn(t, &t.shared.exchanges, 1)
	m.countIn(t, &t.shared.exchanged, uint64(n)*uint64(size))
}

// countIn adds to what the processors of t, its team of the world, count together. Those of a
// thread do so one at a time.
func (m *member) countIn(t *team, n *tally, by uint64) {
	if len(t.ranks) == 1 || m.c.m.cfg.Host == Threads {
		n.add(by)
		return
	}
	n.addTogether(by)
}

// worldTeam is the world's team of the processor.
func (m *member) worldTeam() *team { return m.c.m.world.teams[m.c.team] }

// Counter counts the calls of one collective by one algorithm.
type Counter struct {
	Collective string
	Algorithm  Algorithm
	Calls      uint64        // one for a call of the machine or of a Split group; for exchange, those of all processors
	Bytes      uint64        // of one processor's vector in those calls (of its block if there are blocks); for exchange and the v-forms, what all processors gave, to v-forms that failed because others did not come too
	Waited     time.Duration // what all processors waited for others in those calls, at most the longest Duration; with Config.Times or Stall
}

// Counters lists the collectives that the processors of the machine have come to together since
// New, including the last one of a failed Run, unless it was an Exchange. Any goroutine may call
// it, even during a Run, which pays nothing for it: the numbers are then not all of the same
// moment, and may lack the present calls and waits. In a machine of several processes they are this
// process's share.
func (m *Machine) Counters() []Counter {
	if !m.made() {
		return nil
	}
	var list []Counter
	for c := barrier; c < split; c++ {
		for a := range algorithms {
			if n := m.counter(c, algorithmID(a)); n.Calls > 0 || n.Waited > 0 {
				list = append(list, n)
			}
		}
	}
	return list
}

// counter is a collective by an algorithm.
func (m *Machine) counter(c collective, a algorithmID) Counter {
	first := m.world.teams[0].counters
	n := Counter{Collective: c.String(), Algorithm: algorithms[a], Calls: first.ran[c][a].load(), Bytes: first.bytes[c][a].load()}
	for _, t := range m.world.teams {
		s := t.shared
		n.Calls += s.ran[c][a].load()
		n.Bytes += s.bytes[c][a].load()
		n.Waited = time.Duration(min(uint64(n.Waited)+uint64(s.waited[c][a].Load()), math.MaxInt64))
		if a == defaultOf(c) {
			n.Bytes += s.vBytes[c].load()
		}
		if c == exchange && a == byRings {
			n.Calls += s.exchanges.load()
			n.Bytes += s.exchanged.load()
		}
	}
	return n
}
