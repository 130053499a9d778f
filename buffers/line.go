package buffers

import (
	"sync/atomic"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// LineWords is the payload of a Line in words of 64 bits: what two cache lines hold beside the
// rest. To send more, publish where it lies.
const LineWords = 13

// LineNear is how many words of the payload lie in the first cache line, where the number is.
const LineNear = 5

// Line is a signal from one writer to any number of readers: a sequence number, two words of
// the caller's (what is called, and for how many elements), and a payload, all in the same
// cache lines, so that a small message costs one transfer between two cores. Messages are
// numbered 1, 2, 3, …, and lie in four banks in turn, in a LineRoom. A room of zeros has no
// message. A Line has no element type: one Line serves all, so a reader that expects another
// type than was sent still sees the message, and its two words tell what is wrong.
//
//	writer: Payload(l, seq, n), write it, Publish(seq, word, n)
//	reader: Peek(seq) until it is true, read Payload(l, seq, n)
//
// Why this is right. Words and payload are written before the Store of the sequence number and
// read after the Load that saw it, so the read is synchronized after the write. The writer must
// not begin message seq+2 before every reader is done with seq. Two banks need this rule; four
// allow more than it asks. Three are needed where a program stops in the middle: package coll
// writes the payload of seq+1 before it checks whether its Run has failed, so a processor that
// unwinds from seq and makes one more call may write it while a partner still reads seq-1. The
// line has no counter to enforce the rule, because its use does so for free: in a collective
// every reader of seq also sends on a line of its own; its message seq+1 comes after it has
// read seq; and the writer begins seq+2 only after it has seen that message. One bank would not
// do: a partner may send seq+1 while another is still reading seq. A reader that finds a later
// number than it asked for panics: the rule was broken, and the message is lost. Every
// interleaving of two and three teams, with numbers that wrap around, is checked in
// internal/model/line.pml. Two banks are enough there, because nobody stops.
//
// Why four banks and this Store. Exchanging 8 bytes between two pinned threads of a Zen 5 takes
// 0.68 … 0.71 of a cache line's round trip with two banks, 0.56 … 0.60 with four, 0.55 … 0.58
// with eight; between cores far apart 0.65, 0.53, 0.52. With four banks, neither plain moves in
// place of the Store nor asking for the next bank early (Claim) gains anything there: the Store
// waits for the line, but so does the partner. On a Zen 4 Claim does gain. And sleepers rely on
// the order of the Store: a publisher that looks for sleepers after it, and a sleeper that
// announces its sleep and then looks for messages, cannot both miss the other.
//
// A Line only says where its room is, and may be copied. It is no *LineRoom, because to take
// the address of a field behind such a pointer, Go checks it for nil by a load from its first
// byte. That would fetch the first bank, whose cache lines are on their way between two cores,
// with every other message too: an exchange of 8 or 64 bytes would take 7 … 12 ns more, of 57
// and 76 (near cores of a Zen 4, BenchmarkLineExchange with first=true).
type Line struct {
	room unsafe.Pointer
}

// LineRoom is where the messages of a Line lie, each in two cache lines of its own. It lies on
// a multiple of 128 bytes if it is allocated alone or first in a struct without pointers whose
// size is a multiple of that.
type LineRoom struct {
	banks [LineBanks]bank
}

// Line is the line whose messages lie here.
func (r *LineRoom) Line() Line { return Line{unsafe.Pointer(r)} }

// LineBanks is how many messages a Line keeps, a power of two: message seq lies in bank seq
// modulo LineBanks.
const LineBanks = 4

const _ = uint(LineBanks - 3) // see Line

// bank is one message, pad bytes.
type bank struct {
	seq     atomic.Uint64
	word, n uint64
	payload [LineWords]uint64
}

// bank is where message seq lies.
func (l *Line) bank(seq uint64) *bank {
	return (*bank)(unsafe.Add(l.room, seq%LineBanks*uint64(unsafe.Sizeof(bank{}))))
}

// Payload returns n elements of the payload of message seq, for the writer to fill before it
// publishes and for a reader that has seen the message: at most LineWords of them, or twice as
// many of 32 bits.
func Payload[T Elem](l *Line, seq uint64, n int) []T {
	p := unsafe.Add(unsafe.Pointer(l.bank(seq)), unsafe.Offsetof(bank{}.payload))
	return unsafe.Slice((*T)(p), 8*LineWords/unsafe.Sizeof(*new(T)))[:n:n]
}

// Publish makes message seq visible, with its words and what was written to its
// payload.
func (l *Line) Publish(seq, word, n uint64) {
	b := l.bank(seq)
	b.word, b.n = word, n
	b.seq.Store(seq)
}

// HandOver, called after Publish, hands over the cache lines of message seq and its `bytes`
// bytes of payload (asm.HandOver): readers may find it sooner.
func (l *Line) HandOver(seq uint64, bytes int) {
	asm.HandOver(unsafe.Pointer(l.bank(seq)), pad/2-8*LineNear+bytes)
}

// Claim, called after Publish, asks for the cache lines of message seq (asm.Claim): the writer's next
// one, which a reader has read a few messages ago.
func (l *Line) Claim(seq uint64) { asm.Claim(unsafe.Pointer(l.bank(seq)), pad) }

// Flag returns the number that becomes seq or more when message seq is published, for a reader
// that waits in its own way.
func (l *Line) Flag(seq uint64) *atomic.Uint64 { return &l.bank(seq).seq }

// Peek returns the words of message seq, or false if it is not there yet. They
// and the payload are valid until the reader sends its own next message.
func (l *Line) Peek(seq uint64) (word, n uint64, ok bool) {
	b := l.bank(seq)
	if at := b.seq.Load(); at != seq {
		if at > seq {
			panic("buffers: line has a later message, this one was overwritten before it was read")
		}
		return 0, 0, false
	}
	return b.word, b.n, true
}

// Reset makes the line like new: the next message may have any number from 1 up. No processor
// may be using it.
func (l *Line) Reset() {
	for i := range uint64(LineBanks) {
		l.bank(i).seq.Store(0)
	}
}
