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

// pack is what is published in place of a call, and the word beside.
func pack[T Elem](c call, a addresses[T]) (sent call, beside int64) {
	dst, src := uint64(uintptr(unsafe.Pointer(a.dst))), uint64(uintptr(unsafe.Pointer(a.src)))
	sent.word = c.n>>32<<32 | uint64(uint32(c.word)) | addressed | uint64(c.root())<<secondRoots
	sent.n = dst<<countBits | c.n&countMask
	return sent, int64(src<<countBits | c.n>>countBits&countMask)
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

// hearPartner returns when the other processor has come, with the call that it has published,
// packed or not.
func (m *member) hearPartner() (t *team, c call) {
	t = m.g.teams[1-m.t.id]
	m.c.await(t.line.Flag(m.seq), m.seq)
	c.word, c.n, _ = t.line.Peek(m.seq)
	if c.word&addressed != 0 {
		c = unpack(c, buffers.Payload[int64](&t.line, m.seq, 1)[0])
	}
	return t, c
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

// announcePacked is announceAs with these addresses.
func announcePacked[T Elem](m *member, c, published call, a addresses[T]) {
	sent, beside := pack(published, a)
	buffers.Payload[int64](&m.t.line, m.seq+1, 1)[0] = beside
	m.announceAs(c, sent)
}
