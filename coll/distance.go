package coll

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// How far apart the cores are. On some processors (ways.farCounts) that decides how a team writes what
// belongs to others (direct_past.go), and whether it gives copies (anew.go). A virtual machine says that
// all its cores share a cache, and moves them about. So it is measured: in the first long call of the world
// in a Run, unless it was within the last second, and again after every measureEvery calls. All teams are in
// such a call, and they have to go the same way afterwards.

// distance is how far apart a machine's first team and its last are; the others, and the groups of a
// Split, are taken to be as far.
type distance struct {
	isFar   bool      // a message took farTrip or more: they share no cache. Unanswered, they are taken to be near
	isOne   bool      // it took less than oneTrip: they seem to be two threads of one core
	foundAt time.Time // when that was found
	_       [128]byte
	// What is sent there and back is number<<32 + 1, + 2, …
	ping    atomic.Uint64
	_       [120]byte
	pong    atomic.Uint64
	_       [120]byte
	decided atomic.Uint64 // the number of the latest measurement
	_       [120]byte
}

const (
	farTrip      = 250 * time.Nanosecond // there and back; collbench info prints it: 90 … 130 within a complex of a Zen 4, else 450 … 650
	oneTrip      = 70 * time.Nanosecond  // 45 … 55 where stores take no longer for who has read the line: as between two threads of a core
	trips        = 16                    // of a sample; the shortest sample counts
	samples      = 5
	looksFor     = 1 << 14 // looks for an answer: if none has come by then, something else has the core
	staleAfter   = time.Second
	measureEvery = 1 << 14 // calls: a measurement is 80 trips
	over         = 1 << 31 // set in a ping that wants no answer: the last
)

// planMeasuring says from which call on the Run that begins measures.
func (m *Machine) planMeasuring() {
	at, latest := uint64(math.MaxUint64), uint64(0)
	if m.farCounts && m.cfg.Host == Threads && len(m.world.teams) > 1 {
		if at = measureEvery; time.Since(m.foundAt) >= staleAfter {
			at = 0
		}
	}
	for _, t := range m.world.teams {
		latest = max(latest, t.measured)
	}
	for _, t := range m.world.teams {
		t.measureAt, t.measured = at, latest // if a Run failed, some may have measured once more
		t.endWriting(0)                      // or be in the midst of a lesson
	}
}

// meetFar is meetAt in a call whose way depends on the distance.
func (m *member) meetFar(in medium) {
	m.meetAt(in)
	if in == inVectors {
		m.measureIfDue()
	}
}

// measureIfDue comes when all teams have come.
func (m *member) measureIfDue() {
	if m.seq >= m.t.measureAt {
		m.measure()
	}
}

// mayMeasure comes after openAlone in such a call. It is inlined.
func (m *member) mayMeasure(c call) {
	if m.seq >= m.t.measureAt {
		m.measureAlone(c)
	}
}

func (m *member) measureAlone(c call) {
	hearLines(m, c)
	m.measure()
}

// measure is a team's part of a measurement, when all teams have come. After it all know.
func (m *member) measure() {
	t := m.t
	t.measureAt = m.seq + measureEvery
	t.measured++
	d, teams, number := &m.c.m.distance, m.g.teams, t.measured
	first := number<<32 + 1
	switch t {
	case teams[0]:
		d.ping.Store(first)
		m.wake()
		m.c.await(&d.pong, first)
		d.found(d.trip(first))
		d.ping.Store(first | over)
		d.decided.Store(number)
		m.wake()
	case teams[len(teams)-1]:
		m.c.await(&d.ping, first)
		d.answer(first)
		m.wake()
	}
	m.c.await(&d.decided, number)
}

// found notes how long a message takes.
func (d *distance) found(trip time.Duration) {
	d.isFar, d.isOne, d.foundAt = trip >= farTrip, trip > 0 && trip < oneTrip, time.Now()
}

// trip is how long a message takes to the last team and back, 0 if one is not answered.
func (d *distance) trip(first uint64) time.Duration {
	shortest := time.Duration(0)
	for s := range samples {
		begun := time.Now()
		for range trips {
			first++
			d.ping.Store(first)
			if !comes(&d.pong, first) {
				return 0
			}
		}
		if t := max(1, time.Since(begun)/trips); s == 0 || t < shortest {
			shortest = t
		}
	}
	return shortest
}

// answer sends back what comes, from the first message on.
func (d *distance) answer(first uint64) {
	for n := first; comes(&d.ping, n) && d.ping.Load()&over == 0; n++ {
		d.pong.Store(n)
	}
}

// comes reports whether *a becomes n or more within looksFor.
func comes(a *atomic.Uint64, n uint64) bool {
	for range looksFor {
		if a.Load() >= n {
			return true
		}
		asm.Pause()
	}
	return false
}
