package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// The shortest calls that only move words; see direct_line.go. None is written before
// all have come with the same call.

// lineAllgather is directAllgather of such a call.
func lineAllgather[T Elem](p *Proc, c call, dst, src []T) {
	m := p.member
	m.enter(c)
	seq, t, n := m.seq, m.t, len(src)
	own := buffers.Payload[T](&t.line, seq)[:n]
	//lint:ignore S1001 a call of memmove costs more than these few words
	for i, v := range src {
		own[i] = v
	}
	t.line.Publish(seq, c.word, c.n)
	m.c.m.wake()
	m.note(c)
	m.greet()
	for r, o := range m.g.teams {
		to, x := dst[r*n:(r+1)*n], src
		if o != t {
			x = buffers.Payload[T](&o.line, seq)[:n]
		}
		//lint:ignore S1001 a call of memmove costs more than these few words
		for i, v := range x {
			to[i] = v
		}
	}
	m.c.end()
}

// lineBroadcast is directBroadcast of such a call.
func lineBroadcast[T Elem](p *Proc, c call, buf []T, root int) {
	m := p.member
	m.enter(c)
	if m.rank == root {
		own := buffers.Payload[T](&m.t.line, m.seq)
		//lint:ignore S1001 a call of memmove costs more than these few words
		for i, v := range buf {
			own[i] = v
		}
	}
	m.t.line.Publish(m.seq, c.word, c.n)
	m.c.m.wake()
	m.note(c)
	m.greet()
	if m.rank != root {
		x := buffers.Payload[T](&m.g.teams[root].line, m.seq)[:len(buf)]
		//lint:ignore S1001 as above
		for i, v := range x {
			buf[i] = v
		}
	}
	m.c.end()
}

// lineAlltoall is directAlltoall of such a call, dst and src apart.
func lineAlltoall[T Elem](p *Proc, c call, dst, src []T, n int) {
	m := p.member
	lineBlocks(m, c, src, n)
	m.greet()
	for r, o := range m.g.teams {
		x := src[r*n:][:n]
		if o != m.t {
			x = buffers.Payload[T](&o.line, m.seq)[m.among(r)*n:][:n]
		}
		to := dst[r*n:][:n]
		//lint:ignore S1001 a call of memmove costs more than these few words
		for i, v := range x {
			to[i] = v
		}
	}
	m.c.end()
}
