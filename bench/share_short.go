package bench

import "github.com/cayleycoll/cayleycoll/coll"

// short reports whether a case is one of short blocks, for which a call of the kernels costs
// more than what it adds or copies. For those there is a share with fewer calls.
func (r *Row) short() bool {
	switch Form(r.Coll) {
	case "allgather", "reducescatter":
		return r.Bytes <= 1<<10
	case "alltoall":
		return r.Bytes <= byWords && !r.InPlace
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
		m.deal()
	}
	return &m.share
}

// keeps reports whether a case is one whose processors may keep a copy of what they give, and
// then do as if out of place: an alltoall in place of short blocks.
func (r *Row) keeps() bool { return r.Coll == "alltoall" && r.InPlace && r.Bytes <= 1<<10 }

// newKeeping is the first step of such a case, newGiving is the second.
func newKeeping[T coll.Elem](l *limits[T], r *Row, host, hosts int) *share[T] {
	m := newMaker(l, r, host, hosts)
	for q := m.first; q < m.end; q++ {
		m.copy(l.kept[q], m.src[q])
	}
	return &m.share
}

func newGiving[T coll.Elem](l *limits[T], r *Row, host, hosts int) *share[T] {
	m := newMaker(l, r, host, hosts)
	m.src = l.kept
	if r.Bytes <= byWords {
		m.deal()
	} else {
		m.alltoall(false)
	}
	return &m.share
}

// byWords are the bytes of the longest blocks that are copied element by element.
const byWords = 128

// together is how many processors get what a source has for them before the next source:
// words that share a cache line come together.
const together = 4

// deal gives the host's ranks what all have for them.
func (m *maker[T]) deal() {
	for q := m.first; q < m.end; q += together {
		d := deal[T]{to: m.dst[q:min(m.end, q+together)], from: m.src, first: q, n: m.n}
		for k := q; k < q+len(d.to) && m.ragged; k++ {
			var cuts []cut
			for from := range m.procs {
				n, sent, got := m.pair(from, k)
				cuts = append(cuts, cut{n, sent, got})
			}
			d.cuts = append(d.cuts, cuts)
		}
		m.deals = append(m.deals, d)
	}
}

// deal is a block of every source for each of some ranks.
type deal[T coll.Elem] struct {
	to, from [][]T
	first    int // of the ranks
	n        int // elements of a block, where cuts is nil
	cuts     [][]cut
}

// cut is n elements of a source, and where they go to.
type cut struct{ n, sent, got int }

func (d *deal[T]) run() {
	for q, from := range d.from {
		for k, to := range d.to {
			c := cut{d.n, (d.first + k) * d.n, q * d.n}
			if d.cuts != nil {
				c = d.cuts[k][q]
			}
			block := from[c.sent:][:c.n]
			to := to[c.got:][:c.n]
			//lint:ignore S1001 a call of memmove costs more than these few words
			for i, v := range block {
				to[i] = v
			}
		}
	}
}
