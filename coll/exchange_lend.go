package coll

// A message longer than its ring is lent: its sender waits for the receiver anyway, so
// that one copies from the sender's vector to its own, and nothing goes through the ring.
// What an Exchange in place lends is a copy, piece by piece: it receives over src. The
// sender stores lent and then lending; the receiver copies, and then clears lending.

// staged is the elements of a piece that is lent in place. An exchange of 2 MiB by two
// processors takes 0.3 of the time that it takes with pieces of a quarter: the beginning
// of a long copy has left the sender's own caches when it is read, and lines that another
// core has just written come slowly.
const staged = 128 << 10

func (x *transfer[T]) lends() bool { return len(x.src) > ringSlots*slotLength }

// lend lends the next piece when the last one is back, and notes that it is.
func (x *transfer[T]) lend() (moved bool) {
	if x.lending {
		if x.out.lending.Load() {
			return false
		}
		x.lending, moved = false, true
		if !x.covers() {
			x.sent = len(x.src)
		}
	}
	if x.sent == len(x.src) {
		return moved
	}
	pipe := pipeOf[T](x.out)
	pipe.lent = x.src
	if x.covers() {
		n := min(staged, len(x.src)-x.sent)
		pipe.stage = grown(pipe.stage, n)
		move(pipe.stage, x.src[x.sent:x.sent+n])
		pipe.lent = pipe.stage
		x.sent += n
	}
	x.out.lending.Store(true)
	x.lending = true
	return true
}

// borrow copies elements up to most from what is lent, and gives a piece back with its
// last one. The sender does not unwind meanwhile.
func (x *transfer[T]) borrow(most int) (moved bool) {
	for x.got < most && x.in.lending.Load() {
		pipe := pipeOf[T](x.in)
		n := min(len(pipe.lent)-x.borrowed, most-x.got)
		x.p.c.hold()
		carry(x.p, x.dst[x.got:x.got+n], pipe.lent[x.borrowed:x.borrowed+n])
		x.p.c.release()
		x.got += n
		x.borrowed += n
		if x.borrowed == len(pipe.lent) {
			x.borrowed, pipe.lent = 0, nil
			x.in.lending.Store(false)
			x.p.knock(x.from)
		}
		moved = true
	}
	return moved
}
