package coll

// Pieces. What an Exchange in place lends, if it does not swap, is a copy of a piece, then of
// the next one. A piece that is copied is the next one's room, whoever that goes to: a processor
// sends to one at a time, and may send to all, a piece for each of whom would fill the memory.

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
	pipe.piece, x.reach = x.src[x.sent:], len(x.src)
	if x.covers() {
		x.reach = min(x.sent+pieceMost, len(x.src))
		own := stateOf[T](x.p.g).teams[x.p.t.id]
		stage := grown(own.kept[x.p.place], x.reach-x.sent)
		move(stage, x.src[x.sent:x.reach])
		own.kept[x.p.place] = stage
		pipe.piece, x.sent = stage, x.reach
	}
	x.owed = true
	out.pieces.Add(1)
	return true
}

// takePieces copies elements up to most from the pieces that are lent.
func (x *transfer[T]) takePieces(most int) (moved bool) {
	in, past := x.in, x.past()
	for x.got < most && in.pieces.Load() != in.copied.Load() {
		pipe := pipeOf[T](in)
		n := min(len(pipe.piece)-x.borrowed, most-x.got)
		x.p.c.hold()
		carry(x.p, past, x.dst[x.got:x.got+n], pipe.piece[x.borrowed:x.borrowed+n])
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
