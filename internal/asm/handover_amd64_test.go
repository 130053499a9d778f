//go:build !purego

package asm

import (
	"slices"
	"testing"
	"unsafe"
)

// TestHandOver: what is handed over, and what lies after it, is as it was, on every processor:
// those without the instruction take it for none. How many lines went no program can see.
func TestHandOver(t *testing.T) {
	defer func(was bool) { handsOver = was }(handsOver)
	handsOver = true
	v := aligned(1, 1024)[0]
	want := slices.Clone(v)
	for _, bytes := range []int{1, 63, 64, 65, 128, 1000, 4096} {
		if n := testing.AllocsPerRun(10, func() { HandOver(unsafe.Pointer(&v[0]), bytes); Rest() }); n != 0 {
			t.Errorf("%d bytes: %v allocations", bytes, n)
		}
		if !slices.Equal(v, want) {
			t.Errorf("%d bytes: they have changed", bytes)
		}
	}
}
