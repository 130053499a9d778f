package coll

import "github.com/cayleycoll/cayleycoll/buffers"

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

// privateMost is the most processors of whose lengths a line has room, beside two addresses.
const privateMost = 2 * (buffers.LineWords - 2)

// lengthsFit reports whether such calls of a group go that way.
func (g *group) lengthsFit() bool { return g.alone && g.size <= privateMost }

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
		m.measureIfDue()
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
