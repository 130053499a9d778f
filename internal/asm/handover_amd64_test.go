//go:build (linux || darwin) && !purego

package asm

import (
	"bytes"
	"testing"
	"unsafe"
)

// TestHandOver: what is handed over is as it was, and nothing beside it is touched, on every
// processor: those without the instruction take it for none.
func TestHandOver(t *testing.T) {
	defer func(was bool) { handsOver = was }(handsOver)
	handsOver = true
	for _, n := range []int{1, 63, 64, 65, 128, 1000, 4096} {
		first, last := guarded(t, (n+63)&^63)
		for _, b := range [][]byte{first, last} {
			for i := range b {
				b[i] = byte(i * 7)
			}
			want := bytes.Clone(b)
			if allocs := testing.AllocsPerRun(10, func() { HandOver(unsafe.Pointer(&b[0]), n); Rest() }); allocs != 0 {
				t.Errorf("%d bytes: %v allocations", n, allocs)
			}
			if !bytes.Equal(b, want) {
				t.Errorf("%d bytes have changed", n)
			}
		}
	}
}
