package sched

// lanes are what words that move in one step do not share: every generator is one, with a word a
// vertex. Over one-way links a generator and its inverse are one together, and one that is its own
// inverse has P/2 links, half a word a vertex.
type lanes struct {
	of    []int // by generator
	takes []int // by lane: the steps of a word a vertex, 1 or 2
}

// lanesOf are those of d generators. inv is their inverses, -1 for one that has none, where links are
// one-way, else nil.
func lanesOf(d int, inv []int) (l lanes) {
	for x := range d {
		back, takes := -1, 1
		if inv != nil {
			back = inv[x]
		}
		switch {
		case back >= 0 && back < x:
			l.of = append(l.of, l.of[back])
			continue
		case back == x:
			takes = 2
		}
		l.of, l.takes = append(l.of, len(l.takes)), append(l.takes, takes)
	}
	return l
}

// put adds the hops of a path to the loads of the lanes, n times.
func (l *lanes) put(load []int, path []int32, n int) {
	for _, x := range path {
		load[l.of[x]] += n * l.takes[l.of[x]]
	}
}
