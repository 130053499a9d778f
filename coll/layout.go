package coll

// layout is where the blocks of a v-form begin, for those who read a
// processor's vectors.
type layout struct {
	offsets  []int // of src, or of the vector that has the blocks
	arrivals []int // of dst of alltoallv
}

// offsetsOf makes the offsets of blocks of the given counts and returns their sum.
func (p *Proc) offsetsOf(c collective, name string, counts []int, at *[]int) int {
	if len(counts) != p.g.size {
		p.refuse(c, "%s: %s has %d entries, want %d, one for each rank", c, name, len(counts), p.g.size)
	}
	if cap(*at) <= len(counts) {
		*at = make([]int, len(counts)+1)
	}
	*at = (*at)[:len(counts)+1]
	total := 0
	for r, n := range counts {
		switch {
		case n < 0:
			p.refuse(c, "%s: %s[%d] is %d; want elements, 0 or more", c, name, r, n)
		case total+n < total:
			p.refuse(c, "%s: %s[0] to %s[%d] add up to more than an int holds", c, name, name, r)
		}
		(*at)[r] = total
		total += n
	}
	(*at)[len(counts)] = total
	return total
}
