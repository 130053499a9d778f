package bench

// What a host adds.

// scanTile is the elements that go through all ranks before the next ones: they stay in
// the first cache.
const scanTile = 1024

// at are the elements i of vectors.
func at[T any](vectors [][]T, i int) (ps []*T) {
	for _, x := range vectors {
		ps = append(ps, &x[i])
	}
	return ps
}

// reduce adds the host's range of all sources into each of those.
func (m *maker[T]) reduce(to [][]T) { m.add(at(to, 0), at(m.src, 0), m.lo, m.hi-m.lo) }

// reduceByOne is one host's, which adds vector after vector into one; all copy that.
func (m *maker[T]) reduceByOne() {
	sum, so := m.dst[0], m.src[0]
	for q := 1; q < m.procs && m.host == 0; q++ {
		m.add([]*T{&sum[0]}, []*T{&so[0], &m.src[q][0]}, 0, m.n)
		so = sum
	}
	if m.procs == 1 {
		sum = so
	}
	for _, to := range m.dst[m.first:m.end] {
		m.copy(to, sum)
	}
}

func (m *maker[T]) reduceScatter() {
	for q := m.first; q < m.end; q++ {
		if n := m.block(q); n > 0 {
			m.add(at(m.dst[q:q+1], 0), at(m.src, m.begin(q)), 0, n)
		}
	}
}

// scan adds to rank q's result what rank q-back gave. Rank back has what rank 0 gave.
func (m *maker[T]) scan(back int) {
	for lo := m.lo; lo < m.hi; lo += scanTile {
		k := min(scanTile, m.hi-lo)
		before := m.src[0]
		for q := back; q < len(m.dst); q++ {
			from := []*T{&before[0]}
			if q > back {
				from = append(from, &m.src[q-back][0])
			}
			if q > back || &m.dst[q][0] != &before[0] {
				m.add(at(m.dst[q:q+1], 0), from, lo, k)
			}
			before = m.dst[q]
		}
	}
}
