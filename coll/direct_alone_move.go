package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Short calls on vectors as those of direct_alone.go, of collectives without sums.

// aloneAllgather is directAllgather.
func (engineOf[T]) aloneAllgather(p *Proc, c call, dst, src []T) {
	m, b := p.member, p.blocksOf(c)
	bytes := len(dst) * sizeOf[T]()
	if !(m.g.size == 2 && !m.distant(bytes) && m.mayRoom(len(src)*sizeOf[T](), true) && openRoom(m, c, dst, src, 0, 0)) {
		openAlone(m, c, dst, src)
	}
	m.mayMeasure(c)
	hearLines(m, c)
	if m.allRoomed() {
		for r, o := range m.g.teams {
			if lo, hi := b.of(r); o == m.t {
				move(dst[lo:hi], src)
			} else {
				fetch(m, o, dst[lo:hi], 0)
			}
		}
		m.leave()
		return
	}
	even := b.at == nil || m.g.even(b.at)
	distant := even && m.distant(bytes)
	pushes := distant || even && m.pushes(len(dst)/m.g.size*(m.g.size+1)*sizeOf[T]())
	past := distant && m.t.beginWriting(c, bytes)
	for r, o := range m.g.teams {
		lo, hi := b.of(r)
		if pushes {
			lo, hi = b.of(m.rank)
		}
		if lo == hi {
			continue
		}
		to, from := dst[lo:hi], src
		if pushes {
			to = span(aloneDst(m, o, dst), lo, hi-lo)
		} else {
			from = span(aloneSrc(m, o, src), 0, hi-lo)
		}
		if &to[0] != &from[0] {
			copyInto(p, past && o != m.t, to, from)
		}
	}
	m.t.endWriting(m.others() * len(src) * sizeOf[T]())
	leaveAlone(m, dst, src)
}

// aloneAlltoall is directAlltoall of n elements a block, dst and src apart.
func (engineOf[T]) aloneAlltoall(p *Proc, c call, dst, src []T, n int) {
	m := p.member
	bytes := len(src) * sizeOf[T]()
	if !(!m.distant(bytes) && m.mayRoom(bytes, true) && openRoom(m, c, dst, src, m.rank*n, (m.rank+1)*n)) {
		openAlone(m, c, dst, src)
	}
	m.mayMeasure(c)
	hearLines(m, c)
	if m.allRoomed() {
		for r, o := range m.g.teams {
			if to := dst[r*n:][:n]; o == m.t {
				asm.Copy(to, src[r*n:][:n])
			} else {
				fetch(m, o, to, m.rank*n)
			}
		}
		m.leave()
		return
	}
	distant := m.distant(bytes)
	pushes := distant || m.pushes(2*bytes)
	past := distant && m.t.beginWriting(c, bytes)
	for r, o := range m.g.teams {
		to, from := dst[r*n:][:n], src[r*n:][:n]
		if pushes {
			to = span(aloneDst(m, o, dst), m.rank*n, n)
		} else {
			from = span(aloneSrc(m, o, src), m.rank*n, n)
		}
		copyInto(p, past && o != m.t, to, from)
	}
	m.t.endWriting(m.others() * n * sizeOf[T]())
	leaveAlone(m, dst, src)
}

// aloneSwap is directAlltoall in place.
func (engineOf[T]) aloneSwap(p *Proc, c call, dst []T, n int) {
	m := p.member
	openAlone(m, c, dst, dst)
	hearLines(m, c)
	for r, o := range m.g.teams {
		if lo, hi := m.shareOfPair(m.rank, r, n); o != m.t && lo < hi {
			swap(p, dst[r*n+lo:r*n+hi], span(aloneDst(m, o, dst), m.rank*n+lo, hi-lo))
		}
	}
	leaveAlone(m, dst, dst)
}

// pushes reports whether each copies what it has, perhaps just written, to all, or else what it
// gets, of so many bytes of its own dst and src. To give takes 0.5 … 0.7 of the time of an
// allgather on a Xeon, 0.75 … 0.9 of an alltoall's, if both were used since the last call. On
// Zen 4 it takes 0.75 … 0.85 while they fit the first cache, and 1.1 … 1.25 where they do not,
// on far cores of a Zen 5 0.4 … 0.6, and with vectors that nobody touches the same.
func (m *member) pushes(bytes int) bool { return m.c.m.gives || bytes <= pushMost }

const pushMost = 24 << 10

// aloneGather is directGather. Only the root has a dst.
func (engineOf[T]) aloneGather(p *Proc, c call, dst, src []T, root int) {
	m, n := p.member, len(src)
	bytes := n * m.g.size * sizeOf[T]()
	if !(m.g.size == 2 && m.rank != root && !m.distant(bytes) && m.mayRoom(n*sizeOf[T](), false) && openRoom(m, c, dst, src, 0, 0)) {
		openAlone(m, c, dst, src)
	}
	m.mayMeasure(c)
	hearLines(m, c)
	if other := 1 - root; m.g.size == 2 && m.roomed(m.g.teams[other]) {
		if m.rank == root {
			move(dst[root*n:][:n], src)
			fetch(m, m.g.teams[other], dst[other*n:][:n], 0)
		}
		m.leave()
		return
	}
	t := m.g.teams[root]
	to, moved := aloneDst(m, t, dst), 0
	past := m.rank != root && m.distant(bytes) && m.t.beginWriting(c, bytes)
	switch d := gatheringOf(blocks{n: n}, root, to, aloneSrc(m, t, src)); {
	case d.shared(m.g, sizeOf[T]()):
		d.share(m.g, m.t, func(r, lo, hi int) {
			copyInto(p, past, span(to, r*n+lo, hi-lo), span(aloneSrc(m, m.g.teams[r], src), lo, hi-lo))
			moved += hi - lo
		})
	case m.rank != root || !d.stays:
		copyInto(p, past, span(to, m.rank*n, n), src)
		moved = n
	}
	m.t.endWriting(moved * sizeOf[T]())
	leaveAlone(m, dst, src)
}

// aloneScatter is directScatter. Only the root has a src.
func (engineOf[T]) aloneScatter(p *Proc, c call, dst, src []T, root int) {
	m, n := p.member, len(dst)
	if !(m.rank == root && m.mayRoom(len(src)*sizeOf[T](), false) && openRoom(m, c, dst, src, root*n, (root+1)*n)) {
		openAlone(m, c, dst, src)
	}
	m.mayMeasure(c)
	hearLines(m, c)
	t := m.g.teams[root]
	if m.roomed(t) {
		if m.rank == root {
			move(dst, src[root*n:][:n])
		} else {
			fetch(m, t, dst, m.rank*n)
		}
		m.leave()
		return
	}
	from := aloneSrc(m, t, src)
	switch d := gatheringOf(blocks{n: n}, root, from, aloneDst(m, t, dst)); {
	case d.shared(m.g, sizeOf[T]()):
		d.share(m.g, m.t, func(r, lo, hi int) {
			asm.Copy(span(aloneDst(m, m.g.teams[r], dst), lo, hi-lo), span(from, r*n+lo, hi-lo))
		})
	case m.rank != root || !d.stays:
		asm.Copy(dst, span(from, m.rank*n, n))
	}
	leaveAlone(m, dst, src)
}

// aloneBroadcast is directBroadcast.
func (engineOf[T]) aloneBroadcast(p *Proc, c call, buf []T, root int) {
	m, n := p.member, len(buf)
	if !(m.g.size == 2 && m.rank == root && m.mayRoom(n*sizeOf[T](), false) && openRoom(m, c, buf, buf, 0, 0)) {
		openAlone(m, c, buf, buf)
	}
	m.mayMeasure(c)
	lo, hi := cut(n, m.g.size, m.rank)
	to := stateOf[T](m.g).teams[m.rank].to
	hearLines(m, c)
	if t := m.g.teams[root]; m.roomed(t) {
		if m.rank != root {
			fetch(m, t, buf, 0)
		}
		m.leave()
		return
	}
	for r, o := range m.g.teams {
		to[r] = aloneSrc(m, o, buf)
	}
	from := unsafe.Slice(to[root], n)[lo:hi]
	past := m.distant(n*sizeOf[T]()) && m.t.beginWriting(c, n*sizeOf[T]())
	for r, t := range to {
		if r != root {
			copyInto(p, past && r != m.rank, unsafe.Slice(t, n)[lo:hi], from)
		}
	}
	m.t.endWriting(m.othersBut(root) * (hi - lo) * sizeOf[T]())
	leaveAlone(m, buf, buf)
}
