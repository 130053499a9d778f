package coll

import (
	"runtime"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Rings is how [Exchange] moves its messages: by a bounded queue from each sender to each
// receiver, or by a loan of the sender's vector.
const Rings Algorithm = "rings"

// Exchange sends src to rank to and receives dst from rank from, at the same time (MPI_Sendrecv). A
// negative rank means nobody: nothing is sent, or dst is left as it is. Either rank may be the
// caller's own; if both are, one call moves a vector of any length. The sender's src must be as
// long as the receiver's dst, and of the same type. dst and src may be the same slice
// (MPI_Sendrecv_replace) but not overlap otherwise. Messages from one rank to another arrive in the
// order in which they were sent; there are no tags, and nothing like MPI_ANY_SOURCE. A message that
// nobody has received when the Run ends is an error.
//
// A call returns when dst is complete and src may be written again. A short message may not have
// been received by then; but do not count on that, for the sender of a long one waits until it is
// received. If processors wait for each other in a circle in this way, that is a deadlock, which
// ends the Run with ErrDeadlock. A shift, in which all send to one side and receive from the other,
// does not deadlock, except in place between processes. Nor do swaps with several neighbours, one
// call each, if every processor goes through its neighbours in the order of their ranks.
//
// The table shows how a message moves, by its bytes or elements; how often each element is copied;
// and how many such messages one rank can send to another before a call has to wait for the
// receiver (between processes, as many as memory holds):
//
//	                                             copies   on its way
//	≤ 96 bytes: in its head, two cache lines     2        8 messages
//	≤ 4,096 elements: by a ring of four slots    2        4 messages of ≤ 1,024, 2 of ≤ 2,048,
//	  of 1,024; or by a loan, see below          1        or 1
//	more: the receiver copies from src           1        none
//	  in place: from a copy, piece by piece      2
//	  … between processors of one thread:
//	  from src, piece by piece; in a circle that
//	  is all on one thread, one from a copy      1
//	two that exchange > 320 elements in place    1        none
//	  with each other: they swap, half each
//
// By a loan the receiver copies from src itself: if the message has more than 512 elements (1,024
// between processors of one thread, 160 where every processor has a thread) and the receiver comes
// while the sender is still receiving. Where every processor has a thread, two processors swap from
// more than 160 elements, not 320. On some processors no message of up to 1,024 elements is lent to
// another core if the sender writes them anew before each call.
//
// In place, a call sometimes cannot receive until what it sends has been received. If all would
// wait forever for that, and no processor of the machine has anything else to do, src is copied
// aside as a whole.
//
// For each element type, a ring from one processor to another takes up to 40 KiB, and a processor's
// copies in place of more than 4,096 elements up to 1 MiB. What two processors must know of each
// other takes some 2.4 kB. All that is kept until Close; that of a group of Split, as long as the
// group.
//
// Between processes the words go from src to dst if the receiver already waits and dst is not src,
// else through a copy; the memory of eight copies, up to 1 MiB each, is kept until Close.
func Exchange[T Elem](p *Proc, dst []T, from int, src []T, to int) {
	a := p.choose(exchange, len(src)*sizeOf[T](), elemKind[T]())
	size := p.g.size
	same := len(dst) > 0 && len(src) > 0 && &dst[0] == &src[0]
	switch {
	case from >= size:
		p.misuse(exchange, "exchange from rank %d of %d; want rank 0 to %d, or a negative one for nobody", from, size, size-1)
	case to >= size:
		p.misuse(exchange, "exchange to rank %d of %d; want rank 0 to %d, or a negative one for nobody", to, size, size-1)
	case from >= 0 && to >= 0 && (same && len(dst) != len(src) || !same && overlap(dst, src)):
		p.misuse(exchange, "exchange: dst and src overlap in part; pass the same slice or separate ones")
	}
	if a&refusing != 0 {
		a = checkNaN(p, a, exchange, "src", onlyIf(to >= 0, src))
	}
	p.look()
	if p.g.ended() {
		p.outlived(exchange)
	}
	word := signature(exchange, elemKind[T](), 0, a, 0)
	p.c.recordExchange(p.member, word, to, from, len(src), len(dst))
	var sent, received bool
	if p.g.far == nil && (from < 0 || len(dst) <= slotLength) {
		anew := to >= 0 && !(same && from >= 0) && p.sendsAnew(unsafe.Pointer(unsafe.SliceData(src)), len(src), sizeOf[T](), to, from >= 0)
		if to < 0 || anew || p.isShort(len(src), to, from, same) {
			sent, received = shortly(p, word, dst, from, src, to, anew)
		}
	}
	if !received {
		of[T]().transfer(p, word, dst, from, src, to, same, sent)
	}
	runtime.KeepAlive(src) // others may have had its address as a number
	p.countExchange(len(onlyIf(to >= 0, src)), sizeOf[T]())
	p.c.endRegion()
}

// transfer is the state of an Exchange. What goes out passes these points: the head is sent; all
// of src is sent or, where it was lent, the loan is over (repaid, taken back, or swapped). What
// comes in: the head is read; all of dst is there.
type transfer[T Elem] struct {
	p        *Proc
	dst, src []T
	from, to int
	same     bool
	word     uint64
	out, in  *edge
	outRing  *buffers.Ring[T] // nil before the first slot
	inRing   *buffers.Ring[T]
	yielded  bool // neighbours had a turn before a loan is withdrawn
	recalled bool // the host has asked for the loan back
	received bool

	// What goes out.
	sentHead bool
	sent     int    // elements of src that may be overwritten
	lent     uint64 // the number of the message while it is lent or offered, else 0
	offers   bool   // it is offered to be swapped
	inPieces bool
	owed     bool // the latest piece has not been copied yet
	reach    int  // elements of src that have been lent in pieces

	// What comes in.
	head      bool
	coming    uint64 // its number
	handsBack bool   // its slots, for the sender
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

// covers reports whether dst is received over src.
func (x *transfer[T]) covers() bool { return x.same && x.in != nil && x.out != nil }

// transfer is an exchange, or all of it but what shortly has sent.
func (engineOf[T]) transfer(p *Proc, word uint64, dst []T, from int, src []T, to int, same, sent bool) {
	x := transfer[T]{p: p, dst: dst, src: src, from: from, to: to, same: same, word: word}
	if p.g.far != nil {
		x.remote()
	}
	x.open()
	looks, looked := p.patience(), sent
	if sent {
		x.sentHead, x.sent = true, len(x.src)
		if x.in.heads.Peek() == nil {
			looks = 0 // it has looked
		}
	}
	for !x.done() {
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
	p.mismatch(exchange, p.rank, x.from, "%s receives %s from %s, which sent %s", p.g.who(p.rank), mine.elements(), p.g.who(x.from), theirs.elements())
}
