package coll

import (
	"math"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Between two cores it counts who stores to whose lines, and how. A loop that stores sums to
// lines of another core fetches what it overwrites, and on Intel's processors holds up the
// loads around it; a load of what another core has just written waits longer still, and the
// owner has to ask for the line back before it writes there again. So on some processors a
// team adds into its own processors' vectors and copies the sum to the others', and an
// allgather or an alltoall copies what its own processors give.

// ways are the choices that depend on the CPU.
type ways struct {
	gives      bool // teams of one store what others receive, rather than load what they send
	apartFrom  int  // from this many bytes, short calls fold into the team's vectors and copy to the others'
	apartLong  bool // so do long ones: see apart
	rangeTile  int  // elements of its range that a team copies to all in a broadcast before the next ones
	ownMost    int  // bytes of a broadcast up to which teams of 4 to 7 processors copy to their own only: see spreadsOwn
	spreadFrom int  // from this many bytes of a processor's vectors, an allgather of teams of one stores to others
	ownFirst   bool // in an allgather each team takes its own processors' blocks first: see team.nth
	serveFrom  int  // from this many bytes a block, an alltoall stores to others: see serveBlock
	dealMost   int  // processors up to which alltoalls load what others send, for one receiver after the other
	copiesTurn int  // from this many bytes of a team, copies go forth and back in turns: see passage
	claimMost  int  // a team asks for the cache lines of its next message, of so many bytes of a bank at most: see claim.go
	packsNear  bool // a team reads its own words of a short call from a copy: see packNear
	bankElems  int  // elements of a team of several processors that go by its bank, at most: see wideElems
	bankEach   int  // and for each of its processors
	farCounts  bool // how far apart the cores are decides how a team writes to others: it is measured, see distance.go
	freshMost  int  // a team whose vectors of a call have so many bytes at most copies what is written anew: see anew.go
	handing    bool // who has read what was put there for it hands its lines back: see handback.go
	pairMost   int  // bytes up to which one of two gives the other a room where lines are not handed back
	sumsOnward int  // bytes of the larger of two teams' vectors up to which sums that are written anew go onward: see direct_portions.go
	shareMost  int  // processors of a team up to which teams copy alike in a gather: see gathering
}

// waysHere is those of this processor.
//
// apartFrom: where processors write what they give before each call and read what they get after it,
// and each folds into its own vector and copies the sum, two cores of a Xeon take 0.6 of the time of
// one fold into both vectors with 2 to 8 KiB, 0.7 with 16 and 0.85 with 32 and 64. With vectors that
// nobody touches between the calls both ways take the same on Granite Rapids; on Emerald Rapids copies
// take 1.05 … 1.2 of the time, 1.5 with 4 KiB. In place they take up to 1.3 of the time: there
// nobody copies. Two near cores of a Zen 4 take 0.7 … 0.85 of the time with 8 to 64 KiB, with vectors
// that nobody touches 0.95 … 1.1 (BenchmarkStoring).
func waysHere() ways {
	w := ways{apartFrom: math.MaxInt, bankElems: wideElems, ownMost: ownMost, serveFrom: serveBlock, rangeTile: nearTile, shareMost: shareMost, copiesTurn: asm.SecondCache() / 4 * 3}
	if asm.CopiesRuns() {
		w.rangeTile = rangeTile
	}
	switch {
	case asm.StoresWait():
		w.gives, w.apartFrom = true, 0
		if asm.Server() { // others were not measured
			w.claimMost, w.packsNear, w.bankElems, w.bankEach = 512, true, 4*wideElems, wideElems/2
			w.freshMost, w.pairMost, w.sumsOnward = asm.SecondCache()/2, asm.SecondCache()/8, asm.SecondCache()
			w.ownMost, w.ownFirst = 256<<10, true
		}
	case asm.StoresFlow():
		w.gives, w.apartFrom, w.apartLong, w.serveFrom = true, 16<<10, true, 0
	case asm.StoresWaitLong():
		w.apartFrom, w.spreadFrom = 8<<10, asm.SecondCache()/2
		w.claimMost, w.packsNear, w.bankElems, w.bankEach = 512, true, 2*wideElems, wideElems
		w.dealMost = dealMost
		w.farCounts = true
		w.freshMost, w.handing = asm.SecondCache()/2, true
	}
	return w
}

// apart reports whether a team copies its sums in a call of so many processors that is not
// short. The copies are of 4 KiB and more, by the string instruction, which fetches nothing.
// Two far cores of a Zen 5 take so many times as long with one fold into all, in brackets with
// vectors that nobody touches between the calls:
//
//	processors    16 KiB              32 and 64 KiB       256 KiB             1 MiB and more
//	2             1.35 (0.9 … 1.1)    1.3 … 1.5 (1.0)     1.5 (0.8 … 1.0)     1.35 … 1.5 (1.0)
//	4             1.3 (1.0)           1.35 (0.9)          1.15 (1.1)          1.2 (1.0)
//	8 … 64        1.2 … 1.25 (1.0)    1.0 … 1.4 (1.0)     1.0 (1.0)           0.9 … 1.0 (0.9 … 1.0)
//
// What is missing goes by such copies anyway: see asm.Fold.
func (w *ways) apart(size, bytes int) bool {
	const few, least, most = 4, 16 << 10, 64 << 10
	return w.apartLong && bytes >= least && (size <= few || bytes <= most)
}

// foldApart folds elements lo … hi-1 into the vectors of a team's own processors, and copies the
// sums to the others of all.
func foldApart[T Elem](p *Proc, op Op, own, all, from []*T, lo, hi int) {
	const tile = 128 << 10 // bytes, which stay in the second cache
	for step := tile / sizeOf[T](); lo < hi; lo += step {
		n := min(step, hi-lo)
		asm.Fold(op.kernel(), own, from, lo, n)
		for r, to := range all {
			if p.g.seats[r].t != p.t {
				asm.Copy(span(to, lo, n), span(own[0], lo, n))
			}
		}
	}
}
