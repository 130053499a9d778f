package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// The shortest calls that only move words; see direct_line.go. None is written before
// all have come with the same call.

// lineAllgather is directAllgather of such a call, and directGather, where all but the
// root have no dst.
func lineAllgather[T Elem](p *Proc, c call, dst, src []T) {
	m := p.member
	n := len(src)
	enterLine(m, c, src, nil)
	hearLines(m, c)
	for r, o := range m.g.teams {
		if dst == nil {
			break
		}
		to, x := dst[r*n:(r+1)*n], src
		if o != m.t {
			x = buffers.Payload[T](&o.line, m.seq)[:n]
		}
		copyWords(to, x)
	}
	m.c.end()
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
		x := buffers.Payload[T](&m.g.teams[root].line, m.seq)[:len(buf)]
		copyWords(buf, x)
	}
	m.c.end()
}

// lineScatter is directScatter of such a call. The root's line carries the blocks of
// the others.
func lineScatter[T Elem](p *Proc, c call, dst, src []T, root int) {
	m, n := p.member, len(dst)
	lo := root * n
	if m.rank != root {
		enterLine[T](m, c, nil, nil)
	} else {
		enterLine(m, c, src[:lo], src[lo+n:])
	}
	hearLines(m, c)
	var x []T
	if m.rank != root {
		x = buffers.Payload[T](&m.g.teams[root].line, m.seq)[m.among(root)*n:][:n]
	} else {
		x = src[lo:][:n]
	}
	copyWords(dst, x)
	m.c.end()
}

// lineAlltoall is directAlltoall of such a call.
func lineAlltoall[T Elem](p *Proc, c call, dst, src []T, n int) {
	m := p.member
	lo := m.rank * n
	enterLine(m, c, src[:lo], src[lo+n:])
	hearLines(m, c)
	for r, o := range m.g.teams {
		x := src[lo:][:n]
		if o != m.t {
			x = buffers.Payload[T](&o.line, m.seq)[m.among(r)*n:][:n]
		}
		to := dst[r*n:][:n]
		copyWords(to, x)
	}
	m.c.end()
}
