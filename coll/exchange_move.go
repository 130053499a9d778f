package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// send sends the head, and what it can of the elements; it says whether that was
// anything.
func (x *transfer[T]) send() (moved bool) {
	if x.out == nil {
		return false
	}
	if !x.sentHead {
		s, ok := x.out.heads.Acquire()
		if !ok {
			x.out.full.Store(true)
			if s, ok = x.out.heads.Acquire(); !ok {
				return false
			}
		}
		s[0], s[1], s[2] = int64(x.word), int64(len(x.src)), 0
		switch {
		case x.mayOffer():
			s[2] = x.offer()
		case x.mayLend():
			s[2], x.lends = 1, true
			x.lend()
		}
		x.out.heads.Publish()
		x.sentHead, moved = true, true
	}
	switch {
	case x.offers: // see trade
	case x.lends:
		moved = x.lend() || moved
	default:
		moved = x.fill() || moved
	}
	if moved {
		x.p.knock(x.to)
	}
	return moved
}

// fill puts into the ring what there is room for.
func (x *transfer[T]) fill() (moved bool) {
	if x.outRing == nil && len(x.src) > 0 {
		x.outRing = x.ring(x.out)
	}
	for x.sent < len(x.src) {
		s, ok := x.outRing.Acquire()
		if !ok {
			x.out.full.Store(true)
			if s, ok = x.outRing.Acquire(); !ok {
				break
			}
		}
		x.sent += copy(s, x.src[x.sent:])
		x.outRing.Publish()
		moved = true
	}
	return moved
}

// receive takes what has come; in place, no more than has been sent.
func (x *transfer[T]) receive() (moved bool) {
	if x.in == nil {
		return false
	}
	if !x.head {
		s, ok := x.in.heads.Peek()
		if !ok {
			return false
		}
		word, n := uint64(s[0]), int(s[1])
		if word != x.word || n != len(x.dst) {
			x.disagree(call{word, uint64(n)})
		}
		x.borrows, x.swaps = s[2] != 0, x.offers && s[2] == x.number
		x.in.heads.Release()
		x.head, moved = true, true
	}
	most := len(x.dst)
	if x.covers() {
		most = x.sent
	}
	switch {
	case x.got == len(x.dst): // the loan may be the next message's
	case x.swaps: // see trade
	case !x.borrows:
		moved = x.drain(most) || moved
	case x.in.loan.Load() != ringed:
		moved = x.borrow(most) || moved
	default: // it was taken back
		moved = x.drain(most) || moved
		if x.got == len(x.dst) {
			x.settled()
		}
	}
	if moved && x.in.full.Load() {
		x.in.full.Store(false)
		x.p.knock(x.from)
	}
	return moved
}

// drain takes elements up to most out of the ring.
func (x *transfer[T]) drain(most int) (moved bool) {
	if x.inRing == nil && most > 0 {
		x.inRing = x.ring(x.in)
	}
	for x.got < most {
		s, ok := x.inRing.Peek()
		if !ok {
			break
		}
		x.got += copy(x.dst[x.got:], s)
		x.inRing.Release()
		moved = true
	}
	return moved
}

func (x *transfer[T]) ring(e *edge) *buffers.Ring[T] {
	r, err := ringOf[T](&x.p.g.edges, e)
	if err != nil {
		x.p.misuse(exchange, "exchange: %v", err)
	}
	return r
}
