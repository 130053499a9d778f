package coll

import (
	"sync"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// edge is what one rank sends to another. A message is a head, which says what call it
// belongs to, and its elements: in the head, in slots of the ring of their type, so that
// the sender need not wait for the receiver, or where they lie, lent. Messages have the
// numbers of their heads.
type edge struct {
	heads *buffers.Queue
	f64   pipe[float64]
	f32   pipe[float32]
	i64   pipe[int64]
	i32   pipe[int32]

	_         [128]byte
	loan      uint64 // the sender's own: the message that was lent last
	_         [128]byte
	full      atomic.Bool   // the sender waits for room
	withdrawn atomic.Uint64 // the message that the sender has taken back last
	pieces    atomic.Uint64 // that were lent
	_         [128]byte
	begun     atomic.Uint64 // the message that the receiver has begun to copy last, or would have
	refused   atomic.Uint64 // … and has not, for it was withdrawn
	_         [128]byte
	over      atomic.Uint64 // the message whose loan is over: its sender looks here all the time, and on one thread may say so
	copied    atomic.Uint64 // pieces
	_         [128]byte
}

// pipe is an edge's way for one type.
type pipe[T Elem] struct {
	ring  atomic.Pointer[buffers.Ring[T]]
	piece []T // that is lent
	stage []T // for what is lent in place
}

const (
	ringSlots  = 4
	slotLength = 1024 // elements: 8 KiB of float64, read while in the cache
)

// The words of a head: the call's signature, the elements, and where they are. What
// follows is the elements, or of a loan their address.
const (
	headWord = iota
	headElems
	headWay
	headData
)

// The ways of a message's elements, as its head says; above those, offered
// (exchange_swap.go).
const (
	inRing = iota
	inHead
	onLoan
	inPieces
	offeredFor
)

// headBytes is the longest message that travels in its head.
const headBytes = 8 * (buffers.QueueWords - headData)

// elementsIn is the elements in a head.
func elementsIn[T Elem](head *[buffers.QueueWords]uint64) []T {
	return buffers.Words[T](head[headData:])
}

// edges are those in use, made when either end first needs them.
type edges struct {
	mu   sync.Mutex
	made map[[2]int]*edge
}

func (s *edges) get(g *group, from, to int) *edge {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.made[[2]int{from, to}]; e != nil {
		return e
	}
	if s.made == nil {
		s.made = map[[2]int]*edge{}
		if g.run != 0 {
			g.m.mu.Lock()
			g.m.parts = append(g.m.parts, g)
			g.m.mu.Unlock()
		}
	}
	e := &edge{heads: new(buffers.Queue)}
	s.made[[2]int{from, to}] = e
	return e
}

// reset empties the rings after a Run that failed, and lets go of what is lent.
func (s *edges) reset() {
	for _, e := range s.made {
		e.heads.Reset()
		e.full.Store(false)
		for _, number := range []*atomic.Uint64{&e.withdrawn, &e.pieces, &e.begun, &e.refused, &e.over, &e.copied} {
			number.Store(0)
		}
		e.loan = 0
		e.f64.reset()
		e.f32.reset()
		e.i64.reset()
		e.i32.reset()
	}
}

func (p *pipe[T]) reset() {
	if r := p.ring.Load(); r != nil {
		r.Reset()
	}
	p.piece = nil
}

// lost is the first message that nobody received, by its ends.
func (s *edges) lost() (from, to int, sent call, ok bool) {
	for ends, e := range s.made {
		if head := e.heads.Peek(); head != nil && (!ok || ends[0] < from || ends[0] == from && ends[1] < to) {
			from, to, sent, ok = ends[0], ends[1], call{head[headWord], head[headElems]}, true
		}
	}
	return from, to, sent, ok
}

// close gives the memory of rings and copies back: processors may remember their edges.
func (s *edges) close() {
	for _, e := range s.made {
		e.f64.close()
		e.f32.close()
		e.i64.close()
		e.i32.close()
	}
	s.made = nil
}

func (p *pipe[T]) close() {
	if r := p.ring.Swap(nil); r != nil {
		r.Close()
	}
	p.stage = nil
}

// pipeOf is the edge's way for T.
func pipeOf[T Elem](e *edge) *pipe[T] {
	var z T
	switch any(z).(type) {
	case float64:
		return any(&e.f64).(*pipe[T])
	case float32:
		return any(&e.f32).(*pipe[T])
	case int64:
		return any(&e.i64).(*pipe[T])
	default:
		return any(&e.i32).(*pipe[T])
	}
}

// ringOf is the edge's ring for T, made at first use by either end.
func ringOf[T Elem](s *edges, e *edge) (*buffers.Ring[T], error) {
	slot := &pipeOf[T](e).ring
	if r := slot.Load(); r != nil {
		return r, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := slot.Load(); r != nil {
		return r, nil
	}
	r, err := buffers.NewRing[T](ringSlots, slotLength)
	if err == nil {
		slot.Store(r)
	}
	return r, err
}
