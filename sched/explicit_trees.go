package sched

// table is that of the task, by word and vertex: one row a word, or one row for a root.
func (e *Explicit) table() (table pairs, row func(item int32) int32) {
	p := e.Graph.Order()
	if e.Rooted {
		return newPairs(1, p, len(e.Sends)), func(int32) int32 { return 0 }
	}
	return newPairs(p, p, len(e.Sends)), func(item int32) int32 { return item }
}

func (e *Explicit) broadcast() error {
	arrival, row := e.table()
	for i := range e.Sends {
		s := &e.Sends[i]
		r := row(s.Item)
		if s.To == s.Item {
			return e.bad(i, "the word of %d is back at its source", s.Item)
		}
		if arrival.get(r, s.To) != 0 {
			return e.bad(i, "vertex %d receives this word twice", s.To)
		}
		arrival.put(r, s.To, s.Time)
	}
	for i := range e.Sends {
		s := &e.Sends[i]
		if s.From == s.Item {
			continue
		}
		switch at := arrival.get(row(s.Item), s.From); {
		case at == 0:
			return e.bad(i, "vertex %d never receives the word it sends", s.From)
		case at >= s.Time:
			return e.bad(i, "vertex %d receives this word only at time %d", s.From, at)
		}
	}
	return e.complete(func(item, v int32) bool { return arrival.get(row(item), v) != 0 })
}

func (e *Explicit) accumulate() error {
	sent, row := e.table()
	for i := range e.Sends {
		s := &e.Sends[i]
		r := row(s.Item)
		if s.From == s.Item {
			return e.bad(i, "root %d sends away its own sum", s.Item)
		}
		if sent.get(r, s.From) != 0 {
			return e.bad(i, "vertex %d passes its sum on twice", s.From)
		}
		sent.put(r, s.From, s.Time)
	}
	for i := range e.Sends {
		s := &e.Sends[i]
		if s.To == s.Item {
			continue
		}
		switch at := sent.get(row(s.Item), s.To); {
		case at == 0:
			return e.bad(i, "vertex %d never passes this sum on", s.To)
		case at <= s.Time:
			return e.bad(i, "vertex %d has passed its sum on at time %d", s.To, at)
		}
	}
	return e.complete(func(item, v int32) bool { return sent.get(row(item), v) != 0 })
}
