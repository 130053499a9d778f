package buffers

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// LineMax is the largest payload of a Line in bytes; beyond it a ring or a
// pointer is faster.
const LineMax = 4096

// Line is a signal from one writer to any number of readers: a sequence number,
// a word of the caller's (the signature of the call), and a payload that travel
// in the same cache lines, so that a small message costs one transfer of a line.
// Messages are numbered 1, 2, 3, …; odd and even ones lie in separate banks.
//
//	writer: Payload(seq), write it, Publish(seq, word)
//	reader: Peek(seq) until it is true, read word and payload
//
// Why this is right. Word and payload are written before the Store of seq and
// read after the Load that saw it, so the read is synchronized after the write.
// Message seq+2 overwrites seq, so the writer must not begin it before every
// reader is done with seq. The line has no counter for that, because its use
// gives it for nothing: in a collective every reader of seq also sends on a line
// of its own, its message seq+1 comes after its reading of seq, and the writer
// begins seq+2 only after it has seen that message. One bank would not do: a
// partner may send seq+1 while another is still reading seq.
// A reader that finds a later number than it asked for panics: the rule was
// broken, and the message is lost.
type Line[T asm.Elem] struct {
	banks [2]bank[T]
}

// bank is one message: its number, the word and the payload, on cache lines of
// their own.
type bank[T asm.Elem] struct {
	seq     *atomic.Uint64
	word    *uint64
	payload []T
}

// header is the bytes before the payload: sequence number and word.
const header = 16

// NewLine returns a line for payloads of up to n elements, n·size ≤ LineMax.
func NewLine[T asm.Elem](n int) (*Line[T], error) {
	size := int(unsafe.Sizeof(*new(T)))
	if n < 0 || n > LineMax/size {
		return nil, fmt.Errorf("buffers: line of %d elements of %d bytes, want 0 … %d", n, size, LineMax/size)
	}
	// A multiple of pad, so that the banks share no pair of lines.
	bytes := (header + n*size + pad - 1) / pad * pad
	slab, err := NewSlab[int64](1, (2*bytes+pad)/8) // of the heap, so the banks keep it
	if err != nil {
		return nil, err
	}
	l := &Line[T]{}
	words := slab.Vector(0)
	if uintptr(unsafe.Pointer(&words[0]))%pad != 0 {
		words = words[align/8:]
	}
	for i := range l.banks {
		w := words[i*bytes/8:]
		l.banks[i] = bank[T]{
			seq:  (*atomic.Uint64)(unsafe.Pointer(&w[0])),
			word: (*uint64)(unsafe.Pointer(&w[1])),
		}
		if n > 0 {
			l.banks[i].payload = unsafe.Slice((*T)(unsafe.Pointer(&w[header/8])), n)
		}
	}
	return l, nil
}

// Payload returns the payload of message seq for the writer to fill; of its
// whole length, whatever part the message will use.
func (l *Line[T]) Payload(seq uint64) []T { return l.banks[seq&1].payload }

// Publish makes message seq visible, with the word and what was written to its
// payload.
func (l *Line[T]) Publish(seq, word uint64) {
	b := &l.banks[seq&1]
	*b.word = word
	b.seq.Store(seq)
}

// Peek returns the word and the payload of message seq, or false if it is not
// there yet. The payload is valid until the reader sends its own next message.
func (l *Line[T]) Peek(seq uint64) (word uint64, payload []T, ok bool) {
	b := &l.banks[seq&1]
	switch at := b.seq.Load(); {
	case at == seq:
		return *b.word, b.payload, true
	case at > seq:
		panic(fmt.Sprintf("buffers: line is at message %d, message %d was overwritten before it was read", at, seq))
	}
	return 0, nil, false
}

// Reset makes the line as new: the next message may have any number from 1 up.
// No processor may be using it.
func (l *Line[T]) Reset() {
	for i := range l.banks {
		l.banks[i].seq.Store(0)
	}
}
