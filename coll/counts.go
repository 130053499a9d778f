package coll

import (
	"sync/atomic"
	"time"
)

// counts is what a team has come to since New, what failed then included. A
// collective is counted once by every team, an Exchange by every processor.
type counts struct {
	ran       [len(offered)][len(algorithms)]uint64
	bytes     [len(offered)][len(algorithms)]uint64
	exchanges atomic.Uint64
	exchanged atomic.Uint64 // bytes
}

// count counts a collective.
func (t *team) count(c call) {
	v := c.collective()
	t.ran[v][c.algorithm()]++
	if !v.counted() {
		t.bytes[v][c.algorithm()] += c.n * c.elemSize()
	}
}

// Counter is the calls of one collective by one algorithm.
type Counter struct {
	Collective string
	Algorithm  Algorithm
	Calls      uint64        // by a processor; of exchange, by all processors together
	Bytes      uint64        // of the vectors of those calls, by the length that all give; 0 for v-forms
	Waited     time.Duration // of all processors for others in the collective, by any algorithm; with Config.Times
}

// Counters lists the collectives that the processors of the machine have come to
// together since New, the last one of a Run that failed included, those of Split
// groups not. It is nil during a Run.
func (m *Machine) Counters() []Counter {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running {
		return nil
	}
	var list []Counter
	t := m.world.teams[0]
	for c := barrier; c < split; c++ {
		var waited time.Duration
		for _, core := range m.cores {
			waited += core.waited[c]
		}
		for a := range algorithms {
			n, bytes := t.ran[c][a], t.bytes[c][a]
			if c == exchange && algorithmID(a) == byRings {
				for _, t := range m.world.teams {
					n += t.exchanges.Load()
					bytes += t.exchanged.Load()
				}
			}
			if n > 0 {
				list = append(list, Counter{c.String(), algorithms[a], n, bytes, waited})
			}
		}
	}
	return list
}
