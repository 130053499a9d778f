package bench

import "github.com/cayleycoll/cayleycoll/coll"

// short reports whether a case is one of short blocks, for which a call of the kernels costs
// more than what it adds or copies. For those there is a share with fewer calls.
func (r *Row) short() bool {
	switch Form(r.Coll) {
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
	first, end := m.first, m.end
	if first == end {
		return &m.share
	}
	switch Form(r.Coll) {
	case "allgather": // all in one vector, and from that to the others, but for sources
		whole := m.dst[first]
		for q, from := range m.src {
			m.copy(whole[m.begin(q):m.begin(q+1)], from)
		}
		for q := first + 1; q < end; q++ {
			lo, hi := m.begin(q), m.begin(q)
			if n := m.block(q); n > 0 && &m.dst[q][lo] == &m.src[q][0] {
				hi += n
			}
			m.copy(m.dst[q][:lo], whole[:lo])
			m.copy(m.dst[q][hi:], whole[hi:])
		}
	case "reducescatter": // the blocks that lie side by side in one
		lo := m.begin(first)
		side := make([]T, m.begin(end)-lo)
		if len(side) == 0 {
			break
		}
		m.add([]*T{&side[0]}, at(m.src, lo), 0, len(side))
		for q := first; q < end; q++ {
			m.copy(m.dst[q], side[m.begin(q)-lo:m.begin(q+1)-lo])
		}
	case "alltoall": // element by element
		for q := first; q < end; q++ {
			d := deal[T]{to: m.dst[q], from: m.src, cut: cut{q * m.n, m.n}}
			for from := 0; m.ragged && from < m.procs; from++ {
				n, sent, _ := m.pair(from, q)
				d.cuts = append(d.cuts, cut{sent, n})
			}
			m.deals = append(m.deals, d)
		}
	}
	return &m.share
}

// deal is a block of every source.
type deal[T coll.Elem] struct {
	to   []T
	from [][]T
	cut        // of all sources, where cuts is nil
	cuts []cut // of each source
}

// cut is n elements of a vector, from one of them on.
type cut struct{ at, n int }

func (d *deal[T]) run() {
	to, c := d.to, d.cut
	for q, from := range d.from {
		if d.cuts != nil {
			c = d.cuts[q]
		}
		block := from[c.at:][:c.n]
		//lint:ignore S1001 a call of memmove costs more than these few words
		for i, v := range block {
			to[i] = v
		}
		to = to[c.n:]
	}
}
