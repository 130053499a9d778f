package sched

// bits is a set of pairs (row, time) with 1 ≤ time ≤ steps. It is a bitmap
// where that costs at most a few words a member, else a hash table, so that
// absurd numbers in a file cannot ask for absurd memory.
type bits struct {
	words []uint64
	table map[rowTime]struct{}
	steps int64
}

type rowTime struct {
	row  int64
	time int
}

// newBits makes an empty set for about `members` pairs; for fewer than 0 steps, which is no
// schedule's, it has room for none.
func newBits(rows int64, steps, members int) bits {
	steps = max(0, steps)
	if most := 64 * (4*int64(members) + 1024); int64(steps) <= most/max(1, rows) {
		return bits{words: make([]uint64, rows*int64(steps)/64+1), steps: int64(steps)}
	}
	return bits{table: make(map[rowTime]struct{}, members)}
}

// set adds the pair and reports whether it was there before.
func (b bits) set(row int64, time int) bool {
	if b.words == nil {
		k := rowTime{row, time}
		_, was := b.table[k]
		b.table[k] = struct{}{}
		return was
	}
	i := row*b.steps + int64(time) - 1
	w, m := &b.words[i>>6], uint64(1)<<(i&63)
	was := *w&m != 0
	*w |= m
	return was
}
