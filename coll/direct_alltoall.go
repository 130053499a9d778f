package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Alltoall by direct: each team copies what its own processors give or, of short blocks,
// get, P²·n elements in all. In place, a copy of short sources is kept before; of long ones, pairs
// of blocks change places.

func (j *job[T]) directAlltoall() {
	p, n := j.p, j.n
	own, all := j.s.teams[p.t.id], n*p.g.size
	in := p.g.mediumOf(all)
	keeps := in == inVectors && p.g.most > 1 && n*sizeOf[T]() <= keptBlock && all*sizeOf[T]() <= keptMost && j.c.op() == overwrites
	if keeps {
		j.keep()
	}
	j.s.packShares(p, in, n)
	p.publish()
	p.meetFar(in)
	from := j.s.inputs(p, all, in)
	switch {
	case in == inVectors && &own.dst[0][0] == &own.src[0][0]:
		j.swapBlocks(from)
	case n <= byWords:
		dealByWords(p, own.dst, from, n)
	case in != inVectors:
		deal(p, passage{}, own.dst, from, n)
	default:
		w := j.passageOf(&own.dst[0][0], 2*len(own.dst)*all*sizeOf[T]())
		block, bytes := n*sizeOf[T](), all*sizeOf[T]()
		distant := j.distant(bytes)
		w.others = distant && p.t.beginWriting(j.c, bytes)
		if distant || j.servesBlocks(block, p.c.m.serveFrom) {
			serve(p, w, j.s.destinations(p), own.src, n)
			p.t.endWriting(p.others() * len(own.src) * block)
		} else {
			deal(p, w, own.dst, from, n)
			if keeps {
				j.handKeptBack(from)
			}
		}
	}
	p.leaveFrom(in)
}

// An alltoall in place keeps a copy of its sources where blocks are of so many
// bytes at most, and a processor's vector. For 64 processors on two cores that takes a
// sixth of the time with blocks of 8 bytes, a third with 512 and 0.55 with 1 KiB; for 8 it takes
// the same with 512, 0.85 with 1 KiB and 1.1 with 2; for 256 0.6 with 256 bytes.
const (
	keptBlock = 1 << 10
	keptMost  = 64 << 10
)

// handKeptBack hands back what the team has read of the copies that others keep.
func (j *job[T]) handKeptBack(from []*T) {
	lo, hi := j.spanOf(j.p.t)
	if !j.p.g.dense || !j.handsKept() {
		return
	}
	for r, f := range from {
		if j.p.handsBack(j.p.g.seats[r].t, (hi-lo)*sizeOf[T]()) {
			handBack(span(f, lo, hi-lo))
		}
	}
}

// swapBlocks exchanges the blocks that the team's processors and all others have for each
// other.
func (j *job[T]) swapBlocks(from []*T) {
	p, n := j.p, j.n
	for q, f := range from {
		theirs := unsafe.Slice(f, n*p.g.size)
		for i, r := range p.t.ranks {
			lo, hi := p.shareOfPair(r, q, n)
			swap(p, j.s.teams[p.t.id].dst[i][q*n+lo:q*n+hi], theirs[r*n+lo:r*n+hi])
		}
	}
}

// shareOfPair is what the team of rank r exchanges of the two blocks of n elements that r
// and q have for each other. If q is in another team, each of the two teams exchanges one
// half; if it is in the same, the lower rank's turn does all.
func (m *member) shareOfPair(r, q, n int) (lo, hi int) {
	switch {
	case m.g.seats[q].t != m.t:
		half := 0
		if r > q {
			half = 1
		}
		return cut(n, 2, half)
	case r < q:
		return 0, n
	}
	return 0, 0
}

// swap exchanges the elements of two vectors of one length, looking now and then.
func swap[T Elem](p *Proc, a, b []T) {
	var tile [480]T // below the length from which copies begin slowly
	for lo := 0; lo < len(a); lo += len(tile) {
		p.look()
		x, y := a[lo:min(len(a), lo+len(tile))], b[lo:min(len(a), lo+len(tile))]
		kept := tile[:len(x)]
		asm.Copy(kept, x)
		asm.Copy(x, y)
		asm.Copy(y, kept)
	}
}
