package coll

import (
	"sync"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// edge is what one rank sends to another: rings, so that the sender need not
// wait for the receiver. A message is a head, which says what call it belongs
// to, and its elements in slots of the ring of their type.
type edge struct {
	heads *buffers.Ring[int64]
	full  atomic.Bool // the sender waits for room
	f64   atomic.Pointer[buffers.Ring[float64]]
	f32   atomic.Pointer[buffers.Ring[float32]]
	i64   atomic.Pointer[buffers.Ring[int64]]
	i32   atomic.Pointer[buffers.Ring[int32]]
}

const (
	headSlots  = 8
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
	heads, err := buffers.NewRing[int64](headSlots, 2)
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

// reset empties the rings after a Run.
func (s *edges) reset() {
	for _, e := range s.made {
		e.heads.Reset()
		e.full.Store(false)
		resetRing(&e.f64)
		resetRing(&e.f32)
		resetRing(&e.i64)
		resetRing(&e.i32)
	}
}

func resetRing[T Elem](r *atomic.Pointer[buffers.Ring[T]]) {
	if r := r.Load(); r != nil {
		r.Reset()
	}
}

// lost is a message that nobody received, by its ends.
func (s *edges) lost() (from, to int, ok bool) {
	for ends, e := range s.made {
		if _, full := e.heads.Peek(); full {
			return ends[0], ends[1], true
		}
	}
	return 0, 0, false
}

// close gives the rings' memory back.
func (s *edges) close() {
	for _, e := range s.made {
		e.heads.Close()
		closeRing(&e.f64)
		closeRing(&e.f32)
		closeRing(&e.i64)
		closeRing(&e.i32)
	}
	s.made = nil
}

func closeRing[T Elem](r *atomic.Pointer[buffers.Ring[T]]) {
	if r := r.Load(); r != nil {
		r.Close()
	}
}

// ringOf is the edge's ring for T, made at first use by either end.
func ringOf[T Elem](s *edges, e *edge) (*buffers.Ring[T], error) {
	var slot *atomic.Pointer[buffers.Ring[T]]
	var z T
	switch any(z).(type) {
	case float64:
		slot = any(&e.f64).(*atomic.Pointer[buffers.Ring[T]])
	case float32:
		slot = any(&e.f32).(*atomic.Pointer[buffers.Ring[T]])
	case int64:
		slot = any(&e.i64).(*atomic.Pointer[buffers.Ring[T]])
	default:
		slot = any(&e.i32).(*atomic.Pointer[buffers.Ring[T]])
	}
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
