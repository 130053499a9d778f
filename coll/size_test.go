package coll

import (
	"testing"
	"unsafe"
)

// TestLines: what a switch touches begins and ends with cache lines.
func TestLines(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("laid out for 64 bits")
	}
	if n := unsafe.Sizeof(fiber{}); n != 128 {
		t.Errorf("core is %d bytes, want 128", n)
	}
	if n := unsafe.Sizeof(member{}); n != 128 {
		t.Errorf("member is %d bytes, want 128", n)
	}
}
