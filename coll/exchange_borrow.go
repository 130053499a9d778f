package coll

import "unsafe"

// Borrowing: the receiver's end of a loan (exchange_lend.go).

// borrow copies elements up to most from what is lent, and gives it back with the last
// one. The sender does not unwind meanwhile.
func (x *transfer[T]) borrow(most int) (moved bool) {
	if !x.begun && !x.begin(most) {
		return !x.borrows // refused
	}
	if x.got == most {
		return false
	}
	x.p.c.hold()
	part := x.lentTo()[x.got:most]
	carry(x.p, x.passage(most-x.got), x.dst[x.got:most], part)
	x.p.c.release()
	x.got = most
	if most == len(x.dst) {
		x.settled()
	}
	return true
}

// past reports whether a copy from the sender's memory goes past the caches. This message, read and
// written, is all that it counts: it does not know what others move at the same time.
func (x *transfer[T]) past() bool {
	return !x.covers() && int64(len(x.dst))*int64(2*sizeOf[T]()) >= x.p.c.m.spill.sums
}

// passage is that of n elements that are lent. Only a whole message goes back, and only where no other
// processor's comes between it and the next.
func (x *transfer[T]) passage(n int) passage {
	w, bytes := passage{past: x.past()}, n*2*sizeOf[T]()
	if !w.past && n == len(x.dst) && x.p.g.alone && bytes >= x.p.c.m.copiesTurn {
		w.back = stateOf[T](x.p.g).teams[x.p.t.id].goesBack(&x.dst[0], bytes)
	}
	return w
}

// begin reports whether the loan is the receiver's to copy. A receiver without room for all of it
// does not begin if the sender may want it back, to swap it or to return.
func (x *transfer[T]) begin(most int) bool {
	in, long := x.in, len(x.dst) > ringSlots*slotLength
	if (x.offered || !long) && most < len(x.dst) && in.withdrawn.Load() != x.coming {
		return false
	}
	in.begun.Store(x.coming)
	x.begun = true
	if in.withdrawn.Load() != x.coming {
		return true
	}
	x.borrows, x.refused, x.piecewise = false, true, long
	in.refused.Store(x.coming)
	x.p.knock(x.from)
	return false
}

// afterRefusal ends a loan that was withdrawn when the message has come another way.
func (x *transfer[T]) afterRefusal() {
	if x.refused && x.got == len(x.dst) {
		x.settled()
	}
}

// lentTo is the vector that is lent to this processor. Its owner waits, since this one is at
// work, and keeps it alive.
func (x *transfer[T]) lentTo() []T {
	return unsafe.Slice(address[T](int64(x.at)), len(x.dst))
}

// settled says that the loan is over: the sender may wait for its vector, or to lend.
func (x *transfer[T]) settled() {
	x.in.over.Store(x.coming)
	x.p.knock(x.from)
}
