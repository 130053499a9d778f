package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Short calls by direct, one processor a team, of words that fit no line but a bank:
// a copy of them travels with the signal. That saves the second signal, and words
// that were written since the last call come once to whoever needs them, where an
// allreduce on the vectors fetches half of the sources, takes the lines of half of the
// other's dst, and has them fetched back.
//
// Two cores of a Zen 5, against the way of direct_alone.go in the same run, in phases in
// which a cache line's round trip is 63 or 120 ns: 512 bytes 0.72 … 0.87 of its time with
// vectors that nobody else touches between the calls, 0.66 … 0.77 where src is written
// before every call and dst read after it; 1 KiB 0.87 … 0.98 and 0.70 … 0.84; 2 KiB 1.2 and
// 0.83.

// fitsBank reports whether a call may use the banks: n is the elements that a processor takes
// from the others or, of rooted collectives and scans, puts into its own bank.
func fitsBank(n int) bool { return uint(n-1) < wideElems }

// bankFold is directAllreduce of such a call, directReduce, where all but the root have
// no dst, and directScan: the ranks up to last, none of them if it is -1.
func (engineOf[T]) bankFold(p *Proc, c call, dst, src []T, op Op, last int) {
	s := stateOf[T](p.g)
	enterBank(p, s, c, src, nil)
	own := s.teams[p.rank]
	to, from := own.to[:1], own.from[:last+1]
	for r := range from {
		from[r] = &src[0]
		if r != p.rank {
			from[r] = &s.bank(r, p.seq)[0]
		}
	}
	if dst != nil && last >= 0 {
		to[0] = &dst[0]
		asm.Fold(op.kernel(), to, from, 0, len(src))
	}
	p.c.endRegion()
}

// bankBroadcast is directBroadcast.
func (engineOf[T]) bankBroadcast(p *Proc, c call, buf []T, root int) {
	s := stateOf[T](p.g)
	var own []T
	if p.rank == root {
		own = buf
	}
	enterBank(p, s, c, own, nil)
	if p.rank != root {
		copy(buf, s.bank(root, p.seq)[:len(buf)])
	}
	p.c.endRegion()
}

// bankReduceScatter is directReduceScatter. A bank has the blocks of the others, one
// after another.
func (engineOf[T]) bankReduceScatter(p *Proc, c call, dst, src []T, op Op) {
	s, b := stateOf[T](p.g), p.blocksOf(c)
	lo, hi := b.of(p.rank)
	enterBank(p, s, c, src[:lo], src[hi:])
	if lo < hi {
		own := s.teams[p.rank]
		to, from := own.to[:1], own.from
		to[0] = &dst[0]
		for r := range p.g.size {
			from[r] = &src[lo]
			if r != p.rank {
				at, _ := b.among(r, p.rank)
				from[r] = &s.bank(r, p.seq)[at]
			}
		}
		asm.Fold(op.kernel(), to, from, 0, hi-lo)
	}
	p.c.endRegion()
}

// bankScatter is directScatter.
func (engineOf[T]) bankScatter(p *Proc, c call, dst, src []T, root int) {
	s, b := stateOf[T](p.g), p.blocksOf(c)
	lo, hi := b.of(root)
	if p.rank != root {
		enterBank(p, s, c, nil, nil)
		lo, hi = b.among(root, p.rank)
		copy(dst, s.bank(root, p.seq)[lo:hi])
	} else {
		enterBank(p, s, c, src[:lo], src[hi:])
		if own := src[lo:hi]; &own[0] != &dst[0] {
			copy(dst, own)
		}
	}
	p.c.endRegion()
}

// bankAllgather is directAllgather, and directGather, where all but the root have no
// dst.
func (engineOf[T]) bankAllgather(p *Proc, c call, dst, src []T) {
	s, b := stateOf[T](p.g), p.blocksOf(c)
	enterBank(p, s, c, src, nil)
	for r := range p.g.size {
		if dst == nil {
			break
		}
		from := src
		if r != p.rank {
			from = s.bank(r, p.seq)
		}
		if lo, hi := b.of(r); lo < hi && &dst[lo] != &from[0] {
			copy(dst[lo:hi], from)
		}
	}
	p.c.endRegion()
}

// bankAlltoall is directAlltoall.
func (engineOf[T]) bankAlltoall(p *Proc, c call, dst, src []T) {
	s, b := stateOf[T](p.g), p.blocksOf(c)
	lo, hi := b.of(p.rank)
	enterBank(p, s, c, src[:lo], src[hi:])
	for r := range p.g.size {
		from := src[lo:hi]
		if r != p.rank {
			lo, hi := b.among(r, p.rank)
			from = s.bank(r, p.seq)[lo:hi]
		}
		lo, hi := b.of(r)
		copy(dst[lo:hi], from)
	}
	p.c.endRegion()
}

// enterBank enters a collective, publishes x and y, and returns when the others' banks
// may be read.
func enterBank[T Elem](p *Proc, s *typed[T], c call, x, y []T) {
	p.look() // who unwinds must leave alone what others may be reading yet
	bank := s.bankAt(p, p.t.id, p.seq+1)
	copy(bank, x) // as asm.Copy does with so few
	if len(y) > 0 {
		copy(bank[len(x):], y)
	}
	s.noteBank(p, inBank, p.seq+1, len(x)+len(y))
	p.announce(c)
	handBank(p.member, bank[:len(x)+len(y)], 0)
	hearLines(p.member, c)
}

// handBank comes after announce: it hands over what the processor has put into its bank, if
// anything, and the message with so many bytes of payload that says so. On two cores of an Emerald
// Rapids, 0.4 µs apart, calls of 128 bytes to 1 KiB take 0.72 … 0.86 of the time then. Without
// asm.Rest they gain half of that; messages of a line gain as much without it. If those who receive
// a broadcast neither hand over nor rest, it gains nothing.
func handBank[T Elem](m *member, bank []T, bytes int) {
	if m.g.size == 1 {
		return
	}
	if len(bank) > 0 {
		asm.HandOver(unsafe.Pointer(&bank[0]), len(bank)*sizeOf[T]())
	}
	m.t.line.HandOver(m.seq, bytes)
	asm.Rest()
	m.c.asks = m.claims()
}
