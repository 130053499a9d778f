package sched

// bits is a set of pairs (row, time) with 1 ≤ time ≤ steps. It is a bitmap
// where that costs at most a few words a member, else a hash table, so that
// absurd numbers in a file cannot ask for absurd memory.
type bits struct {
	words []uint64
	table map[int64]struct{}
	steps int64
}

// newBits makes an empty set for about `members` pairs.
func newBits(rows int64, steps, members int) bits {
	if n := rows * int64(steps); n/64 <= 4*int64(members)+1024 {
		return bits{words: make([]uint64, n/64+1), steps: int64(steps)}
	}
	return bits{table: make(map[int64]struct{}, members), steps: int64(steps)}
}

// set adds the pair and reports whether it was there before.
func (b bits) set(row int64, time int) bool {
	i := row*b.steps + int64(time) - 1
	if b.words == nil {
		_, was := b.table[i]
		b.table[i] = struct{}{}
		return was
	}
	w, m := &b.words[i>>6], uint64(1)<<(i&63)
	was := *w&m != 0
	*w |= m
	return was
}
