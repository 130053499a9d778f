package coll

import (
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// idler spins for Machine.spinFor, in which loans are taken back (recall), and then puts a host
// with a thread to sleep.
type idler struct {
	rounds int
	since  time.Time
}

func (i *idler) reset() { i.rounds = 0 }

func (i *idler) wait(h *host) {
	if i.rounds++; i.rounds&0xff != 1 {
		return
	}
	idle, spinFor := time.Duration(0), h.m.spinFor()
	if i.rounds == 1 {
		i.since = time.Now()
	} else {
		idle = time.Since(i.since)
	}
	if idle >= min(loanFor, spinFor) && h.recall() {
		i.reset()
		return
	}
	if idle < spinFor {
		return
	}
	threads.Elbow()
	h.whereabouts()
	h.sleep()
	i.reset()
}
