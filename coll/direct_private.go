package coll

import (
	"math"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// V-forms whose lengths only two ranks each know, one processor a team: the lengths travel
// beside the signal, and so do the words or, by a bank, more of them, or else the vectors'
// addresses. Who has heard all others knows the way that all go: the longest that anybody
// tells of. To look for lengths and vectors where their owner keeps them would take the time
// of another signal.
//
// A gatherv is an alltoallv in which all send to the root alone, in a scatterv the root
// alone sends. Both ranks of a pair see both of its lengths: where these differ neither
// writes anything or comes to its next call.

// told is the lengths that a processor tells: of what it sends each rank, then of what it
// receives from each. Longer ones are math.MaxUint16. It is a slice, and no struct of two,
// because such are copied through memory, which waits for the words just stored.
type told []uint16

func (w told) sends() []uint16 { return w[:len(w)/2] }

func (w told) receives() []uint16 { return w[len(w)/2:] }

// toldMost is the most processors of whose lengths a line has room, beside two addresses.
const toldMost = 2 * (buffers.LineWords - 2)

// tells reports whether such calls of a group go that way.
func (g *group) tells() bool { return g.alone && g.size <= toldMost }

// toldIn is what a team of a group of that size tells in message seq.
func toldIn(t *team, seq uint64, size int) told {
	at := &buffers.Payload[int64](&t.line, seq)[0]
	return unsafe.Slice((*uint16)(unsafe.Pointer(at)), 2*size)
}

// behind is the words of a line that lengths of a group of that size take.
func behind(size int) int { return (size + 1) / 2 }

// wordsIn is what follows the lengths, room for words.
func wordsIn[T Elem](t *team, seq uint64, size int) []T {
	return buffers.Payload[T](&t.line, seq)[behind(size)*8/sizeOf[T]():]
}

// byPieces is the way where a vector is longer than aloneMost.
const byPieces = inVectors + 1

// others is how many elements that rank has for others, if it tells this.
func (w told) others(rank int) int { return before(w.sends(), len(w)/2) - int(w[rank]) }

// wayOfTold is the way of what it tells.
func wayOfTold[T Elem](w told, rank int) medium {
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

// telling is a length as it is told.
func telling(n int) uint16 { return uint16(min(n, math.MaxUint16)) }

// givesAddresses reports whether a rank that tells this and goes that way puts its vectors'
// addresses behind the lengths, and not words.
func givesAddresses(w told, rank int, way medium) bool {
	return way >= inVectors || w.others(rank) == 0
}

// setLengths sets them to those of blocks that begin at these offsets.
func setLengths(lens []uint16, offsets []int) {
	for r := range lens {
		lens[r] = telling(offsets[r+1] - offsets[r])
	}
}

// before is how many elements of blocks of these lengths come before that of rank r.
func before(lens []uint16, r int) (sum int) {
	for _, n := range lens[:r] {
		sum += int(n)
	}
	return sum
}

// directTold is the call by that way.
func (j *job[T]) directTold() {
	var list [2 * toldMost]uint16
	own := told(list[:2*j.p.g.size])
	j.lengths(own)
	switch j.openTold(own) {
	case byPieces:
		j.direct(j.c.collective())
	case inVectors:
		j.compareLengths(own)
		j.moveTold(own)
		leaveAlone(j.p.member, j.dst, j.src)
	default:
		j.compareLengths(own)
		j.takeTold(own)
		j.p.c.end()
	}
}

// openTold enters the collective, tells own, and returns the way that all go. If that is on
// the vectors, the others' may be worked on.
func (j *job[T]) openTold(own told) (way medium) {
	m := j.p.member
	way = wayOfTold[T](own, m.rank)
	j.put(own, way)
	copy(toldIn(m.t, m.seq+1, m.g.size), own)
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
			way = max(way, wayOfTold[T](m.toldBy(t, own), r))
		}
	}
	if way >= inVectors {
		m.c.hold()
	}
	return way
}

// lengths sets those of the processor's own blocks.
func (j *job[T]) lengths(own told) {
	p, root := j.p, j.c.root()
	switch c := j.c.collective(); {
	case c == alltoallv:
		setLengths(own.sends(), p.offsets)
		setLengths(own.receives(), p.arrivals)
	case c == gatherv:
		own.sends()[root] = telling(len(j.src))
		if p.rank == root {
			setLengths(own.receives(), p.offsets)
		}
	default:
		own.receives()[root] = telling(len(j.dst))
		if p.rank == root {
			setLengths(own.sends(), p.offsets)
		}
	}
}

// put puts what the others are to get, or the addresses, where they find it that way.
func (j *job[T]) put(own told, way medium) {
	p := j.p
	if givesAddresses(own, p.rank, way) {
		addressesOf(j.dst, j.src).tell(wordsIn[int64](p.t, p.seq+1, p.g.size))
		return
	}
	lo := before(own.sends(), p.rank)
	x, y := j.src[:lo], j.src[lo+int(own.sends()[p.rank]):]
	if way == inLine {
		line := wordsIn[T](p.t, p.seq+1, p.g.size)
		copyWords(line[lo:], y)
		copyWords(line, x)
		return
	}
	p.look() // see enterBank
	bank := j.s.packedAt(p, p.rank, inBank, p.seq+1)
	copy(bank, x)
	copy(bank[lo:], y)
}
