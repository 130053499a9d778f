//go:build mpi && cgo

package mpi

import (
	"sync/atomic"
	"time"
)

// busy keeps calls of MPI apart. A mutex would put a pinned thread to sleep; all calls are
// short but a collective of MPI's own, during which the same machine has none to make,
// and another machine waits: see natives.
var busy atomic.Bool

// starved is how many have slept for the lock in vain, and more than once.
var starved atomic.Int32

const (
	tries = 1000                 // before a processor sleeps for the lock
	naps  = 2                    // before it is starved
	nap   = 5 * time.Microsecond // or what the system makes of that
)

// lock is not in order: order would make everybody wait for those that sleep. But who
// looks for a message has the lock nearly all the time, and takes it again before others
// wake. So where some are starved, all sleep once before they ask.
func lock() {
	if starved.Load() > 0 {
		time.Sleep(nap)
	}
	for n := 0; !tryLock(); n++ {
		if n == tries+naps {
			starved.Add(1)
			defer starved.Add(-1)
		}
		if n >= tries {
			time.Sleep(nap)
		}
	}
}

// tryLock is for a look that can be made later: whoever is at work in MPI need not
// be disturbed, on a core that it has to itself.
func tryLock() bool { return busy.CompareAndSwap(false, true) }

func unlock() { busy.Store(false) }
