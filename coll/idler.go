package coll

import (
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// idler spins for Config.SpinFor, in which loans are taken back (recall), and then puts a host
// with a thread to sleep.
type idler struct {
	rounds int
	since  time.Time
}

func (i *idler) reset() { i.rounds = 0 }

func (i *idler) wait(h *host) {
	m := h.m
	if i.rounds++; i.rounds&0xff != 1 {
		return
	}
	if i.rounds == 1 {
		i.since = time.Now()
		return
	}
	idle := time.Since(i.since)
	if idle >= min(loanFor, m.cfg.SpinFor) && h.recall() {
		i.reset()
		return
	}
	if idle < m.cfg.SpinFor {
		return
	}
	threads.Elbow()
	h.sleep()
	i.reset()
}
