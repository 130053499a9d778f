package coll

import (
	"sync"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// edge is what one rank sends to another: rings, so that the sender need not
// wait for the receiver. A message is a head, which says what call it belongs
// to, and its elements in slots of the ring of their type, or lent.
type edge struct {
	heads *buffers.Ring[int64]
	full  atomic.Bool  // the sender waits for room
	loan  atomic.Int32 // see exchange_lend.go
	f64   pipe[float64]
	f32   pipe[float32]
	i64   pipe[int64]
	i32   pipe[int32]
}

// pipe is an edge's way for one type.
type pipe[T Elem] struct {
	ring  atomic.Pointer[buffers.Ring[T]]
	lent  []T // of the message that is lent, or a piece of it
	stage []T // for what is lent in place
}

const (
	headSlots  = 8
	headLength = 3 // signature, elements, 1 if they are lent, or offeredFor and a number
	ringSlots  = 4
	slotLength = 1024 // elements: 8 KiB of float64, read while in the cache
)

// edges are those in use, made when either end first needs them.
type edges struct {
	mu   sync.Mutex
	made map[[2]int]*edge
}

func (s *edges) get(g *group, from, to int) (*edge, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.made[[2]int{from, to}]; e != nil {
		return e, nil
	}
	heads, err := buffers.NewRing[int64](headSlots, headLength)
	if err != nil {
		return nil, err
	}
	if s.made == nil {
		s.made = map[[2]int]*edge{}
		if g.run != 0 {
			g.m.mu.Lock()
			g.m.parts = append(g.m.parts, g)
			g.m.mu.Unlock()
		}
	}
	e := &edge{heads: heads}
	s.made[[2]int{from, to}] = e
	return e, nil
}

// reset empties the rings after a Run that failed, and lets go of what is lent.
func (s *edges) reset() {
	for _, e := range s.made {
		e.heads.Reset()
		e.full.Store(false)
		e.loan.Store(none)
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
	p.lent = nil
}

// lost is the first message that nobody received, by its ends.
func (s *edges) lost() (from, to int, sent call, ok bool) {
	for ends, e := range s.made {
		if head, full := e.heads.Peek(); full && (!ok || ends[0] < from || ends[0] == from && ends[1] < to) {
			from, to, sent, ok = ends[0], ends[1], call{uint64(head[0]), uint64(head[1])}, true
		}
	}
	return from, to, sent, ok
}

// close gives the rings' memory back.
func (s *edges) close() {
	for _, e := range s.made {
		e.heads.Close()
		e.f64.close()
		e.f32.close()
		e.i64.close()
		e.i32.close()
	}
	s.made = nil
}

func (p *pipe[T]) close() {
	if r := p.ring.Load(); r != nil {
		r.Close()
	}
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
