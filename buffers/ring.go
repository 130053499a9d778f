package buffers

import (
	"fmt"
	"math/bits"
	"sync/atomic"
)

// Ring is a bounded queue of slots of equal length between one producer and one
// consumer, in first-in first-out order. Slots are handed out in place:
//
//	producer: Acquire, write the slot, Publish
//	consumer: Peek, read the slot, Release
//
// Why this is right. The producer alone writes tail and the consumer alone writes head; both
// only grow. A slot's contents are written before the Store of tail in Publish and read after
// the Load of tail in Peek that saw it, so the read is synchronized after the write. They are
// read before the Store of head in Release, and overwritten after the Load of head in Acquire
// that saw it, so the overwriting is synchronized after the read. A stale copy of the other
// side's index is never ahead of it, so it can only say "full" or "empty" too often, and then
// it is renewed: the other side's cache line is fetched only when there seems to be nothing to
// do.
type Ring[T Elem] struct {
	slab   *Slab[T]
	elems  []T
	mask   uint64
	length int
	stride int
	_      [pad]byte

	produced uint64 // the producer's own: slots published
	seenHead uint64 // and its copy of head
	_        [pad - 16]byte
	tail     atomic.Uint64 // slots published, for the consumer
	_        [pad - 8]byte

	consumed uint64 // the consumer's own: slots released
	seenTail uint64 // and its copy of tail
	_        [pad - 16]byte
	head     atomic.Uint64 // slots released, for the producer
	_        [pad - 8]byte
}

// NewRing returns a ring of slots slots of length elements each. It is an error if slots is not
// a power of two, if length is less than 1, or if NewSlab of as many vectors reports one.
func NewRing[T Elem](slots, length int) (*Ring[T], error) {
	if slots < 1 || bits.OnesCount(uint(slots)) != 1 {
		return nil, fmt.Errorf("buffers: ring of %d slots, want a power of two", slots)
	}
	if length < 1 {
		return nil, fmt.Errorf("buffers: ring of slots of %d elements, want at least 1", length)
	}
	slab, err := NewSlab[T](slots, length)
	if err != nil {
		return nil, err
	}
	return &Ring[T]{slab: slab, elems: slab.elems, mask: uint64(slots - 1), length: length, stride: slab.stride}, nil
}

// slot is the slot of the i-th message.
func (r *Ring[T]) slot(i uint64) []T {
	at := int(i&r.mask) * r.stride
	return r.elems[at : at+r.length : at+r.length]
}

// Acquire returns the slot that the next Publish will publish, or false if the ring is full.
// Only the producer may call it; it returns the same slot until Publish.
func (r *Ring[T]) Acquire() ([]T, bool) {
	if r.produced-r.seenHead > r.mask {
		r.seenHead = r.head.Load()
		if r.produced-r.seenHead > r.mask {
			return nil, false
		}
	}
	return r.slot(r.produced), true
}

// Publish makes the slot of the last Acquire visible to the consumer. Without a successful
// Acquire it panics if the ring is full, as far as this side has seen, since it would overwrite
// what is not yet read; else it sends the next slot as it is.
func (r *Ring[T]) Publish() {
	if r.produced-r.seenHead > r.mask {
		panic("buffers: Publish without Acquire on a full ring")
	}
	r.produced++
	r.tail.Store(r.produced)
}

// Peek returns the oldest slot that is not released, or false if the ring is empty. Only the
// consumer may call it; it returns the same slot until Release.
func (r *Ring[T]) Peek() ([]T, bool) {
	if r.consumed == r.seenTail {
		r.seenTail = r.tail.Load()
		if r.consumed == r.seenTail {
			return nil, false
		}
	}
	return r.slot(r.consumed), true
}

// Release gives the slot of the last Peek back to the producer. Without a successful Peek it
// panics if the ring is empty, as far as this side has seen; else it drops the oldest message
// unread.
func (r *Ring[T]) Release() {
	if r.consumed == r.seenTail {
		panic("buffers: Release without Peek on an empty ring")
	}
	r.consumed++
	r.head.Store(r.consumed)
}

// Reset empties the ring. Neither side may be using it: it is for a machine whose processors
// have all returned from an aborted run.
func (r *Ring[T]) Reset() {
	r.produced, r.seenHead, r.consumed, r.seenTail = 0, 0, 0, 0
	r.tail.Store(0)
	r.head.Store(0)
}

// Close gives the slots' memory back. The ring must not be used afterwards.
func (r *Ring[T]) Close() error {
	r.elems = nil
	return r.slab.Close()
}
