package bench

import "github.com/cayleycoll/cayleycoll/coll"

// short reports whether a case is one of short blocks, for which a call of the kernels costs
// more than what it adds or copies. For those there is a share with fewer calls.
func (r *Row) short() bool {
	switch r.Coll {
	case "allgather", "reducescatter":
		return r.Bytes <= 1<<10
	case "alltoall":
		return r.Bytes <= 128 && !r.InPlace
	}
	return false
}

// newShortShare is newShare of such a case.
func newShortShare[T coll.Elem](l *limits[T], r *Row, host, hosts int) *share[T] {
	m := newMaker(l, r, host, hosts)
	n, first, end := m.n, m.first, m.end
	if first == end {
		return &m.share
	}
	switch r.Coll {
	case "allgather": // all in one vector, and from that to the others, but for sources
		whole := m.dst[first]
		for q, from := range m.src {
			m.copy(whole[q*n:(q+1)*n], from)
		}
		for q := first + 1; q < end; q++ {
			lo, hi := q*n, q*n
			if &m.dst[q][lo] == &m.src[q][0] {
				hi += n
			}
			m.copy(m.dst[q][:lo], whole[:lo])
			m.copy(m.dst[q][hi:], whole[hi:])
		}
	case "reducescatter": // the blocks that lie side by side in one
		side := make([]T, (end-first)*n)
		m.add([]*T{&side[0]}, at(m.src, first*n), 0, len(side))
		for q := first; q < end; q++ {
			m.copy(m.dst[q], side[(q-first)*n:(q-first+1)*n])
		}
	case "alltoall": // element by element
		for q := first; q < end; q++ {
			m.deals = append(m.deals, deal[T]{m.dst[q], m.src, q * n, n})
		}
	}
	return &m.share
}

// deal is the blocks of n elements that begin at element at of all sources.
type deal[T coll.Elem] struct {
	to    []T
	from  [][]T
	at, n int
}

func (d *deal[T]) run() {
	to := d.to
	for _, from := range d.from {
		block := from[d.at:][:d.n]
		//lint:ignore S1001 a call of memmove costs more than these few words
		for i, v := range block {
			to[i] = v
		}
		to = to[d.n:]
	}
}
