package coll

// stages are the vectors of an algorithm that makes, step after step, a new
// vector of every processor's out of those of the step before: src, then room
// of the teams' own, then dst. A long vector goes through all steps in parts that
// stay in the cache.
type stages[T Elem] struct {
	p     *Proc
	s     *typed[T]
	steps int
	back  int // how many steps back a step reads
	lo, n int // the part: n elements from lo
}

// stage prepares room for the caller's team and returns the elements of a part;
// it comes before publish.
func stage[T Elem](p *Proc, s *typed[T], n int) (part int) {
	part = segment[T](4*p.g.size, n)
	s.teams[p.t.id].room(len(p.t.ranks), part)
	return part
}

// at is the vector of a rank after k steps. The last step writes to dst, unless
// it reads as far back as src: that may be dst.
func (v *stages[T]) at(r, k int) []T {
	m := v.p.g.members[r]
	o := v.s.teams[m.t.id]
	switch i := m.place; {
	case k == 0:
		return o.src[i][v.lo:][:v.n]
	case k == v.steps && !v.short():
		return o.dst[i][v.lo:][:v.n]
	default:
		return o.scratch[3*i+k%3][:v.n]
	}
}

// short says whether the last step reads src.
func (v *stages[T]) short() bool { return v.steps <= v.back }

// end copies to dst what the last step could not write there.
func (v *stages[T]) end() {
	if !v.short() {
		return
	}
	t := v.p.t
	for i, r := range t.ranks {
		move(v.s.teams[t.id].dst[i][v.lo:][:v.n], v.at(r, v.steps))
	}
}
