package coll

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Exchange sends src to rank to and receives dst from rank from, at the same
// time (MPI_Sendrecv). A negative rank is nobody: nothing is sent, or dst is
// left as it is. The sender's src must be as long as the receiver's dst. dst
// and src may be the same slice but not overlap otherwise.
//
// It runs on rings of four slots of 1,024 elements, one ring for each sender and
// receiver: four messages of up to as many, or one of up to 4,096, are on their way when
// the call returns even if the receiver has not come, and between processes as many as
// memory holds. Longer ones stream through. Cost: every element is copied twice. A ring
// takes up to 40 KiB and stays until Close, in a group of Split until the Run ends. A
// message that nobody has received when the Run ends is an error.
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
	p.c.recordExchange(p.member, call{x.word, uint64(max(len(src), len(dst)))})
	if p.g.far != nil {
		x.far()
	}
	x.run()
	s := p.home().shared
	s.exchanges.Add(1)
	s.exchanged.Add(uint64(len(src) * sizeOf[T]()))
	p.c.end()
}

// transfer is one Exchange on its way.
type transfer[T Elem] struct {
	p              *Proc
	dst, src       []T
	from, to       int
	same           bool
	word           uint64
	out, in        *edge
	outRing        *buffers.Ring[T]
	inRing         *buffers.Ring[T]
	sentHead, head bool
	sent, got      int
	received       bool
}

// run does all of it, as far as it is with this process.
func (x *transfer[T]) run() {
	p := x.p
	x.open()
	for !x.done() {
		bell := p.bell.Load()
		if x.send() || x.receive() {
			continue
		}
		p.peer = x.from
		if x.received || x.same && x.head && x.out != nil && x.got == x.sent {
			p.peer = x.to // in place, nothing more is received before more has been sent
		}
		p.c.listen(&p.bell, bell+1)
	}
}

// open finds the edges and rings.
func (x *transfer[T]) open() {
	x.out, x.outRing = x.end(x.p.rank, x.to, x.to)
	x.in, x.inRing = x.end(x.from, x.p.rank, x.from)
}

func (x *transfer[T]) end(from, to, peer int) (*edge, *buffers.Ring[T]) {
	if peer < 0 {
		return nil, nil
	}
	e, err := x.p.edge(from, to)
	if err != nil {
		x.p.misuse(exchange, "exchange: %v", err)
	}
	r, err := ringOf[T](&x.p.g.edges, e)
	if err != nil {
		x.p.misuse(exchange, "exchange: %v", err)
	}
	return e, r
}

func (x *transfer[T]) done() bool {
	x.received = x.in == nil || x.head && x.got == len(x.dst)
	return x.received && (x.out == nil || x.sentHead && x.sent == len(x.src))
}

// send puts what it can into the rings; it says whether that was anything.
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
		s[0], s[1] = int64(x.word), int64(len(x.src))
		x.out.heads.Publish()
		x.sentHead, moved = true, true
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
	if moved {
		x.p.knock(x.to)
	}
	return moved
}

// receive takes what there is out of the rings; in place, no more than has been
// sent.
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
		x.in.heads.Release()
		x.head, moved = true, true
	}
	for x.got < len(x.dst) && (!x.same || x.out == nil || x.got < x.sent) {
		s, ok := x.inRing.Peek()
		if !ok {
			break
		}
		x.got += copy(x.dst[x.got:], s)
		x.inRing.Release()
		moved = true
	}
	if moved && x.in.full.Load() {
		x.in.full.Store(false)
		x.p.knock(x.from)
	}
	return moved
}

func (x *transfer[T]) disagree(theirs call) {
	p, mine := x.p, call{x.word, uint64(len(x.dst))}
	p.c.m.fail(&Error{Kind: ErrMismatch, Collective: exchange.String(), Seq: p.seq, Rank: p.c.rank, Other: p.g.world(x.from),
		Text: fmt.Sprintf("%s receives %s from %s, which sent %s", p.g.who(p.rank), mine.elements(), p.g.who(x.from), theirs.elements())})
	p.c.unwind()
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
