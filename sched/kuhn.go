package sched

// kuhn matches things to places, one thing after another: where all places that a thing
// could have are taken, what is in one of them moves to another of its own, and so on
// (Kuhn's augmenting paths). What has a place keeps one.
type kuhn struct {
	room    int                            // things in a place, at most
	choices func(thing int32) int          // how many a thing has
	place   func(thing int32, i int) int32 // that of choice i, -1 if it is none
	held    []choice                       // by place·room
	count   []int32                        // by place: how many are there
	seen    []int32                        // by place: the last search that met it
	search  int32
}

// choice is a thing and which of its choices it has.
type choice struct{ thing, i int32 }

func newKuhn(places, room int, choices func(thing int32) int, place func(thing int32, i int) int32) *kuhn {
	return &kuhn{room: room, choices: choices, place: place,
		held: make([]choice, places*room), count: make([]int32, places), seen: make([]int32, places)}
}

// clear empties all places.
func (m *kuhn) clear() { clear(m.count) }

// in is what a place holds.
func (m *kuhn) in(place int) []choice {
	return m.held[place*m.room:][:m.count[place]]
}

// match finds a place for a thing, or changes nothing and says no. It looks at every choice
// of every thing once, at most.
func (m *kuhn) match(thing int32) bool {
	m.search++
	return m.augment(thing)
}

func (m *kuhn) augment(thing int32) bool {
	for i := range m.choices(thing) {
		place := m.place(thing, i)
		if place < 0 || m.seen[place] == m.search {
			continue
		}
		m.seen[place] = m.search
		mine := choice{thing, int32(i)}
		if n := m.count[place]; int(n) < m.room {
			m.held[int(place)*m.room+int(n)] = mine
			m.count[place]++
			return true
		}
		for j, other := range m.in(int(place)) {
			if m.augment(other.thing) {
				m.in(int(place))[j] = mine
				return true
			}
		}
	}
	return false
}
