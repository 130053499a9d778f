package coll

import (
	"math"

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

// pairLengths is what a processor tells the others: of each rank how many elements it sends to it,
// then how many it receives from it, four numbers a word. Those that do not fit are math.MaxUint16.
// In the place of what it receives from itself, which is what it sends itself, stands the medium that
// its words want. It is made beforehand, and copied to the line at once: a line of which some is
// written later is fetched by who waits for it in between, which takes 30 ns more on two cores of a
// Zen 4.
type pairLengths []int64

func (w pairLengths) number(i int) int { return int(w[i/4] >> (i % 4 * 16) & math.MaxUint16) }

// sends is how many elements the rank whose lengths these are sends to rank r.
func (w pairLengths) sends(r int) int { return w.number(2 * r) }

// receives is how many it receives from it.
func (w pairLengths) receives(r int) int { return w.number(2*r + 1) }

// way is the medium that the rank wants whose lengths these are.
func (w pairLengths) way(rank int) medium { return medium(w.receives(rank)) }

// before is how many elements it sends to ranks below r.
func (w pairLengths) before(r int) (sum int) {
	for q := range r {
		sum += w.sends(q)
	}
	return sum
}

// arrival is where in dst of that rank begins what it receives from rank r.
func (w pairLengths) arrival(rank, r int) (at int) {
	for q := range r {
		if q == rank {
			at += w.sends(q)
		} else {
			at += w.receives(q)
		}
	}
	return at
}

// add notes a rank's two lengths.
func (w pairLengths) add(r, sends, receives int) {
	both := int64(asLength(sends)) | int64(asLength(receives))<<16
	w[r/2] |= both << (r % 2 * 32)
}

// asLength is a length as pairLengths has it.
func asLength(n int) int { return min(n, math.MaxUint16) }

// privateMost is the most processors of whose lengths a line has room, beside two addresses.
const privateMost = 2 * (buffers.LineWords - 2)

// lengthsFit reports whether such calls of a group go that way.
func (g *group) lengthsFit() bool { return g.alone && g.size <= privateMost }

// lengthsIn is the lengths in message seq of a team, of a group of that size.
func lengthsIn(t *team, seq uint64, size int) pairLengths {
	return buffers.Payload[int64](&t.line, seq, behind(size))
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

// mediumOfLengths is the medium that a processor wants which sends the others so many elements, and
// sends or receives so many at most.
func mediumOfLengths[T Elem](size, others, most int) medium {
	switch {
	case most > aloneMost/sizeOf[T]():
		return byPieces
	case others <= (buffers.LineWords-behind(size))*8/sizeOf[T]():
		return inLine
	case others <= wideElems:
		return inBank
	}
	return inVectors
}

// givesAddresses reports whether a rank that sends others so much by that medium puts its vectors'
// addresses behind the lengths, and not words.
func givesAddresses(others int, way medium) bool { return way >= inVectors || others == 0 }

// directPrivate is the call by that way.
func (j *job[T]) directPrivate() {
	var blocks [2]ownBlocks
	out, in := &blocks[0], &blocks[1]
	j.own(out, in)
	switch j.openPrivate(out, in) {
	case byPieces:
		j.direct(j.c.collective())
	case inVectors:
		j.compareLengths(out, in)
		j.movePrivate(out, in)
		leaveAlone(j.p.member, j.dst, j.src)
	default:
		j.compareLengths(out, in)
		j.takePrivate(out, in)
		j.p.c.endRegion()
	}
}

// openPrivate enters the collective with what the processor sends and receives, and returns the
// medium that all take. If that is in vectors, the others' may be worked on.
func (j *job[T]) openPrivate(out, in *ownBlocks) (way medium) {
	m := j.p.member
	lo, hi := out.of(m.rank)
	others := len(j.src) - (hi - lo)
	way = mediumOfLengths[T](m.g.size, others, max(len(j.src), len(j.dst)))
	var list [buffers.LineWords]int64
	lengths := pairLengths(list[:behind(m.g.size)])
	for r := range m.g.size {
		if r == m.rank {
			lengths.add(r, hi-lo, int(way))
		} else {
			lengths.add(r, out.length(r), in.length(r))
		}
	}
	j.put(lo, hi, others, way)
	copyWords(lengthsIn(m.t, m.seq+1, m.g.size), lengths)
	m.announce(j.c)
	switch bytes := 8 * behind(m.g.size); {
	case givesAddresses(others, way):
		m.handLine(bytes + 2*8)
	case way == inLine:
		m.handLine(bytes + others*sizeOf[T]())
	default:
		handBank(m, j.s.bank(m.rank, m.seq)[:others], bytes)
	}
	j.countSrc() // while the signal is on its way
	hearLines(m, j.c)
	for r, t := range m.g.teams {
		if t != m.t {
			way = max(way, lengthsIn(t, m.seq, m.g.size).way(r))
		}
	}
	if way >= inVectors {
		m.c.hold()
	}
	return way
}

// put puts what the others are to get, all of src but [lo, hi), or the addresses, where they find it
// that way.
func (j *job[T]) put(lo, hi, others int, way medium) {
	p, x, y := j.p, j.src[:lo], j.src[hi:]
	if givesAddresses(others, way) {
		addressesOf(j.dst, j.src).tell(addressesIn(p.t, p.seq+1, p.g.size))
		return
	}
	if way == inLine {
		line := wordsIn[T](p.t, p.seq+1, p.g.size, others)
		copyWords(line[lo:], y)
		copyWords(line, x)
		return
	}
	p.look() // see enterBank
	bank := j.s.bankAt(p, p.rank, p.seq+1)
	copy(bank, x)
	copy(bank[lo:], y)
}
