package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// The shortest calls that only move words; see direct_line.go. None is written before
// all have come with the same call.

// lineAllgather is directAllgather of such a call, and directGather, where all but the
// root have no dst.
func lineAllgather[T Elem](p *Proc, c call, dst, src []T) {
	m := p.member
	b := m.blocksOf(c)
	enterLine(m, c, src, nil)
	hearLines(m, c)
	for r, o := range m.g.teams {
		if dst == nil {
			break
		}
		lo, hi := b.of(r)
		x := src
		if o != m.t {
			x = buffers.Payload[T](&o.line, m.seq, hi-lo)
		}
		copyWords(dst[lo:hi], x)
	}
	m.c.endRegion()
}

// lineBroadcast is directBroadcast of such a call.
func lineBroadcast[T Elem](p *Proc, c call, buf []T, root int) {
	m := p.member
	var own []T
	if m.rank == root {
		own = buf
	}
	enterLine(m, c, own, nil)
	hearLines(m, c)
	if m.rank != root {
		x := buffers.Payload[T](&m.g.teams[root].line, m.seq, len(buf))
		copyWords(buf, x)
	}
	m.c.endRegion()
}

// lineScatter is directScatter of such a call. The root's line carries the blocks of
// the others.
func lineScatter[T Elem](p *Proc, c call, dst, src []T, root int) {
	m, b := p.member, p.blocksOf(c)
	lo, hi := b.of(root)
	if m.rank != root {
		enterLine[T](m, c, nil, nil)
	} else {
		enterLine(m, c, src[:lo], src[hi:])
	}
	hearLines(m, c)
	x := src
	if m.rank != root {
		lo, hi = b.among(root, m.rank)
		x = buffers.Payload[T](&m.g.teams[root].line, m.seq, b.others(root, m.g.size))
	}
	copyWords(dst, x[lo:hi])
	m.c.endRegion()
}

// lineAlltoall is directAlltoall of such a call.
func lineAlltoall[T Elem](p *Proc, c call, dst, src []T) {
	m, b := p.member, p.blocksOf(c)
	lo, hi := b.of(m.rank)
	enterLine(m, c, src[:lo], src[hi:])
	hearLines(m, c)
	for r, o := range m.g.teams {
		x := src[lo:hi]
		if o != m.t {
			lo, hi := b.among(r, m.rank)
			x = buffers.Payload[T](&o.line, m.seq, b.others(r, m.g.size))[lo:hi]
		}
		lo, hi := b.of(r)
		copyWords(dst[lo:hi], x)
	}
	m.c.endRegion()
}
