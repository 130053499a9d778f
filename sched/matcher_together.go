package sched

// singly bounds what searches for one vertex after the other may look at, in vertices a slot. They find
// shorter chains, and graphs of a few thousand vertices stay within the bound: a regular order is made of
// the matching that is found.
const singly = 8

// together matches the vertices that are left, in rounds as those of Hopcroft and Karp, but depth
// first: the searches of a round visit each slot once, so a round takes no longer than the longest
// search of a single vertex, and most often finds slots for most. Each search goes on where it has
// got to, as far as it can; one that fails waits for the next round. If nobody finds a slot in a
// round, its first search, which no other had gone before, has seen the set that breaks Hall's
// condition: augment says which.
func (m *matcher) together(left []int32) (hall []int32) {
	for len(left) > 0 {
		m.refresh()
		var still []int32
		for _, v := range left {
			if !m.descend(v) {
				still = append(still, v)
			}
		}
		if len(still) == len(left) {
			m.refresh()
			return m.augment(left[0])
		}
		left = still
	}
	return nil
}

// refresh forgets which slots have been visited.
func (m *matcher) refresh() {
	for s := range m.fresh {
		m.fresh[s] = int32(s)
	}
}

// descend searches depth first for a chain of moves that frees a slot for v, among slots that are
// fresh.
func (m *matcher) descend(v int32) bool {
	for path := append(m.queue[:0], v); len(path) > 0; {
		u := path[len(path)-1]
		if s := m.open(u); s >= 0 {
			m.shift(v, u, s)
			return true
		}
		if s := m.first(m.fresh, u); s >= 0 {
			m.fresh[s], m.from[s] = s+1, u
			path = append(path, m.owner[s])
		} else {
			path = path[:len(path)-1]
		}
		m.queue = path[:0]
	}
	return false
}
