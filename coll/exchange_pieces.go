package coll

// Pieces. What an Exchange in place lends, if it does not swap, is a copy of a piece, then of
// the next one. A piece that is copied is the next one's room, whoever that goes to: a processor
// sends to one at a time, and may send to all, a piece for each of whom would fill the memory.
//
// To a processor of its own thread it lends the piece itself: as soon as one of a circle has put
// its piece aside, the one that sends to it can be received from, then the one before that, and so
// on, and all pieces but one are copied once. A circle that is all on one thread is closed by the last
// one to come, which finds that all wait for each other and puts its piece aside; it may at any time,
// for its receiver does not run meanwhile.

// lendPiece lends the next piece when the last one is back, and notes that it is.
func (x *transfer[T]) lendPiece() (moved bool) {
	out := x.out
	if out.copied.Load() != out.pieces.Load() {
		return false
	}
	if x.owed {
		x.owed, moved, x.sent = false, true, x.reach
	}
	if x.sent == len(x.src) {
		return moved
	}
	pipe := pipeOf[T](out)
	pipe.piece, pipe.back, x.reach = x.src[x.sent:], false, len(x.src)
	if x.covers() {
		x.reach = min(x.sent+pieceMost, len(x.src))
		pipe.piece = x.src[x.sent:x.reach]
		if !x.p.onThread(x.to) {
			x.putPieceAside()
			bytes := len(pipe.piece) * sizeOf[T]()
			pipe.back = x.p.handsBack(x.p.g.seats[x.to].t, bytes) && bytes <= x.p.c.m.freshMost
		}
	}
	x.owed = true
	out.pieces.Add(1)
	return true
}

// onThread reports whether another rank's processor runs on this one's thread, one after the other.
func (p *Proc) onThread(rank int) bool { return p.c.yield != nil && p.g.seats[rank].t == p.t }

// putPieceAside lends a copy of the piece instead.
func (x *transfer[T]) putPieceAside() {
	own := stateOf[T](x.p.g).teams[x.p.t.id]
	stage := grown(own.kept[x.p.place], x.reach-x.sent)
	move(stage, x.src[x.sent:x.reach])
	own.kept[x.p.place] = stage
	pipeOf[T](x.out).piece, x.sent = stage, x.reach
}

// lendsItself reports whether the piece that is lent is a part of src that the call receives over.
func (x *transfer[T]) lendsItself() bool { return x.covers() && x.sent < x.reach }

// closesCircle reports whether the one that it sends to waits in an exchange, for one that does so,
// and so on up to this one, all on this thread, and none can go on.
func (x *transfer[T]) closesCircle() bool {
	if !x.head || x.got < x.sent {
		return false // it waits for what comes in
	}
	own := x.p.c
	c := x.p.g.members[x.to].c
	for range own.h.fibers {
		switch {
		case c == own:
			return true
		case c == nil || c.h != own.h || c.ready():
			return false
		}
		c = c.awaited()
	}
	return false
}

// takePieces copies elements up to most from the pieces that are lent.
func (x *transfer[T]) takePieces(most int) (moved bool) {
	in, past := x.in, x.past()
	for x.got < most && in.pieces.Load() != in.copied.Load() {
		pipe := pipeOf[T](in)
		n := min(len(pipe.piece)-x.borrowed, most-x.got)
		x.p.c.hold()
		carry(x.p, passage{past: past, hands: pipe.back}, x.dst[x.got:x.got+n], pipe.piece[x.borrowed:x.borrowed+n])
		x.p.c.release()
		x.got += n
		x.borrowed += n
		if x.borrowed == len(pipe.piece) {
			x.borrowed, pipe.piece = 0, nil
			in.copied.Add(1)
			x.p.knock(x.from)
		}
		moved = true
	}
	x.afterRefusal()
	return moved
}
