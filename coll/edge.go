package coll

import (
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// edge is what one rank sends to another. A message is a head, which says what call it
// belongs to, and its elements: in the head, in slots of the ring of their type, so that
// the sender need not wait for the receiver, or where they lie, lent. Messages have the
// numbers of their heads.
type edge struct {
	world [2]int // its ends' ranks in the machine
	heads *buffers.Queue
	f64   pipe[float64]
	f32   pipe[float32]
	i64   pipe[int64]
	i32   pipe[int32]

	_         [128]byte
	loan      uint64 // the sender's own: the latest message lent
	gave      change // likewise: in what it sent
	_         [128]byte
	full      atomic.Bool   // the sender waits for room
	withdrawn atomic.Uint64 // the latest loan that the sender has taken back
	pieces    atomic.Uint64 // lent
	_         [128]byte
	begun     atomic.Uint64 // the latest loan that the receiver has begun to copy, or tried to
	refused   atomic.Uint64 // the latest that it gave up because it was withdrawn
	_         [128]byte
	over      atomic.Uint64 // the latest loan that has ended: its sender polls it, and on one thread may set it
	copied    atomic.Uint64 // pieces
	_         [128]byte
}

// pipe is an edge's way for one type.
type pipe[T Elem] struct {
	ring  atomic.Pointer[buffers.Ring[T]]
	piece []T  // that is lent
	back  bool // it is a copy, whose lines are handed back
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
	inRing     = iota
	inRingBack // whose slots are handed back: handback.go
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

func (p *pipe[T]) reset() {
	if r := p.ring.Load(); r != nil {
		r.Reset()
	}
	p.piece = nil
}

func (p *pipe[T]) close() {
	if r := p.ring.Swap(nil); r != nil {
		r.Close()
	}
	p.piece = nil // where the Run failed
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
