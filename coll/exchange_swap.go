package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// Swapping. Two processors that exchange in place with each other swap the vectors
// themselves, one half each, and nothing is copied aside.
//
// Who sends over what it receives from the same rank offers its vector whole: a loan, whose
// head says which of the other's messages the call receives. If the message that comes in
// says likewise that this one is for it, the two calls are each other's, and both ends find
// that by themselves: neither returns before both halves are swapped.
//
// If not, as where the other receives and sends in two calls, the vector goes as other
// messages in place do. Its sender withdraws the offer as soon as it has read the head of
// what comes in; a receiver that comes before, and may receive all at once, copies it.

// swapLeast is the most elements for which two ways through the ring take less time than to swap
// two halves and to say so; where every processor has a core, that is aloneLeast.
const swapLeast = 320

// mayOffer says, before the head is sent, whether the vector is offered. An offer has to name the
// message that comes in, as the first one not read yet: it is too late for that if there was no
// room for the head until that message had been read.
func (x *transfer[T]) mayOffer() bool {
	least := swapLeast
	if x.p.g.alone {
		least = aloneLeast
	}
	return !x.head && x.covers() && x.from == x.to && x.to != x.p.rank && len(x.src) > least && x.out.over.Load() >= x.out.loan
}

// offer offers the vector with the head that is to be sent: for which of the messages of
// the other, by number.
func (x *transfer[T]) offer(head *[buffers.QueueWords]uint64) {
	x.lend(head)
	x.offers = true
	head[headWay] = offeredFor + x.in.heads.Released()
}

// trade swaps a vector that is offered, or withdraws it, when the head of what comes in
// says which.
func (x *transfer[T]) trade() bool {
	if !x.offers || !x.head {
		return false
	}
	switch {
	case x.swaps && !x.swapped:
		x.swap()
		return true
	case x.repaid(): // the other has swapped its half, or copied all
		if x.swaps {
			x.got = len(x.dst)
		}
	case x.swaps || !x.withdraw():
		return false
	default:
		x.inPieces = x.long()
	}
	x.offers = false
	return true
}

// swap swaps this end's half of both vectors; of two processors that one thread runs, the
// first to come here swaps all.
func (x *transfer[T]) swap() {
	p := x.p
	x.swapped = true
	lo, hi := p.shareOfPair(p.rank, x.from, len(x.src))
	oneThread := p.onThread(x.from)
	if oneThread {
		if x.out.over.Load() >= x.lent {
			return
		}
		lo, hi = 0, len(x.src)
	}
	p.c.hold()
	swap(p, x.src[lo:hi], x.lentTo()[lo:hi])
	p.c.release()
	if oneThread {
		x.out.over.Store(x.lent)
	}
	x.settled()
}
