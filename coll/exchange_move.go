package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// send sends the head, and what it can of the elements; it says whether that was
// anything.
func (x *transfer[T]) send() (moved bool) {
	if x.out == nil {
		return false
	}
	if !x.sentHead {
		head := x.out.heads.Acquire()
		if head == nil {
			x.out.full.Store(true)
			if head = x.out.heads.Acquire(); head == nil {
				return false
			}
		}
		switch {
		case fitsHead[T](len(x.src)):
			box(head, x.src)
			x.sent = len(x.src)
		case x.mayOffer():
			x.offer(head)
		case x.mayLend():
			head[headWay] = onLoan
			x.lend(head)
		case x.long():
			head[headWay], x.inPieces = inPieces, true
		case x.p.handsBack(x.p.g.seats[x.to].t, len(x.src)*sizeOf[T]()):
			head[headWay] = inRingBack
		default:
			head[headWay] = inRing
		}
		head[headWord], head[headElems] = x.word, uint64(len(x.src))
		x.out.heads.Publish()
		x.sentHead, moved = true, true
	}
	switch {
	case x.offers: // see trade
	case x.lent > 0:
		moved = x.repaid() || moved
	case x.inPieces:
		moved = x.lendPiece() || moved
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
	if x.outRing == nil && x.sent < len(x.src) {
		x.outRing = ringFor[T](x.p, x.out)
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
		head := x.in.heads.Peek()
		if head == nil {
			return false
		}
		x.read(head)
		moved = true
	}
	most := len(x.dst)
	if x.covers() {
		most = x.sent
	}
	switch {
	case x.boxed:
		moved = x.unbox(most) || moved
	case x.got == len(x.dst):
	case x.swaps: // see trade
	case x.borrows:
		moved = x.borrow(most) || moved
	case x.piecewise:
		moved = x.takePieces(most) || moved
	default:
		moved = x.drain(most) || moved
	}
	if moved {
		x.p.tellRoom(x.in, x.from)
	}
	return moved
}

// read reads the head of what comes in.
func (x *transfer[T]) read(head *[buffers.QueueWords]uint64) {
	if head[headWord] != x.word || head[headElems] != uint64(len(x.dst)) {
		x.disagree(call{head[headWord], head[headElems]})
	}
	x.head, x.coming = true, x.in.heads.Released()+1
	switch way := head[headWay]; way {
	case inHead:
		x.boxed = true
		return // see unbox
	case inRing, inRingBack:
		x.handsBack = way == inRingBack
	case inPieces:
		x.piecewise = true
	default:
		x.borrows, x.at = true, head[headData]
		x.offered = way != onLoan
		x.swaps = x.offers && way == offeredFor+x.lent-1
	}
	x.in.heads.Release()
}

// unbox takes the elements out of the head, all at once.
func (x *transfer[T]) unbox(most int) bool {
	if most < len(x.dst) {
		return false
	}
	x.got = copy(x.dst, elementsIn[T](x.in.heads.Peek()))
	x.in.heads.Release()
	x.boxed = false
	return true
}

// drain takes elements up to most out of the ring.
func (x *transfer[T]) drain(most int) (moved bool) {
	if x.inRing == nil && most > 0 {
		x.inRing = ringFor[T](x.p, x.in)
	}
	for x.got < most {
		s, ok := x.inRing.Peek()
		if !ok {
			break
		}
		n := copy(x.dst[x.got:], s)
		if x.got += n; x.handsBack {
			handBack(s[:n])
		}
		x.inRing.Release()
		moved = true
	}
	x.afterRefusal()
	return moved
}

// ringFor is ringOf for a processor, whose Run ends if there is no memory for it.
func ringFor[T Elem](p *Proc, e *edge) *buffers.Ring[T] {
	r, err := ringOf[T](&p.g.edges, e)
	if err != nil {
		p.misuse(exchange, "exchange: %v", err)
	}
	return r
}
