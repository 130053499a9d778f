package coll

// layout is where the blocks of a v-form begin, for those who read a
// processor's vectors.
type layout struct {
	offsets  []int  // of src, or of the vector that has the blocks
	arrivals []int  // of dst of alltoallv
	digest   uint64 // of the counts of offsets; 0: not made
}

// blockOf is the range of the block of a rank in the vector that has one for each. Where
// only the root knows its blocks others ask after meet.
func (j *job[T]) blockOf(r int) (lo, hi int) {
	at := j.p.offsets
	switch j.c.collective() {
	case allgatherv, reducescatterv:
	case gatherv, scatterv:
		at = j.p.g.members[j.c.root()].offsets
	default:
		return r * j.n, (r + 1) * j.n
	}
	return at[r], at[r+1]
}

// offsetsOf makes the offsets of blocks of the given counts and returns their sum. Those of
// the counts of the last call are kept.
func (p *Proc) offsetsOf(c collective, name string, counts []int, at *[]int) int {
	if len(counts) != p.g.size {
		p.refuse(c, "%s: %s has length %d, want %d, one for each rank", c, name, len(counts), p.g.size)
	}
	if fit(*at, counts) {
		return (*at)[len(counts)]
	}
	total := 0
	for r, n := range counts {
		switch {
		case n < 0:
			p.refuse(c, "%s: %s[%d] is %d; want elements, 0 or more", c, name, r, n)
		case total+n < total:
			p.refuse(c, "%s: %s[0] to %s[%d] add up to more than an int holds", c, name, name, r)
		}
		total += n
	}
	*at, p.digest = grown(*at, len(counts)+1), 0
	begins := *at
	begins[0] = 0
	for r, n := range counts {
		begins[r+1] = begins[r] + n
	}
	return total
}

// fit reports whether these are the offsets of blocks of those counts.
func fit(offsets, counts []int) bool {
	if len(offsets) != len(counts)+1 {
		return false
	}
	for i, end := range offsets[1:] {
		if end-offsets[i] != counts[i] {
			return false
		}
	}
	return true
}

// digestOf makes one number of the counts of offsets, so that processors that disagree about
// them find out at the call.
func (l *layout) digestOf(counts []int) uint64 {
	if l.digest == 0 {
		l.digest = 14695981039346656037 // FNV-1a, a count at a time
		for _, n := range counts {
			l.digest = (l.digest ^ uint64(n)) * 1099511628211
		}
	}
	return l.digest
}
