package coll

// layout is where the blocks of a v-form begin, for those who read a
// processor's vectors.
type layout struct {
	offsets  []int // of src, or of the vector that has the blocks
	arrivals []int // of dst of alltoallv
}

// count makes the offsets of blocks of the given counts and returns their sum.
func (p *Proc) count(c collective, name string, counts []int, at *[]int) int {
	if len(counts) != p.g.size {
		p.misuse("%s: %s has %d entries, want %d, one for each rank", c, name, len(counts), p.g.size)
	}
	if cap(*at) <= len(counts) {
		*at = make([]int, len(counts)+1)
	}
	*at = (*at)[:len(counts)+1]
	total := 0
	for r, n := range counts {
		if n < 0 || total+n < total {
			p.misuse("%s: %s[%d] is %d; want elements, 0 or more", c, name, r, n)
		}
		(*at)[r] = total
		total += n
	}
	(*at)[len(counts)] = total
	return total
}
