package coll

import (
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// tally is a number that one processor at a time adds to, or several addTogether, and that
// anybody may read meanwhile.
type tally struct{ n atomic.Uint64 }

// add is a plain move where a word has 64 bits. An atomic store is a locked one on amd64: it would
// wait until the signal that has just been sent is there, and only then would the processor look
// for those of the others. Whoever reads the word meanwhile sees the number before or after the
// addition and never a third one, and wants no more: so the race detector need not know of it.
//
//go:norace
func (t *tally) add(by uint64) {
	if bits.UintSize < 64 {
		t.n.Add(by)
		return
	}
	*(*uint64)(unsafe.Pointer(&t.n)) += by
}

func (t *tally) addTogether(by uint64) { t.n.Add(by) }

func (t *tally) load() uint64 { return t.n.Load() }
