package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// Rings is how [Exchange] moves its messages: by a bounded queue from each sender to each
// receiver, or by a loan of the sender's vector.
const Rings Algorithm = "rings"

// Exchange sends src to rank to and receives dst from rank from, at the same
// time (MPI_Sendrecv). A negative rank is nobody: nothing is sent, or dst is
// left as it is. The sender's src must be as long as the receiver's dst. dst
// and src may be the same slice but not overlap otherwise.
//
// It runs on rings of four slots of 1,024 elements, one ring for each sender and
// receiver: four messages of up to as many, or one of up to 4,096, are on their way when
// the call returns even if the receiver has not come, and between processes as many as
// memory holds. Of a longer one the receiver copies src itself, where dst is src a copy
// of it piece by piece, and the call returns when it has done so. Two processors that
// exchange more than 320 elements in place with each other swap them, half each. What an
// exchange in place receives may come only after what it sends has been received: where all
// would wait for ever, src is copied aside whole (not in a Run of several processes). Cost:
// every element is copied twice; once where the vectors are swapped, or where dst is not
// src and the message is longer than 4,096 elements, or than 512 and its receiver comes
// while the sender receives. A ring takes up to 40 KiB, copies in place of more than 4,096
// elements up to 1 MiB, and both stay until Close, in a group of Split until the Run ends.
// Between processes the words go from src to dst if the receiver waits by then and dst is
// not src, else by a copy; the memory of eight such, up to 1 MiB each, stays until Close.
// A message that nobody has received when the Run ends is an error.
func Exchange[T Elem](p *Proc, dst []T, from int, src []T, to int) {
	a := p.choose(exchange, len(src)*sizeOf[T](), elemKind[T]())
	size := p.g.size
	same := len(dst) > 0 && len(src) > 0 && &dst[0] == &src[0]
	switch {
	case from >= size || to >= size:
		p.misuse(exchange, "exchange from rank %d to rank %d of %d; want ranks below that, or -1 for nobody", from, to, size)
	case from >= 0 && to >= 0 && (same && len(dst) != len(src) || !same && overlap(dst, src)):
		p.misuse(exchange, "exchange: dst and src overlap in part; pass the same slice or separate ones")
	}
	p.look()
	p.checkRun()
	x := transfer[T]{p: p, dst: dst, src: src, from: from, to: to, same: same,
		word: signature(exchange, elemKind[T](), 0, a, 0)}
	p.c.recordExchange(p.member, x.word, to, from, len(src), len(dst))
	if p.g.far != nil {
		x.far()
	}
	x.run()
	s := p.home().shared
	s.exchanges.Add(1)
	if to >= 0 {
		s.exchanged.Add(uint64(len(src) * sizeOf[T]()))
	}
	p.c.end()
}

// transfer is one Exchange on its way. What goes out: no head, the head sent, all of src
// sent, and where it was lent the loan over (not owed: the receiver has copied it, or
// takeBack has put it into the ring), or swapped. What comes in: no head, the head read, all of dst
// there.
type transfer[T Elem] struct {
	p              *Proc
	dst, src       []T
	from, to       int
	same           bool
	word           uint64
	out, in        *edge
	outRing        *buffers.Ring[T] // nil before the first slot
	inRing         *buffers.Ring[T]
	sentHead, head bool
	lends, borrows bool  // the message that goes out, that comes in, is lent
	owed           bool  // what is lent is not yet back
	offers         bool  // what goes out is offered to be swapped
	swaps, swapped bool  // what comes in is swapped for it; this end's half is
	number         int64 // of what is offered
	yielded        bool  // the host's others have run since all else was done
	sent, got      int   // elements of src that may be overwritten, of dst that are there
	reach          int   // elements of src that have been lent
	borrowed       int   // elements copied of the piece that is lent
	received       bool
}

// covers says whether dst is received over src.
func (x *transfer[T]) covers() bool { return x.same && x.in != nil && x.out != nil }

// run does all of it, as far as it is with this process.
func (x *transfer[T]) run() {
	p := x.p
	x.open()
	for !x.done() {
		bell := p.bell.Load()
		if x.send() || x.receive() || x.trade() || x.takeBack() {
			continue
		}
		p.peer, p.gives = x.from, false
		if x.received || x.covers() && x.head && x.got == x.sent {
			p.peer, p.gives = x.to, true // in place, nothing more is received before more has been sent
		}
		full := x.withholds()
		p.withholds = full
		p.c.listen(&p.bell, bell+1)
		if full && !p.withholds {
			x.putAside()
		}
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
	e, err := x.p.edge(from, to)
	if err != nil {
		x.p.misuse(exchange, "exchange: %v", err)
	}
	return e
}

func (x *transfer[T]) done() bool {
	x.received = x.in == nil || x.head && x.got == len(x.dst)
	return x.received && (x.out == nil || x.sentHead && x.sent == len(x.src) && !x.owed)
}

func (x *transfer[T]) disagree(theirs call) {
	p, mine := x.p, call{x.word, uint64(len(x.dst))}
	p.conflict(ErrMismatch, exchange, p.rank, x.from, "%s receives %s from %s, which sent %s", p.g.who(p.rank), mine.elements(), p.g.who(x.from), theirs.elements())
}

// edge is an edge that this processor is an end of, looked up once.
func (m *member) edge(from, to int) (*edge, error) {
	k := [2]int{from, to}
	if e := m.edges[k]; e != nil {
		return e, nil
	}
	e, err := m.g.edges.get(m.g, from, to)
	if err != nil {
		return nil, err
	}
	if m.edges == nil {
		m.edges = map[[2]int]*edge{}
	}
	m.edges[k] = e
	return e, nil
}

// knock tells a rank that something it may wait for has happened.
func (m *member) knock(rank int) {
	to := m.g.members[rank]
	to.bell.Add(1)
	if m.c.m.hot.sleepers.Load() != 0 {
		to.c.h.park.wake() // nobody else waits for the bell
	}
}
