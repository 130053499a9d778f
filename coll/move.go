package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// carryBytes is how much is carried between two looks.
const carryBytes = 1 << 20

// span is the n elements from element at on of the vector that begins at first.
func span[T Elem](first *T, at, n int) []T { return unsafe.Slice(elementAt(first, at), n) }

// elementAt is one of them.
func elementAt[T Elem](first *T, at int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(first), at*sizeOf[T]()))
}

// move is copy(dst, src) for vectors of one length. It is nothing where they
// are the same.
func move[T Elem](dst, src []T) {
	if len(src) > 0 && &dst[0] != &src[0] {
		asm.Copy(dst, src)
	}
}

// carry is move by a processor that others wait for, as the passage says: it looks now
// and then whether the Run has failed.
func carry[T Elem](p *Proc, w passage, dst, src []T) {
	if len(src) == 0 || &dst[0] == &src[0] {
		return
	}
	chunk := carryBytes / sizeOf[T]()
	if w.back {
		chunk = min(chunk/8, max(turnLeast, len(src)/16&^(turnLeast-1)))
		for lo := (len(src) - 1) / chunk * chunk; lo >= 0; lo -= chunk {
			carryPart(p, w, dst, src, lo, chunk)
		}
		return
	}
	for lo := 0; lo < len(src); lo += chunk {
		carryPart(p, w, dst, src, lo, chunk)
	}
}

// carryPart carries up to n elements from element lo on.
func carryPart[T Elem](p *Proc, w passage, dst, src []T, lo, n int) {
	p.look()
	hi := min(len(src), lo+n)
	copyInto(p, w.past, dst[lo:hi], src[lo:hi])
	if w.hands {
		handBack(src[lo:hi])
	}
}

// copyWords is copy of a few words: they cost less than a call of memmove. The last is
// written first: see direct_line.go.
func copyWords[T Elem](dst, src []T) {
	dst = dst[:len(src):len(dst)]
	for i := len(src) - 1; i >= 0; i-- {
		dst[i] = src[i]
	}
}
