package coll

import (
	"math"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// ways are the choices that depend on the CPU. The files that they name, or that bear the constants, say what
// was measured.
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
	groupLooks int  // see looks
	shareMost  int  // processors of a team up to which teams copy alike in a gather: see gathering
}

// cpu is one of the processors of which it was measured what pays, or all others.
type cpu uint8

const (
	otherCPU cpu = iota
	intelCPU
	intelServer
	zen3
	zen4
	zen5
)

// cpuHere is this one.
func cpuHere() cpu {
	switch {
	case asm.StoresWait() && asm.Server():
		return intelServer
	case asm.StoresWait():
		return intelCPU
	case asm.StoresFlow():
		return zen5
	case asm.StoresWaitLong():
		return zen4
	case asm.StoresWaitLittle():
		return zen3
	}
	return otherCPU
}

// waysOf is those of a processor with the caches of this one.
func waysOf(c cpu) ways {
	w := ways{apartFrom: math.MaxInt, bankElems: wideElems, ownMost: ownMost, serveFrom: serveBlock, rangeTile: nearTile, shareMost: shareMost, groupLooks: fewLooks, copiesTurn: asm.SecondCache() / 4 * 3}
	if asm.CopiesRuns() {
		w.rangeTile = rangeTile
	}
	switch c {
	case intelCPU, intelServer:
		w.gives, w.apartFrom = true, 0
		if c == intelServer { // others were not measured
			w.claimMost, w.packsNear, w.bankElems, w.bankEach = 512, true, 4*wideElems, wideElems/2
			w.freshMost, w.pairMost, w.sumsOnward = asm.SecondCache()/2, asm.SecondCache()/8, asm.SecondCache()
			w.ownMost, w.ownFirst = 256<<10, true
		}
	case zen3: // whose second cache has 512 KiB
		w.packsNear, w.bankElems, w.bankEach = true, 4*wideElems, wideElems/2
		w.freshMost, w.pairMost = 256<<10, 16<<10
	case zen5:
		w.gives, w.apartFrom, w.apartLong, w.serveFrom = true, 16<<10, true, 0
	case zen4:
		w.apartFrom, w.spreadFrom = 8<<10, asm.SecondCache()/2
		w.claimMost, w.packsNear, w.bankElems, w.bankEach = 512, true, 2*wideElems, wideElems
		w.dealMost = dealMost
		w.farCounts = true
		w.freshMost, w.handing = asm.SecondCache()/2, true
	}
	return w
}
