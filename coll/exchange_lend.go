package coll

// Lending. The receiver of a message copies from the sender's vector to its own, and
// nothing goes through the ring:
//
//   - A message longer than its ring has room for is lent, for its sender waits for the
//     receiver anyway. What an Exchange in place lends is a copy, piece by piece: it
//     receives over src; unless the two swap, see exchange_swap.go.
//   - A shorter one of more than lendLeast elements is lent as well, unless in place or
//     while the edge lends another. Its sender takes it back and puts it into the ring if
//     all else is done and the receiver has not begun to copy: it does not wait for that.
//
// The edge's loan goes from none to lent by the sender, who has stored pipe.lent before;
// from lent to taken by the receiver or to ringed by the sender, one of them (an atomic
// swap); and from there to none by the receiver, who has copied or drained all.
const (
	none int32 = iota
	lent
	taken
	ringed
)

// lendLeast: up to so many elements one way through the ring takes less time than a loan
// there and back.
const lendLeast = 512

// staged is the elements of a piece that is lent in place. An exchange of 2 MiB by two
// processors takes 0.3 of the time that it takes with pieces of a quarter: the beginning
// of a long copy has left the sender's own caches when it is read, and lines that another
// core has just written come slowly.
const staged = 128 << 10

// long says whether the message is longer than its ring.
func (x *transfer[T]) long() bool { return len(x.src) > ringSlots*slotLength }

// mayLend says, before the head is sent, whether the message is lent.
func (x *transfer[T]) mayLend() bool {
	return x.long() || len(x.src) > lendLeast && !x.covers() && x.out.loan.Load() == none
}

// lend lends the vector, or in place the next piece, when the last loan is back, and
// notes that it is.
func (x *transfer[T]) lend() (moved bool) {
	if x.out.loan.Load() != none {
		return false
	}
	if x.owed {
		x.owed, moved = false, true
		x.sent = x.reach
	}
	if x.sent == len(x.src) {
		return moved
	}
	pipe := pipeOf[T](x.out)
	pipe.lent, x.reach = x.src[x.sent:], len(x.src)
	if x.covers() {
		x.reach = min(x.sent+staged, len(x.src))
		pipe.stage = grown(pipe.stage, x.reach-x.sent)
		move(pipe.stage, x.src[x.sent:x.reach])
		pipe.lent, x.sent = pipe.stage, x.reach
	}
	x.owed = true
	x.out.loan.Store(lent)
	return true
}

// takeBack takes a loan back, for the ring, that the receiver has not begun to copy when
// there is nothing else to do; where the receiver may be a neighbour, after that has run.
func (x *transfer[T]) takeBack() bool {
	if !x.owed || !x.received || x.long() {
		return false
	}
	if x.p.c.yield != nil && !x.yielded {
		x.yielded = true
		x.p.c.giveWay(exchange)
		return true
	}
	if !x.out.loan.CompareAndSwap(lent, ringed) {
		return false
	}
	pipeOf[T](x.out).lent = nil
	x.owed, x.lends = false, false
	return true
}

// borrow copies elements up to most from what is lent, and gives it back with the last
// one. The sender does not unwind meanwhile. The caches are passed by as in a collective that
// moves two such messages: of others' it does not know.
func (x *transfer[T]) borrow(most int) (moved bool) {
	past := !x.covers() && x.p.c.m.streams(int64(len(x.dst))*int64(2*sizeOf[T]()))
	for x.got < most {
		if !x.take(most) {
			return moved
		}
		pipe := pipeOf[T](x.in)
		n := min(len(pipe.lent)-x.borrowed, most-x.got)
		x.p.c.hold()
		carry(x.p, past, x.dst[x.got:x.got+n], pipe.lent[x.borrowed:x.borrowed+n])
		x.p.c.release()
		x.got += n
		x.borrowed += n
		if x.borrowed == len(pipe.lent) {
			x.borrowed, pipe.lent = 0, nil
			x.settled()
		}
		moved = true
	}
	return moved
}

// take says whether the loan is the receiver's to copy: lent, or taken before, or on offer if
// it may be copied at once. It would wait with half of a vector that its sender swaps.
func (x *transfer[T]) take(most int) bool {
	loan := &x.in.loan
	return loan.CompareAndSwap(lent, taken) || loan.Load() == taken || most == len(x.dst) && loan.CompareAndSwap(onOffer, taken)
}

// settled says that the loan is over: the sender may wait for its vector, or to lend.
func (x *transfer[T]) settled() {
	x.in.loan.Store(none)
	x.p.knock(x.from)
}
