package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Where two processors signal in the same cache lines (buffers.PairRoom) there is room for one
// word of payload. A call whose vectors' addresses go out with the signal packs them and itself
// into that and the two words that say what is called: an address takes 48 bits of 64, and a
// signature half of its word, as there are two ranks that may be the root.
//
//	word   n >> 32, signature, addressed, root
//	n      address of dst, n mod 2^16
//	beside address of src, n >> 16 mod 2^16

const (
	addressed   = 1 << 15 // of a signature, which leaves it free: addresses are packed
	secondRoots = 14      // which bit of it is the root then

	countBits = 16 // what an address leaves of 64 bits: amd64's have 48, and a sign
	countMask = 1<<countBits - 1
)

// pack is what is published for a call of n, in place of it, and the word beside.
func pack[T Elem](c call, n uint64, a addresses[T]) (sent call, beside int64) {
	dst, src := uint64(uintptr(unsafe.Pointer(a.dst))), uint64(uintptr(unsafe.Pointer(a.src)))
	sent.word = n>>32<<32 | uint64(uint32(c.word)) | addressed | uint64(c.root())<<secondRoots
	sent.n = dst<<countBits | n&countMask
	return sent, int64(src<<countBits | n>>countBits&countMask)
}

// unpack is the call that was packed.
func unpack(sent call, beside int64) call {
	const flags = addressed | 1<<secondRoots
	root := sent.word >> secondRoots & 1
	return call{
		word: uint64(uint32(sent.word))&^flags | root<<32,
		n:    sent.word>>32<<32 | uint64(beside)&countMask<<countBits | sent.n&countMask,
	}
}

// calledBy is the call that another team has published for this number, packed or not.
func (m *member) calledBy(t *team) call {
	word, n, _ := t.line.Peek(m.seq)
	c := call{word, n}
	if word&addressed == 0 {
		return c
	}
	return unpack(c, buffers.Payload[int64](&t.line, m.seq, 1)[0])
}

// besideSignal is the addresses that are packed with it.
func besideSignal[T Elem](m *member, t *team) addresses[T] {
	_, n, _ := t.line.Peek(m.seq)
	return addressesOut[T](n, buffers.Payload[int64](&t.line, m.seq, 1)[0])
}

// addressesOut is those that were packed into these two words.
func addressesOut[T Elem](n uint64, beside int64) addresses[T] {
	return addresses[T]{address[T](int64(n) >> countBits), address[T](beside >> countBits)}
}

// announcePacked is announce of a call of n, with these addresses.
func announcePacked[T Elem](m *member, c call, n uint64, a addresses[T]) {
	sent, beside := pack(c, n, a)
	buffers.Payload[int64](&m.t.line, m.seq+1, 1)[0] = beside
	m.announceAs(c, sent)
}
