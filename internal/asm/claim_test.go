package asm

import (
	"slices"
	"testing"
	"unsafe"
)

// TestClaim: what is claimed, and what lies after it, is as it was. How many lines came no program
// can see.
func TestClaim(t *testing.T) {
	v := aligned(1, 1024)[0]
	want := slices.Clone(v)
	for _, bytes := range []int{1, 64, 65, 128, 4096} {
		if Claim(unsafe.Pointer(&v[0]), bytes); !slices.Equal(v, want) {
			t.Errorf("%d bytes: they have changed", bytes)
		}
	}
}
