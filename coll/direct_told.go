package coll

import (
	"math"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// V-forms whose lengths only two ranks each know, one processor a team: the lengths travel
// beside the signal, after the addresses of openAlone, and so do the words or, by a bank,
// more of them. Who has heard all others knows the way that all go: the longest that
// anybody tells of. To look for lengths and vectors where their owner keeps them would take
// the time of another signal.
//
// A gatherv is an alltoallv in which all send to the root alone, in a scatterv the root
// alone sends. Both ranks of a pair see both of its lengths: where these differ neither
// writes anything or comes to its next call.

// told is the lengths that a processor tells: of what it sends each rank, then of what it
// receives from each. Longer ones are math.MaxUint16. It is a slice, and no struct of two,
// because such are copied through memory: 10 ns each where all takes 300.
type told []uint16

func (w told) sends() []uint16 { return w[:len(w)/2] }

func (w told) receives() []uint16 { return w[len(w)/2:] }

// toldWords are the words of a line after the addresses.
const toldWords = buffers.LineWords - 2

// toldMost is the most processors of whose lengths they have room.
const toldMost = 4 * toldWords / 2

// tells reports whether such calls of a group go that way.
func (g *group) tells() bool { return g.alone && g.size <= toldMost }

// toldIn is what a team of a group of that size tells in message seq.
func toldIn(t *team, seq uint64, size int) told {
	at := &buffers.Payload[int64](&t.line, seq)[2]
	return unsafe.Slice((*uint16)(unsafe.Pointer(at)), 4*toldWords)[:2*size]
}

// wordsIn is what follows it, room for words.
func wordsIn[T Elem](t *team, seq uint64, size int) []T {
	return buffers.Payload[T](&t.line, seq)[(2+(size+1)/2)*8/sizeOf[T]():]
}

// byPieces is the way where a vector is longer than aloneMost.
const byPieces = inPlace + 1

// wayOfTold is the way of what that rank tells.
func wayOfTold[T Elem](w told, rank int) place {
	size := len(w) / 2
	all := before(w.sends(), size)
	switch n := all - int(w[rank]); {
	case max(all, before(w.receives(), size)) > aloneMost/sizeOf[T]():
		return byPieces
	case n <= (toldWords-(size+1)/2)*8/sizeOf[T]():
		return inLine
	case n <= wideElems:
		return inBank
	}
	return inPlace
}

// setLengths sets them to those of blocks that begin at these offsets.
func setLengths(lens []uint16, offsets []int) {
	for r := range lens {
		lens[r] = uint16(min(offsets[r+1]-offsets[r], math.MaxUint16))
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
	case inPlace:
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
func (j *job[T]) openTold(own told) (way place) {
	m := j.p.member
	way = wayOfTold[T](own, m.rank)
	setAddresses(m, j.dst, j.src)
	j.put(own, way)
	copy(toldIn(m.t, m.seq+1, m.g.size), own)
	m.announce(j.c)
	hearLines(m, j.c)
	for r, t := range m.g.teams {
		if t != m.t {
			way = max(way, wayOfTold[T](m.toldBy(t, own), r))
		}
	}
	if way >= inPlace {
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
		own.sends()[root] = uint16(min(len(j.src), math.MaxUint16))
		if p.rank == root {
			setLengths(own.receives(), p.offsets)
		}
	default:
		own.receives()[root] = uint16(min(len(j.dst), math.MaxUint16))
		if p.rank == root {
			setLengths(own.sends(), p.offsets)
		}
	}
}

// put puts what the others are to get where they find it that way.
func (j *job[T]) put(own told, way place) {
	if way >= inPlace {
		return
	}
	p := j.p
	lo := before(own.sends(), p.rank)
	x, y := j.src[:lo], j.src[lo+int(own.sends()[p.rank]):]
	if way == inLine {
		line := wordsIn[T](p.t, p.seq+1, p.g.size)
		copyWords(line, x)
		copyWords(line[lo:], y)
		return
	}
	p.look() // see enterBank
	bank := j.s.packedAt(p, p.rank, inBank, p.seq+1)
	copy(bank, x)
	copy(bank[lo:], y)
}
