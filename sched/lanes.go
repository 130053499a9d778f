package sched

// lanes are what words that move in one step do not share: every generator is one, with a word a
// vertex. Over one-way links a generator and its inverse are one together, and one that is its own
// inverse has half a word a vertex.
type lanes struct {
	of    []int // by generator
	takes []int // by lane: the steps of a word a vertex
}

// lanesOf are those of d generators. inv is their inverses where links are one-way, else nil.
func lanesOf(d int, inv []int) (l lanes) {
	if inv == nil {
		for x := range d {
			l.of, l.takes = append(l.of, x), append(l.takes, 1)
		}
		return l
	}
	of, half := linkClasses(inv)
	l.of = of
	for _, h := range half {
		l.takes = append(l.takes, 1)
		if h {
			l.takes[len(l.takes)-1]++
		}
	}
	return l
}

// put adds the hops of a path to the loads of the lanes, n times.
func (l *lanes) put(load []int, path []int32, n int) {
	for _, x := range path {
		load[l.of[x]] += n * l.takes[l.of[x]]
	}
}
