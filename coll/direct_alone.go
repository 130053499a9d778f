package coll

import (
	"runtime"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Short calls by direct, one processor a team, on vectors that fit neither line nor bank: what
// the collectives of direct.go, direct_gather.go and the like do between two signals, with
// nothing beside it. Some sixty nanoseconds of bookkeeping count where two
// signals are 120. Each vector's address travels beside the signal; its owner
// keeps it alive until the second one.
//
// An allreduce of 4 KiB on two cores takes two signals and the fold, and 20 ns more with a few
// functions more on the way. The second signal of two processors is a count that they share
// (group.both); the first cannot be, for it carries the call.

// aloneMost is the bytes above which this way saves nothing by itself. What fitsPair lets go this way is
// longer, but still shorter than what is carried between two looks whether the Run has failed.
const aloneMost = 64 << 10

// fitsAlone reports whether vectors of n elements go that way.
func fitsAlone[T Elem](n int) bool { return uint(n-1) < uint(aloneMost/sizeOf[T]()) }

// fitsPair reports whether a call whose longest vector has so many bytes goes that way, too: by two processors of
// which one may give the other a copy in a room (direct_room.go), and where nothing goes past the caches. Far
// ones learn to write other calls past them (direct_past.go) than broadcasts and scatters, so only these go that way.
func (m *member) fitsPair(c call, bytes int) bool {
	const vectors = 4 // at most, of two processors
	v := c.collective()
	return m.g.size == 2 && bytes <= m.c.m.freshMost && m.c.m.fitsRoom(bytes, !v.rooted()) && bytes > 0 &&
		(!m.c.m.isFar || v == broadcast || v == scatter) && vectors*int64(bytes) < m.c.m.spill.pieces
}

// aloneAllreduce is directAllreduce of such a call.
func (engineOf[T]) aloneAllreduce(p *Proc, c call, dst, src []T, op Op) {
	m := p.member
	if &dst[0] != &src[0] && m.mayBeFresh(len(src)*sizeOf[T](), m.c.m.copiesFrom(freshFrom, keptAlone)) {
		src = given(m, dst, src)
	}
	openAlone(m, c, dst, src)
	m.mayMeasure(c)
	lo, hi := cut(len(src), m.g.size, m.rank)
	own := stateOf[T](m.g).teams[m.rank]
	to, from := own.to, own.from
	for r, o := range m.g.teams {
		if o == m.t {
			to[r], from[r] = &dst[0], &src[0]
			continue
		}
		at := told[T](lineOf[int64](m, o, c, 2))
		to[r], from[r] = at.dst, at.src
	}
	apart := &dst[0] != &src[0] && len(src)*sizeOf[T]() >= m.c.m.apartFrom
	switch back := own.goesBack(&dst[0], (hi-lo)*2*len(to)*sizeOf[T]()); {
	case apart && back:
		p.inParts(lo, hi, len(to), true, func(lo, n int) { foldApart(p, op, to[m.rank:m.rank+1], to, from, lo, lo+n) })
	case apart:
		foldApart(p, op, to[m.rank:m.rank+1], to, from, lo, hi)
	default:
		foldOne(p, back, op, to, from, lo, hi)
	}
	leaveAlone(m, dst, src)
}

// aloneReduce is directReduce. Only the root has a dst.
func (engineOf[T]) aloneReduce(p *Proc, c call, dst, src []T, op Op, root int) {
	m := p.member
	if m.rank == root && &dst[0] != &src[0] && m.mayBeFresh(len(src)*sizeOf[T](), freshFrom) {
		src = given(m, dst, src)
	}
	openAlone(m, c, dst, src)
	m.mayMeasure(c)
	lo, hi := cut(len(src), m.g.size, m.rank)
	own := stateOf[T](m.g).teams[m.rank]
	to, from := own.to[:1], own.from
	hearLines(m, c)
	for r, o := range m.g.teams {
		from[r] = aloneSrc(m, o, src)
	}
	to[0] = aloneDst(m, m.g.teams[root], dst)
	foldOne(p, own.goesBack(to[0], (hi-lo)*(1+len(from))*sizeOf[T]()), op, to, from, lo, hi)
	leaveAlone(m, dst, src)
}

// aloneReduceScatter is directReduceScatter.
func (engineOf[T]) aloneReduceScatter(p *Proc, c call, dst, src []T, op Op) {
	m := p.member
	lo, hi := m.blocksOf(c).of(m.rank)
	if !(m.mayRoom(len(src)*sizeOf[T](), true) && openRoom(m, c, dst, src, lo, hi)) {
		openAlone(m, c, dst, src)
	}
	m.mayMeasure(c)
	hearLines(m, c)
	if lo < hi {
		own := stateOf[T](m.g).teams[m.rank]
		to, from := own.to[:1], own.from
		to[0] = &dst[0]
		for r, o := range m.g.teams {
			from[r] = elementAt(aloneSrc(m, o, src), lo)
		}
		foldOne(p, own.goesBack(to[0], (hi-lo)*(1+len(from))*sizeOf[T]()), op, to, from, 0, hi-lo)
		for r, o := range m.g.teams {
			if o != m.t && m.roomed(o) {
				handBack(span(from[r], 0, hi-lo))
			}
		}
	}
	if m.allRoomed() {
		m.leave()
	} else {
		leaveAlone(m, dst, src)
	}
}

// foldOne is asm.Fold of elements lo … hi-1, back if so.
func foldOne[T Elem](p *Proc, back bool, op Op, to, from []*T, lo, hi int) {
	if back {
		p.inParts(lo, hi, len(from), true, func(lo, n int) { asm.Fold(op.kernel(), to, from, lo, n) })
		return
	}
	asm.Fold(op.kernel(), to, from, lo, hi-lo)
}

// aloneScan is directScan.
func (engineOf[T]) aloneScan(p *Proc, c call, dst, src []T, op Op) {
	m := p.member
	own := stateOf[T](m.g).teams[m.rank]
	own.scratchRoom(1, scanTile)
	// An exscan leaves dst of rank 0 as it is.
	if c.collective() == scan && &dst[0] != &src[0] && m.mayBeFresh(len(src)*sizeOf[T](), m.c.m.copiesFrom(freshAlone, keptAlone)) {
		src = given(m, dst, src)
	}
	openAlone(m, c, dst, src)
	m.mayMeasure(c)
	hearLines(m, c)
	for r, o := range m.g.teams {
		own.to[r], own.from[r] = aloneDst(m, o, dst), aloneSrc(m, o, src)
	}
	lo, hi := cut(len(src), m.g.size, m.rank)
	own.scanRange(p, c.collective(), op, ends[T]{}, own.to, own.from, lo, hi)
	leaveAlone(m, dst, src)
}

// openAlone enters a collective and tells the others where the vectors lie. Theirs may
// be worked on after hearLines.
func openAlone[T Elem](m *member, c call, dst, src []T) {
	addressesOf(dst, src).tell(buffers.Payload[int64](&m.t.line, m.seq+1, 2))
	m.announce(c)
	m.c.hold()
}

// aloneSrc is the first element of the source of a team's only processor; own is
// this one's. The own line is not read: its reader has taken it away, and to get it
// back costs as much as a third of a signal.
func aloneSrc[T Elem](m *member, t *team, own []T) *T {
	if t == m.t {
		return unsafe.SliceData(own)
	}
	return told[T](buffers.Payload[int64](&t.line, m.seq, 2)).src
}

// aloneDst is the same of its destination.
func aloneDst[T Elem](m *member, t *team, own []T) *T {
	if t == m.t {
		return &own[0]
	}
	return told[T](buffers.Payload[int64](&t.line, m.seq, 2)).dst
}

// leaveAlone returns when nobody works on the vectors any more.
func leaveAlone[T Elem](m *member, dst, src []T) {
	m.lastSignal()
	runtime.KeepAlive(dst)
	runtime.KeepAlive(src)
}
