package coll

import (
	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// The shortest calls, one processor a team and a payload that fits the line:
// between seeing the last partner's signal and one's own next one stand
// instructions only, so there are few of them. Own elements come from src, not
// from the own line, which the partner has just taken away.
//
// Of a payload that takes both cache lines the second is written first, and then both are
// handed over. Written in turn, and not handed over, the first is often fetched before the second
// is there: calls of 48 to 104 bytes then take 1.3 times as long on two cores of an Emerald
// Rapids. Where teams have several processors it makes no difference.

// fitsLine reports whether n elements of a processor go that way.
func fitsLine(n int) bool { return uint(n-1) < buffers.LineWords }

// lineAllreduce is directAllreduce of such a call by Sum, and directReduce, where the other one than
// the root has no dst, of two processors: lineFold with less to do.
func lineAllreduce[T Elem](p *Proc, c call, dst, src []T) {
	m := p.member
	t, n := m.t, len(src)
	copyWords(buffers.Payload[T](&t.line, m.seq+1, n), src) // this is enterLine, written out: it is the shortest call of all
	m.announce(c)
	m.handLine(n * sizeOf[T]())
	x := lineOf[T](m, m.g.teams[1-t.id], c, n)
	if dst != nil {
		a, b := src, x
		if t.id != 0 {
			a, b = x, src
		}
		dst, a = dst[:n], a[:n]
		for i, v := range b { // one loop for both ranks: of two NaNs each takes the same one
			dst[i] = a[i] + v
		}
	}
	m.c.endRegion()
}

// lineReduceScatter is directReduceScatter of such a call. A line carries the blocks of the
// others, one after another.
func lineReduceScatter[T Elem](p *Proc, c call, dst, src []T, op Op) {
	m := p.member
	b := m.blocksOf(c)
	lo, hi := b.of(m.rank)
	enterLine(m, c, src[:lo], src[hi:])
	own := src[lo:hi]
	var sum [buffers.LineWords]T
	for r, o := range m.g.teams {
		x := own
		if o != m.t {
			lo, hi := b.among(r, m.rank)
			x = lineOf[T](m, o, c, b.others(r, m.g.size))[lo:hi]
		}
		addWords(op, r == 0, sum[:], x)
	}
	copy(dst, sum[:hi-lo])
	m.c.endRegion()
}

// lineFold is directAllreduce of such a call, directReduce, where all but the root
// have no dst, and directScan: the ranks up to last, none of them if it is -1.
func lineFold[T Elem](p *Proc, c call, dst, src []T, op Op, last int) {
	m, n := p.member, len(src)
	enterLine(m, c, src, nil)
	hearLines(m, c)
	if dst == nil {
		last = -1
	}
	var sum [buffers.LineWords]T
	for r, o := range m.g.teams[:last+1] {
		x := src
		if o != m.t {
			x = buffers.Payload[T](&o.line, m.seq, n)
		}
		addWords(op, r == 0, sum[:], x)
	}
	if last >= 0 {
		copy(dst, sum[:n])
	}
	m.c.endRegion()
}

// addWords is acc = x or, if that is not the first, acc op x.
func addWords[T Elem](op Op, first bool, acc, x []T) {
	acc = acc[:len(x)]
	switch {
	case first:
		copyWords(acc, x)
	case op == Sum: // as asm.Add does, without the call
		for i, v := range x {
			acc[i] += v
		}
	default:
		asm.Add(op.kernel(), acc, x)
	}
}

// enterLine enters a collective and publishes x and y.
func enterLine[T Elem](m *member, c call, x, y []T) {
	line := buffers.Payload[T](&m.t.line, m.seq+1, len(x)+len(y))
	copyWords(line[len(x):], y)
	copyWords(line, x)
	m.announce(c)
	m.handLine((len(x) + len(y)) * sizeOf[T]())
}
