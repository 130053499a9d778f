package coll

// sleep puts a host with nothing to run to sleep until somebody publishes. The
// last host to fall asleep sees that nobody is left to wake the others: that is
// a deadlock, said at once, unless an exchange in place can be relieved.
//
// Why no wake-up is lost: a publisher stores and then looks for sleepers, a sleeper
// announces its sleep and then looks for what was stored; both are atomic, so
// one of them sees the other. Why the verdict is right: it is given under the
// lock, when every host has announced its sleep under it and none can run on
// without taking it, and when no host has anything to run. Both are checked in
// every interleaving: internal/model/sleep.pml.
func (h *host) sleep() {
	m := h.m
	h.park.Prepare()
	m.hot.sleepers.Add(1)
	m.mu.Lock()
	m.asleep++
	if m.asleep >= len(m.hosts) && !m.anyReady() && !m.relieve() {
		m.failLocked(m.deadlock())
	}
	m.mu.Unlock()
	if h.ready() {
		h.park.Cancel()
	} else {
		h.park.Sleep()
	}
	m.mu.Lock()
	m.asleep--
	m.mu.Unlock()
	m.hot.sleepers.Add(-1)
}

// wake wakes every host that sleeps. A publisher calls it after its atomic store, and a
// sleeper looks again after announcing its sleep: at least one of them sees the other.
func (m *Machine) wake() {
	if m.hot.sleepers.Load() != 0 {
		m.wakeAll()
	}
}

func (m *Machine) wakeAll() {
	for _, h := range m.hosts {
		h.park.Wake()
	}
}

// wake wakes those of the processor's group that sleep, after it has published
// something: nobody else waits for what a group's processors publish.
func (m *member) wake() {
	if m.c.m.hot.sleepers.Load() != 0 {
		m.g.wakeAll()
	}
}

// wakeAll wakes the hosts of the group's processors; all hosts where they are threads,
// which are few, and where the group is the world.
func (g *group) wakeAll() {
	if g.m.cfg.Host == Threads || g.run == 0 {
		g.m.wakeAll()
		return
	}
	for _, m := range g.members {
		if m != nil {
			m.c.h.park.Wake()
		}
	}
}

// anyReady reports whether any processor could go on.
func (m *Machine) anyReady() bool {
	for _, h := range m.hosts {
		if h.ready() {
			return true
		}
	}
	return false
}
