package coll

import (
	"runtime"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Rings is how [Exchange] moves its messages: by a bounded queue from each sender to each
// receiver, or by a loan of the sender's vector.
const Rings Algorithm = "rings"

// Exchange sends src to rank to and receives dst from rank from, at the same
// time (MPI_Sendrecv). A negative rank means nobody: nothing is sent, or dst is
// left as it is. The sender's src must be as long as the receiver's dst. dst
// and src may be the same slice but not overlap otherwise. A message that nobody has
// received when the Run ends is an error.
//
// A message of up to 96 bytes travels in its head, in two cache lines; a longer one through
// a ring of four slots of 1,024 elements, one for each sender and receiver. Eight heads, and
// of messages that do not fit them four of up to 1,024 elements, or one of up to 4,096, are on
// their way when the call returns even if the receiver has not come, and between processes as
// many as memory holds. A longer message the receiver copies from src itself (in place: from
// a copy, piece by piece); the call returns when that is done. Two processors that
// exchange more than 320 elements in place with each other swap them, half each (more than
// 160 where every processor has a thread). What an exchange in place receives may come only
// after what it sends has been received: where all would wait for ever, src is copied aside
// whole, when no processor of the machine has anything else to do (not in a Run of several
// processes). Cost: every element is copied twice; once
// where the vectors are swapped, or where dst is not src and the message is longer than
// 4,096 elements, or than 512 (2,048 between processors of one thread, 160 where every
// processor has a thread) and its receiver comes while the sender receives. A ring takes up
// to 40 KiB, copies in place of more than 4,096 elements up to 1 MiB, and both stay until
// Close, in a group of Split until the Run ends.
// Between processes the words go from src to dst if the receiver waits by then and dst is
// not src, else by a copy; the memory of eight such, up to 1 MiB each, stays until Close.
func Exchange[T Elem](p *Proc, dst []T, from int, src []T, to int) {
	a := p.choose(exchange, len(src)*sizeOf[T](), elemKind[T]())
	size := p.g.size
	same := len(dst) > 0 && len(src) > 0 && &dst[0] == &src[0]
	switch {
	case from >= size || to >= size:
		p.misuse(exchange, "exchange from rank %d to rank %d of %d; want ranks 0 to %d, or a negative one for nobody", from, to, size, size-1)
	case from >= 0 && to >= 0 && (same && len(dst) != len(src) || !same && overlap(dst, src)):
		p.misuse(exchange, "exchange: dst and src overlap in part; pass the same slice or separate ones")
	}
	p.look()
	if p.g.ended() {
		p.outlived(exchange)
	}
	x := transfer[T]{p: p, dst: dst, src: src, from: from, to: to, same: same,
		word: signature(exchange, elemKind[T](), 0, a, 0)}
	p.c.recordExchange(p.member, x.word, to, from, len(src), len(dst))
	if p.g.far != nil {
		x.far()
	}
	x.run()
	runtime.KeepAlive(src) // others may have had its address as a number
	s := p.home().shared
	s.exchanges.Add(1)
	if to >= 0 {
		s.exchanged.Add(uint64(len(src) * sizeOf[T]()))
	}
	p.c.end()
}

// transfer is one Exchange on its way. What goes out: no head, the head sent, all of src
// sent, and where it was lent the loan over (repaid, or taken back), or swapped. What comes
// in: no head, the head read, all of dst there.
type transfer[T Elem] struct {
	p        *Proc
	dst, src []T
	from, to int
	same     bool
	word     uint64
	out, in  *edge
	outRing  *buffers.Ring[T] // nil before the first slot
	inRing   *buffers.Ring[T]
	yielded  bool // the host's others have run since all else was done
	recalled bool // its loan has been
	received bool

	// What goes out.
	sentHead bool
	sent     int    // elements of src that may be overwritten
	lent     uint64 // its number, while it is lent or offered
	offers   bool   // it is offered to be swapped
	inPieces bool
	owed     bool // a piece is not yet back
	reach    int  // elements of src that have been lent in pieces

	// What comes in.
	head      bool
	coming    uint64 // its number
	got       int    // elements of dst that are there
	boxed     bool   // they are in the head
	borrows   bool   // they are lent, or offered
	offered   bool
	at        uint64 // where
	begun     bool   // they are copied from there
	refused   bool   // no more: it was taken back
	swaps     bool   // what goes out is swapped for it
	swapped   bool   // this end's half is
	piecewise bool
	borrowed  int // elements copied of the piece that is lent
}

// covers says whether dst is received over src.
func (x *transfer[T]) covers() bool { return x.same && x.in != nil && x.out != nil }

// run does all of it, as far as it is with this process.
func (x *transfer[T]) run() {
	p := x.p
	x.open()
	looked := false
	for looks := p.patience(); !x.done(); {
		if x.send() || x.receive() || x.trade() {
			continue
		}
		if looks > 0 {
			looks, looked = looks-1, true
			asm.Pause()
			continue
		}
		x.wait()
		looks = p.patience()
	}
	if looked {
		p.c.takeTurns()
	}
}

// open finds the edges.
func (x *transfer[T]) open() {
	x.out, x.in = x.end(x.p.rank, x.to, x.to), x.end(x.from, x.p.rank, x.from)
}

func (x *transfer[T]) end(from, to, peer int) *edge {
	if peer < 0 {
		return nil
	}
	return x.p.edge(from, to)
}

func (x *transfer[T]) done() bool {
	x.received = x.in == nil || x.head && !x.boxed && x.got == len(x.dst)
	return x.received && (x.out == nil || x.sentHead && x.sent == len(x.src) && !x.owed)
}

func (x *transfer[T]) disagree(theirs call) {
	p, mine := x.p, call{x.word, uint64(len(x.dst))}
	p.conflict(ErrMismatch, exchange, p.rank, x.from, "%s receives %s from %s, which sent %s", p.g.who(p.rank), mine.elements(), p.g.who(x.from), theirs.elements())
}
