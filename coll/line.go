package coll

import (
	"sync/atomic"
	"unsafe"
)

// line is what a team publishes on arrival: sequence number, call and a small
// payload in two adjacent cache lines, so that a small collective costs one
// way between two cores. The owner writes everything else first and seq last;
// a reader that sees seq sees the rest (an atomic store and load in Go order
// what precedes and follows them).
type line struct {
	seq     atomic.Uint64
	call    call
	payload [lineWords]uint64
}

const lineWords = 13

// inline is the payload of l as elements: lineWords of them, of any type.
func inline[T Elem](l *line) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(&l.payload)), lineWords)
}
