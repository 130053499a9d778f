package coll

// Swapping. Two processors that exchange in place with each other swap the vectors
// themselves, one half each, and nothing is copied aside.
//
// Who sends over what it receives from the same rank offers its vector whole: the loan of
// the edge is on offer, and the head says which of the other's messages the call receives.
// If the message that comes in says likewise that this one is for it, the two calls are
// each other's, and both ends find that by themselves: neither returns before both halves
// are swapped.
//
// If not, as where the other receives and sends in two calls, the vector goes as other
// messages in place do. Its sender withdraws the offer as soon as it has read the head of
// what comes in; a receiver that comes before, and may receive all at once, copies it.

// onOffer is the loan of a vector that is to be swapped. It becomes none when the receiver
// has swapped its half. Where the two calls are not each other's it becomes taken by a
// receiver that copies all, or is withdrawn by the sender (an atomic swap): ringed, or none
// if the vector is then lent by pieces.
const onOffer int32 = ringed + 1

// offeredFor and more is what the head of a vector that is offered says: for which of the
// messages of the other, by number.
const offeredFor = 2

// swapLeast: up to so many elements two ways through the ring take less time than two halves
// swapped and said to be.
const swapLeast = 320

// mayOffer says, before the head is sent, whether the vector is offered.
func (x *transfer[T]) mayOffer() bool {
	return x.covers() && x.from == x.to && x.to != x.p.rank && len(x.src) > swapLeast && x.out.loan.Load() == none
}

// offer offers the vector; it returns what the head says of it.
func (x *transfer[T]) offer() int64 {
	pipeOf[T](x.out).lent = x.src
	x.out.loan.Store(onOffer)
	x.offers, x.lends, x.owed = true, true, true
	x.number = offeredFor + int64(x.out.heads.Published())
	return offeredFor + int64(x.in.heads.Released())
}

// trade swaps a vector that is offered, or withdraws it, when the head of what comes in
// says which.
func (x *transfer[T]) trade() bool {
	if !x.offers || !x.head {
		return false
	}
	switch loan := &x.out.loan; {
	case x.swaps && !x.swapped:
		x.swap()
		return true
	case loan.Load() == none: // the other has swapped its half, or copied all
		x.sent = len(x.src)
		if x.swaps {
			x.got = len(x.dst)
		}
	case x.swaps:
		return false
	case x.long():
		if !loan.CompareAndSwap(onOffer, none) {
			return false
		}
	case loan.CompareAndSwap(onOffer, ringed):
		pipeOf[T](x.out).lent, x.lends = nil, false
	default:
		return false
	}
	x.offers, x.owed = false, false
	return true
}

// swap swaps this end's half of both vectors; of two processors that one thread runs, the
// first to come here swaps all.
func (x *transfer[T]) swap() {
	p, out, in := x.p, pipeOf[T](x.out), pipeOf[T](x.in)
	x.swapped = true
	lo, hi := p.shareOfPair(p.rank, x.from, len(x.src))
	alone := p.c.yield != nil && p.g.seats[x.from].t == p.t
	if alone {
		if x.out.loan.Load() == none {
			return
		}
		lo, hi = 0, len(x.src)
	}
	p.c.hold()
	swap(p, x.src[lo:hi], in.lent[lo:hi])
	p.c.release()
	if alone {
		out.lent = nil
		x.out.loan.Store(none)
	}
	in.lent = nil
	x.settled()
}
