package coll

import (
	"runtime"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Short calls by direct, one processor a team, on vectors that fit neither line nor bank: what
// the collectives of direct.go, direct_move.go and the like do between two signals, with
// nothing beside it. Some sixty nanoseconds of bookkeeping count where two
// signals are 120. Each vector's address travels beside the signal; its owner
// keeps it alive until the second one.
//
// An allreduce of 4 KiB on two cores takes two signals and the fold, and 20 ns more with a few
// functions more on the way. The second signal of two processors is a count (group.both). The
// first is none: it brings the call, and a count brings nothing.

// aloneMost is the bytes above which this way saves nothing, and would have to look
// between two pieces whether the Run has failed.
const aloneMost = 64 << 10

// fitsAlone says whether vectors of n elements go that way.
func fitsAlone[T Elem](n int) bool { return uint(n-1) < uint(aloneMost/sizeOf[T]()) }

// aloneAllreduce is directAllreduce of such a call.
func aloneAllreduce[T Elem](p *Proc, c call, dst, src []T, op Op) {
	m := p.member
	lay(m, c, dst, src)
	lo, hi := cut(len(src), m.g.size, m.rank)
	own := stateOf[T](m.g).teams[m.rank]
	to, from := own.to, own.from
	for r, o := range m.g.teams {
		if o == m.t {
			to[r], from[r] = &dst[0], &src[0]
			continue
		}
		at := lineOf[int64](m, o, c)
		to[r], from[r] = address[T](at[0]), address[T](at[1])
	}
	if m.c.m.apart && &dst[0] != &src[0] {
		foldAndCopy(op, to, from, m.rank, lo, hi)
	} else {
		asm.Fold(op.kernel(), to, from, lo, hi-lo)
	}
	leaveLaid(m, dst, src)
}

// foldAndCopy folds elements lo … hi-1 into the vector that is the processor's own, and
// copies them to the others. Where processors write what they give before each call and read
// what they get after it, two cores of a Xeon take 0.6 of the time of one fold into both with
// 2 to 8 KiB, 0.7 with 16 and 0.85 with 32 and 64. With vectors that nobody touches between
// the calls both ways take the same. In place this way takes up to 1.3 of the time, so it is
// not used there.
func foldAndCopy[T Elem](op Op, to, from []*T, own, lo, hi int) {
	asm.Fold(op.kernel(), to[own:own+1], from, lo, hi-lo)
	sum := unsafe.Slice(to[own], hi)[lo:]
	for r, t := range to {
		if r != own {
			asm.Copy(unsafe.Slice(t, hi)[lo:], sum)
		}
	}
}

// aloneReduce is directReduce. Only the root has a dst.
func aloneReduce[T Elem](p *Proc, c call, dst, src []T, op Op, root int) {
	m := p.member
	lay(m, c, dst, src)
	lo, hi := cut(len(src), m.g.size, m.rank)
	own := stateOf[T](m.g).teams[m.rank]
	to, from := own.to[:1], own.from
	hearLines(m, c)
	for r, o := range m.g.teams {
		from[r] = laidSrc(m, o, src)
	}
	to[0] = laidDst(m, m.g.teams[root], dst)
	asm.Fold(op.kernel(), to, from, lo, hi-lo)
	leaveLaid(m, dst, src)
}

// aloneReduceScatter is directReduceScatter.
func aloneReduceScatter[T Elem](p *Proc, c call, dst, src []T, op Op) {
	m, n := p.member, len(dst)
	lay(m, c, dst, src)
	own := stateOf[T](m.g).teams[m.rank]
	to, from := own.to[:1], own.from
	to[0] = &dst[0]
	hearLines(m, c)
	for r, o := range m.g.teams {
		from[r] = elementAt(laidSrc(m, o, src), m.rank*n)
	}
	asm.Fold(op.kernel(), to, from, 0, n)
	leaveLaid(m, dst, src)
}

// aloneScan is directScan.
func aloneScan[T Elem](p *Proc, c call, dst, src []T, op Op) {
	m := p.member
	own := stateOf[T](m.g).teams[m.rank]
	own.room(1, scanTile)
	lay(m, c, dst, src)
	hearLines(m, c)
	for r, o := range m.g.teams {
		own.to[r], own.from[r] = laidDst(m, o, dst), laidSrc(m, o, src)
	}
	lo, hi := cut(len(src), m.g.size, m.rank)
	own.scanRange(p, c.collective(), op, own.to, own.from, lo, hi)
	leaveLaid(m, dst, src)
}

// lay enters a collective and tells the others where the vectors lie. Theirs may
// be worked on after hearLines.
func lay[T Elem](m *member, c call, dst, src []T) {
	at := buffers.Payload[int64](&m.t.line, m.seq+1)
	at[0] = int64(uintptr(unsafe.Pointer(unsafe.SliceData(dst))))
	at[1] = int64(uintptr(unsafe.Pointer(unsafe.SliceData(src))))
	m.announce(c)
	m.c.hold()
}

// laidSrc is the first element of the source of a team's only processor; own is
// this one's. The own line is not read: its reader has taken it away, and to get it
// back costs as much as a third of a signal.
func laidSrc[T Elem](m *member, t *team, own []T) *T {
	if t == m.t {
		return &own[0]
	}
	return address[T](buffers.Payload[int64](&t.line, m.seq)[1])
}

// laidDst is the same of its destination.
func laidDst[T Elem](m *member, t *team, own []T) *T {
	if t == m.t {
		return &own[0]
	}
	return address[T](buffers.Payload[int64](&t.line, m.seq)[0])
}

// leaveLaid returns when nobody works on the vectors any more.
func leaveLaid[T Elem](m *member, dst, src []T) {
	m.lastSignal()
	runtime.KeepAlive(dst)
	runtime.KeepAlive(src)
}
