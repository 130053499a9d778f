package coll

import (
	"time"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Lending. The receiver of a message copies from the sender's vector to its own, and
// nothing goes through the ring:
//
//   - A message longer than its ring has room for is lent, for its sender waits for the
//     receiver anyway. What an Exchange in place lends goes piece by piece, and most often
//     as a copy, for it receives over src (exchange_pieces.go); unless the two swap, see
//     exchange_swap.go.
//   - A shorter one is lent as well, unless in place or while the edge lends another, where
//     that takes less time than the ring. Its sender takes it back and puts it into the ring
//     if all else is done and the receiver has not begun to copy: it does not wait long for
//     that.
//
// What is said of a loan either end writes to lines of its own, which the other reads: who
// changed the other's would wait for it twice. The receiver says that it begins and then
// looks whether the message is withdrawn, the sender says that it withdraws it and then
// looks whether the receiver has begun; one of them sees the other. If both do, the receiver
// refuses, and the sender waits for that, or for the end of the copy. A message that was
// withdrawn is over when it has been taken out of the ring; until then the edge lends no
// other.

// lendLeast is the most elements of a message for which one way through the ring takes less time
// than a loan there and back; between processors of one thread, which run one after another,
// nearLeast (on a Xeon 4 to 64 processors that swap with a neighbour take 0.68 … 0.96 of the ring's
// time with 1,100 to 2,048 elements, 0.77 … 1.18 in a shift); where every processor has a core, and
// the sender receives as well, aloneLeast.
const (
	lendLeast  = 512
	nearLeast  = 1024
	aloneLeast = 160
)

// pieceMost is the elements of a piece that is lent in place. An exchange of 2 MiB by two
// processors takes 0.3 of the time that it takes with pieces of a quarter: the beginning
// of a long copy has left the sender's own caches when it is read, and lines that another
// core has just written come slowly.
const pieceMost = 128 << 10

// long reports whether the message is longer than its ring.
func (x *transfer[T]) long() bool { return len(x.src) > ringSlots*slotLength }

// mayLend says, before the head is sent, whether the message is lent.
func (x *transfer[T]) mayLend() bool {
	return !x.covers() && x.out.over.Load() >= x.out.loan && len(x.src) > x.p.unlent(x.to, x.in != nil)
}

// unlent is the most elements that are not lent to a rank; receives says whether the call receives
// too.
func (p *Proc) unlent(to int, receives bool) int {
	switch g := p.g; {
	case g.alone && receives:
		return aloneLeast
	case g.seats[to].t == p.t:
		return nearLeast
	}
	return lendLeast
}

// lend lends the vector with the head that is to be sent.
func (x *transfer[T]) lend(head *[buffers.QueueWords]uint64) {
	head[headData] = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(x.src))))
	x.lent = x.out.heads.Published() + 1
	x.out.loan = x.lent
}

// repaid notes that the loan is over.
func (x *transfer[T]) repaid() bool {
	if x.lent == 0 || x.out.over.Load() < x.lent {
		return false
	}
	x.lent, x.sent = 0, len(x.src)
	return true
}

// withdraw takes a loan back: yes, or not until the receiver has said what it does.
func (x *transfer[T]) withdraw() (yes bool) {
	out := x.out
	if out.withdrawn.Load() == x.lent {
		yes = out.refused.Load() == x.lent
	} else {
		out.withdrawn.Store(x.lent)
		yes = out.begun.Load() < x.lent
	}
	if yes {
		x.lent = 0
	}
	return yes
}

// revocable reports whether only a loan is left to wait for, which could go by the ring.
func (x *transfer[T]) revocable() bool {
	return x.lent > 0 && !x.offers && x.received && !x.long()
}

// recallable reports whether it is revocable and not withdrawn yet: a host whose processors only
// wait for the answer may sleep.
func (x *transfer[T]) recallable() bool {
	return x.revocable() && x.out.withdrawn.Load() != x.lent
}

// takeBack takes a loan back, to send the message through the ring, if the call has nothing else to
// wait for and the receiver has not begun to copy. On a thread, a sender that receives as well does
// so when its host has been idle for a while (recall); one that only sends, when a neighbour, which
// may be the receiver, has had a turn. Of a vector that is lent in place it puts the piece aside that
// is lent, if that is what a circle waits for.
func (x *transfer[T]) takeBack() bool {
	switch c := x.p.c; {
	case x.lendsItself():
		closes := x.closesCircle()
		if closes {
			x.putPieceAside()
		}
		return closes
	case !x.revocable():
		return false
	case c.m.cfg.Host != Threads || x.recalled:
	case x.in != nil:
		return false
	case c.yield != nil && !x.yielded:
		x.yielded = true
		x.p.peer, x.p.gives = x.to, true
		c.giveWay()
		return true
	}
	return x.withdraw()
}

// recall rings those of the host's processors that wait for a loan which they can take back.
func (h *host) recall() (any bool) {
	for _, c := range h.fibers {
		if c.at != nil && c.at.recalls {
			c.at.recalls, any = false, true
			c.at.bell.Add(1)
		}
	}
	return any
}

// loanFor is how long a host is idle, at least, before its processors take their loans back.
const loanFor = 5 * time.Microsecond
