package coll

import (
	"math"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// V-forms whose lengths are private, each known to two ranks only, with one processor a team.
// Every processor puts its lengths beside the signal, and behind them its words if there are
// few, or else the addresses of its vectors; more words go by its bank. Nobody knows beforehand
// which medium the others' words want: who has heard all others takes the furthest that any of
// them wants, and so do they. To read lengths and addresses where their owner keeps them would
// take the time of another signal.
//
// A gatherv is an alltoallv in which all send to the root alone, in a scatterv the root
// alone sends. Both ranks of a pair see both of its lengths: where these differ neither
// writes anything or comes to its next call.

// pairLengths is what a processor tells the others: how many elements it sends to each rank, then
// how many it receives from each. Those that do not fit are math.MaxUint16. It is a slice, and no
// struct of two, because such are copied through memory, which waits for the words just stored.
type pairLengths []uint16

func (w pairLengths) sends() []uint16 { return w[:len(w)/2] }

func (w pairLengths) receives() []uint16 { return w[len(w)/2:] }

// privateMost is the most processors of whose lengths a line has room, beside two addresses.
const privateMost = 2 * (buffers.LineWords - 2)

// lengthsFit reports whether such calls of a group go that way.
func (g *group) lengthsFit() bool { return g.alone && g.size <= privateMost }

// lengthsIn is the lengths in message seq of a team, of a group of that size.
func lengthsIn(t *team, seq uint64, size int) pairLengths {
	at := &buffers.Payload[int64](&t.line, seq, behind(size))[0]
	return unsafe.Slice((*uint16)(unsafe.Pointer(at)), 2*size)
}

// behind is the words of a line that lengths of a group of that size take.
func behind(size int) int { return (size + 1) / 2 }

// addressesIn is what follows the lengths, room for two addresses.
func addressesIn(t *team, seq uint64, size int) []int64 {
	n := behind(size)
	return buffers.Payload[int64](&t.line, seq, n+2)[n:]
}

// wordsIn is n words behind the lengths.
func wordsIn[T Elem](t *team, seq uint64, size, n int) []T {
	before := behind(size) * 8 / sizeOf[T]()
	return buffers.Payload[T](&t.line, seq, before+n)[before:]
}

// byPieces is a medium of these calls alone: in vectors one of which is longer than aloneMost.
const byPieces = inVectors + 1

// others is how many elements the rank whose lengths these are sends to others.
func (w pairLengths) others(rank int) int { return before(w.sends(), len(w)/2) - int(w[rank]) }

// mediumOfLengths is the medium that the rank whose lengths these are wants.
func mediumOfLengths[T Elem](w pairLengths, rank int) medium {
	size, n := len(w)/2, w.others(rank)
	switch {
	case max(n+int(w[rank]), before(w.receives(), size)) > aloneMost/sizeOf[T]():
		return byPieces
	case n <= (buffers.LineWords-behind(size))*8/sizeOf[T]():
		return inLine
	case n <= wideElems:
		return inBank
	}
	return inVectors
}

// asLength is a length as pairLengths has it.
func asLength(n int) uint16 { return uint16(min(n, math.MaxUint16)) }

// givesAddresses reports whether a rank with these lengths and that medium puts its vectors'
// addresses behind the lengths, and not words.
func givesAddresses(w pairLengths, rank int, way medium) bool {
	return way >= inVectors || w.others(rank) == 0
}

// setLengths sets them to those of blocks that begin at these offsets.
func setLengths(lens []uint16, offsets []int) {
	for r := range lens {
		lens[r] = asLength(offsets[r+1] - offsets[r])
	}
}

// before is how many elements of blocks of these lengths come before that of rank r.
func before(lens []uint16, r int) (sum int) {
	for _, n := range lens[:r] {
		sum += int(n)
	}
	return sum
}

// directPrivate is the call by that way.
func (j *job[T]) directPrivate() {
	var list [2 * privateMost]uint16
	own := pairLengths(list[:2*j.p.g.size])
	j.lengths(own)
	switch j.openPrivate(own) {
	case byPieces:
		j.direct(j.c.collective())
	case inVectors:
		j.compareLengths(own)
		j.movePrivate(own)
		leaveAlone(j.p.member, j.dst, j.src)
	default:
		j.compareLengths(own)
		j.takePrivate(own)
		j.p.c.endRegion()
	}
}

// openPrivate enters the collective with the processor's own lengths and returns the medium that
// all take. If that is in vectors, the others' may be worked on.
func (j *job[T]) openPrivate(own pairLengths) (way medium) {
	m := j.p.member
	way = mediumOfLengths[T](own, m.rank)
	j.put(own, way)
	copy(lengthsIn(m.t, m.seq+1, m.g.size), own)
	m.announce(j.c)
	switch lengths, others := 8*behind(m.g.size), own.others(m.rank); {
	case givesAddresses(own, m.rank, way):
		m.handLine(lengths + 2*8)
	case way == inLine:
		m.handLine(lengths + others*sizeOf[T]())
	default:
		handBank(m, j.s.bank(m.rank, m.seq)[:others], lengths)
	}
	hearLines(m, j.c)
	for r, t := range m.g.teams {
		if t != m.t {
			way = max(way, mediumOfLengths[T](m.lengthsBy(t, own), r))
		}
	}
	if way >= inVectors {
		m.c.hold()
	}
	return way
}

// lengths sets those of the processor's own blocks.
func (j *job[T]) lengths(own pairLengths) {
	p, root := j.p, j.c.root()
	switch c := j.c.collective(); {
	case c == alltoallv:
		setLengths(own.sends(), p.offsets)
		setLengths(own.receives(), p.arrivals)
	case c == gatherv:
		own.sends()[root] = asLength(len(j.src))
		if p.rank == root {
			setLengths(own.receives(), p.offsets)
		}
	default:
		own.receives()[root] = asLength(len(j.dst))
		if p.rank == root {
			setLengths(own.sends(), p.offsets)
		}
	}
}

// put puts what the others are to get, or the addresses, where they find it that way.
func (j *job[T]) put(own pairLengths, way medium) {
	p := j.p
	if givesAddresses(own, p.rank, way) {
		addressesOf(j.dst, j.src).tell(addressesIn(p.t, p.seq+1, p.g.size))
		return
	}
	lo := before(own.sends(), p.rank)
	x, y := j.src[:lo], j.src[lo+int(own.sends()[p.rank]):]
	if way == inLine {
		line := wordsIn[T](p.t, p.seq+1, p.g.size, own.others(p.rank))
		copyWords(line[lo:], y)
		copyWords(line, x)
		return
	}
	p.look() // see enterBank
	bank := j.s.bankAt(p, p.rank, p.seq+1)
	copy(bank, x)
	copy(bank[lo:], y)
}
