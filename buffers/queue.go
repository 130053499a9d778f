package buffers

import (
	"sync/atomic"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

const (
	// QueueSlots is how many messages a Queue holds, a power of two.
	QueueSlots = 8
	// QueueWords is a message's length in words of 64 bits: what two cache lines hold beside
	// its number.
	QueueWords = 15
	// QueueNear is how many of them lie in the first line, where the number is.
	QueueNear = 7
)

// Queue is a bounded queue of short messages between one writer and one reader, in first-in
// first-out order. Every message lies with its number in cache lines of its own, so it costs
// one transfer between two cores. A [Ring] costs two: that of the slot, and that of the index
// that says it is there.
//
//	writer: Acquire, write the message, Publish
//	reader: Peek, read the message, Release
//
// Why this is right. Messages are numbered 1, 2, 3, …; message i lies in slot i modulo
// QueueSlots. The writer alone writes the numbers of the slots, the reader alone writes taken.
// A message is written before the Store of its number and read after the Load that saw it, so
// the read is synchronized after the write. It is read before the Store of taken in Release,
// and its slot overwritten after the Load in Acquire that saw that Store, so the overwriting is
// synchronized after the read. A slot holds the number of its message or, until that is there,
// a number less by QueueSlots, at first 0. The writer's copy of taken is never ahead of taken,
// so it can only say "full" too often, and is then renewed.
//
// The zero Queue is empty. It must not be copied, and lies on a multiple of 128 bytes if it
// is allocated alone.
type Queue struct {
	notes [QueueSlots]note

	sent, seen uint64 // the writer's own: messages published, and its copy of taken
	_          [pad - 16]byte
	read       uint64 // the reader's own: messages released
	_          [pad - 8]byte
	taken      atomic.Uint64 // the same, for the writer
	_          [pad - 8]byte
}

// note is one message, pad bytes.
type note struct {
	number atomic.Uint64
	words  [QueueWords]uint64
}

// Acquire returns the words of the message that the next Publish will publish, or nil if the
// queue is full. Only the writer may call it; it returns the same words until Publish.
func (q *Queue) Acquire() *[QueueWords]uint64 {
	if q.sent-q.seen >= QueueSlots {
		q.seen = q.taken.Load()
		if q.sent-q.seen >= QueueSlots {
			return nil
		}
	}
	return &q.next().words
}

// next is where the next message will lie.
func (q *Queue) next() *note { return &q.notes[(q.sent+1)%QueueSlots] }

// Publish makes the message of the last Acquire visible to the reader. Without a successful
// Acquire it panics if the queue is full, as far as this side has seen; else it sends the next
// message with whatever its words hold.
func (q *Queue) Publish() {
	if q.sent-q.seen >= QueueSlots {
		panic("buffers: Publish without Acquire on a full queue")
	}
	q.sent++
	q.notes[q.sent%QueueSlots].number.Store(q.sent)
}

// HandOver, called after Publish, hands over the cache lines of the latest message, of that
// many words (asm.HandOver): the reader may find it sooner.
func (q *Queue) HandOver(words int) {
	asm.HandOver(unsafe.Pointer(&q.notes[q.sent%QueueSlots]), 8+8*words)
}

// Claim asks for the cache lines of the next message (asm.Claim), which the reader has had last.
func (q *Queue) Claim() { asm.Claim(unsafe.Pointer(q.next()), pad) }

// Published is the number of the last message. Only the writer may call it.
func (q *Queue) Published() uint64 { return q.sent }

// Peek returns the words of the oldest message that is not released, or nil if there is none.
// Only the reader may call it; it returns the same words until Release.
func (q *Queue) Peek() *[QueueWords]uint64 {
	n := &q.notes[(q.read+1)%QueueSlots]
	if n.number.Load() != q.read+1 {
		return nil
	}
	return &n.words
}

// Left returns what Peek would, for a caller that is neither the writer nor the reader, while
// neither is at work. It reads only what both have stored for others to read.
func (q *Queue) Left() *[QueueWords]uint64 {
	next := q.taken.Load() + 1
	n := &q.notes[next%QueueSlots]
	if n.number.Load() != next {
		return nil
	}
	return &n.words
}

// Release gives the place of the message of the last Peek back to the writer. Without a
// successful Peek it panics if the queue is empty; else it drops the oldest message unread.
func (q *Queue) Release() {
	if q.Peek() == nil {
		panic("buffers: Release on an empty queue")
	}
	q.read++
	q.taken.Store(q.read)
}

// Released is the number of the last message that was released. Only the reader may call it.
func (q *Queue) Released() uint64 { return q.read }

// Reset makes the queue like new. Neither side may be using it.
func (q *Queue) Reset() {
	for i := range q.notes {
		q.notes[i].number.Store(0)
	}
	q.sent, q.seen, q.read = 0, 0, 0
	q.taken.Store(0)
}

// Words returns words of 64 bits as elements, as many as they hold.
func Words[T Elem](words []uint64) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), uintptr(len(words))*8/unsafe.Sizeof(*new(T)))
}
