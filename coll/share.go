package coll

// How work is dealt to parts.

// share is where part i begins when n things are dealt to parts.
func share(n, parts, i int) int { return int(int64(n) * int64(i) / int64(parts)) }

// cut is the range [lo, hi) of part i where n elements are divided into parts, in
// multiples of 16, so that no two parts share a cache line of an aligned vector, whatever
// the type.
func cut(n, parts, i int) (lo, hi int) {
	blocks := (n + 15) / 16
	return min(n, 16*share(blocks, parts, i)), min(n, 16*share(blocks, parts, i+1))
}

// betweenLooks is how many elements of each of the vectors a team moves between two looks at whether
// the Run has failed: about a millisecond's work, and at least 4,096. (With 2,048 an allreduce
// of 64 KiB on 1,024 processors takes 1.3 of the time.)
func betweenLooks(vectors int) int { return max(4096, 1<<19/max(1, vectors)&^1023) }

// inParts does elements lo … hi-1 of so many vectors in parts, from the last to the first if back,
// looking between them whether the Run has failed.
func (p *Proc) inParts(lo, hi, vectors int, back bool, do func(lo, n int)) {
	step := betweenLooks(vectors)
	if !back {
		for ; lo < hi; lo += step {
			p.look()
			do(lo, min(step, hi-lo))
		}
		return
	}
	for step = min(step, max(turnLeast, (hi-lo)/16&^(turnLeast-1))); lo < hi; {
		p.look()
		n := (hi-lo-1)%step + 1 // the rest comes first, so that all parts begin as lo does
		hi -= n
		do(hi, n)
	}
}
