package sched

// exchange follows the words of an exchange in order of time. Each send links
// to the one before it of the same word, so that at the end every path can be
// walked once for vertices it meets twice.
func (e *Explicit) exchange() error {
	p := e.Graph.Order()
	last := newPairs(p, p, len(e.Sends)) // by (source, destination): its last send so far, +1
	before := make([]int32, len(e.Sends))
	for _, i := range e.byTime() {
		s := &e.Sends[i]
		at, ready := s.Item, int32(0)
		if j := last.get(s.Item, s.Dst); j != 0 {
			at, ready = e.Sends[j-1].To, e.Sends[j-1].Time
			before[i] = j
		}
		switch {
		case at == s.Dst:
			return e.bad(int(i), "the word has arrived at time %d", ready)
		case at != s.From:
			return e.bad(int(i), "the word is at vertex %d", at)
		case ready >= s.Time:
			return e.bad(int(i), "the word moves twice at time %d", s.Time)
		}
		last.put(s.Item, s.Dst, i+1)
	}
	if err := e.complete(func(src, dst int32) bool {
		j := last.get(src, dst)
		return j != 0 && e.Sends[j-1].To == dst
	}); err != nil {
		return err
	}
	return e.simple(last, before)
}

// simple checks that no path meets a vertex twice and none stops on its way.
func (e *Explicit) simple(last pairs, before []int32) error {
	met := make([]int32, e.Graph.Order()) // by vertex: the path that met it last
	for i := range e.Sends {
		s := &e.Sends[i]
		if j := last.get(s.Item, s.Dst); int(j) != i+1 {
			continue
		}
		if s.To != s.Dst {
			return e.bad(i, "the word stops at %d", s.To)
		}
		met[s.Item] = int32(i + 1)
		for j := int32(i + 1); j != 0; j = before[j-1] {
			v := e.Sends[j-1].To
			if met[v] == int32(i+1) {
				return e.bad(int(j-1), "the word comes to vertex %d twice", v)
			}
			met[v] = int32(i + 1)
		}
	}
	return nil
}
