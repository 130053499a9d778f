package coll

import (
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// A thread leaves the core to which it was pinned where the cpuset of the process's container
// shrinks during a Run, or somebody ties the thread to another core. Two hosts may then share
// a core, and who spins there keeps the core from whom it waits for: a barrier of two takes
// 56 µs, and 4 if every host sleeps at once (BenchmarkSharedCore). Nobody spins while two do, so
// each soon looks again.

// whereabouts notes on which core the host's thread is. A host calls it before it sleeps: of two
// that share a core one waits for the other, sooner or later.
func (h *host) whereabouts() {
	at := -1 // nowhere in particular
	if h.pinned {
		at = threads.Present()
	}
	if at == h.at {
		return
	}
	m := h.m
	m.mu.Lock()
	defer m.mu.Unlock()
	h.at = at
	taken, shared := map[int]bool{}, false
	for _, h := range m.hosts {
		shared = shared || taken[h.at]
		taken[h.at] = h.at >= 0
	}
	m.hot.shared.Store(shared)
}

// spinFor is how long a host with nothing to run spins.
func (m *Machine) spinFor() time.Duration {
	if m.hot.shared.Load() {
		return 0
	}
	return m.cfg.SpinFor
}
