package sched

// pairs is a table of one number by (word, vertex), 0 where not set: dense when
// the sends can fill it, else a hash table, so that memory follows the file.
type pairs struct {
	dense  []int32
	sparse map[int64]int32
	p      int64
}

func newPairs(rows, p, members int) pairs {
	if n := int64(rows) * int64(p); n <= 4*int64(members)+4096 {
		return pairs{dense: make([]int32, n), p: int64(p)}
	}
	return pairs{sparse: make(map[int64]int32, members), p: int64(p)}
}

func (t pairs) get(row, v int32) int32 {
	i := int64(row)*t.p + int64(v)
	if t.dense != nil {
		return t.dense[i]
	}
	return t.sparse[i]
}

func (t pairs) put(row, v, x int32) {
	i := int64(row)*t.p + int64(v)
	if t.dense != nil {
		t.dense[i] = x
		return
	}
	t.sparse[i] = x
}
