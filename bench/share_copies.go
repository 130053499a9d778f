package bench

// What a host copies where nothing is added.

// swapTile is the elements after which an exchange in place goes on to the next vector, so
// that what is read there has just been written. For 2 vectors of 256 KiB or 2 MiB, and 8 of
// 256 KiB, that takes 0.75 of the time of whole vectors; for 64 it takes twice as long.
const swapTile = 512

// giveTile is the elements of a block that all get before the next ones: they stay in the
// first cache.
const giveTile = 2 << 10

func (m *maker[T]) broadcast() {
	for lo := m.lo; lo < m.hi; lo += giveTile {
		hi := min(m.hi, lo+giveTile)
		for _, to := range m.dst[1:] {
			m.copy(to[lo:hi], m.src[0][lo:hi])
		}
	}
}

func (m *maker[T]) gather() {
	m.blocks(func(q, lo, hi int) { m.copy(m.dst[0][m.begin(q):][lo:hi], m.src[q][lo:hi]) })
}

func (m *maker[T]) scatter() {
	m.blocks(func(q, lo, hi int) { m.copy(m.dst[q][lo:hi], m.src[0][m.begin(q):][lo:hi]) })
}

// fewBlocks is the processors of a host up to which all hosts copy as many elements of a gather or
// scatter, as coll does; of more each copies its ranks' blocks.
const fewBlocks = 4

// blocks calls do for the elements lo … hi-1 of the block of q, for all that the host copies. That of
// rank 0 stays where it is if its vectors are in place.
func (m *maker[T]) blocks(do func(q, lo, hi int)) {
	if len(m.src) > fewBlocks*m.hosts {
		for q := m.first; q < m.end; q++ {
			do(q, 0, m.block(q))
		}
		return
	}
	first := 0
	if &m.src[0][0] == &m.dst[0][0] {
		first = 1
	}
	at := m.begin(first)
	from, to := part(m.begin(len(m.src))-at, m.host, m.hosts)
	for q := first; q < len(m.src); q++ {
		begin := m.begin(q) - at
		if lo, hi := max(0, from-begin), min(m.block(q), to-begin); lo < hi {
			do(q, lo, hi)
		}
	}
}

// allgather gives the blocks of the host's ranks to all, or else all blocks to its ranks.
func (m *maker[T]) allgather(toAll bool) {
	from, until, to := 0, len(m.src), m.dst[m.first:m.end]
	if toAll {
		from, until, to = m.first, m.end, m.dst
	}
	for q := from; q < until; q++ {
		begin, n := m.begin(q), m.block(q)
		for lo := 0; lo < n; lo += giveTile {
			hi := min(n, lo+giveTile)
			for _, to := range to {
				m.copy(to[begin+lo:begin+hi], m.src[q][lo:hi])
			}
		}
	}
}

// alltoall in place swaps blocks: two ranks of the host all, of a rank of the host and one of
// another each host its half.
func (m *maker[T]) alltoall(inPlace bool) {
	if inPlace {
		for r := m.first; r < m.end; r++ {
			for q := range m.procs {
				lo, hi := 0, m.n
				switch here := m.first <= q && q < m.end; {
				case q == r || here && q < r:
					continue
				case !here && r < q:
					lo, hi = part(m.n, 0, 2)
				case !here:
					lo, hi = part(m.n, 1, 2)
				}
				m.swap(m.dst[r][q*m.n:][lo:hi], m.dst[q][r*m.n:][lo:hi])
			}
		}
		return
	}
	for from := m.first; from < m.end; from++ {
		for q := range m.procs {
			n, sent, got := m.pair(from, q)
			m.copy(m.dst[q][got:got+n], m.src[from][sent:sent+n])
		}
	}
}

// swap loads and stores what a swap does, by tiles, but the second copy gives back what the
// first has written.
func (m *maker[T]) swap(x, y []T) {
	for lo := 0; lo < len(x); lo += swapTile {
		hi := min(len(x), lo+swapTile)
		m.copy(x[lo:hi], y[lo:hi])
		m.copy(y[lo:hi], x[lo:hi])
	}
}

// exchange in place goes by ranges as well, of few vectors by tiles.
func (m *maker[T]) exchange(inPlace bool) {
	p := len(m.src)
	before := func(q int) []T { return m.src[(q+p-1)%p] }
	if !inPlace {
		for q := m.first; q < m.end; q++ {
			m.copy(m.dst[q], before(q))
		}
		return
	}
	tile := swapTile
	if p > 8 {
		tile = max(1, m.hi-m.lo)
	}
	for lo := m.lo; lo < m.hi; lo += tile {
		hi := min(m.hi, lo+tile)
		for q := range p {
			m.copy(m.dst[q][lo:hi], before(q)[lo:hi])
		}
	}
}
