//go:build !purego

package asm

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// handsOver reports whether the processor has CLDEMOTE, as Intel's servers have from Sapphire
// Rapids on. Others take it for no instruction at all.
var handsOver = cpuid.CPU.Supports(cpuid.CLDEMOTE)

// demote sends the cache lines of so many bytes, one at least, to the cache that the cores share;
// p begins a line.
//
//go:noescape
func demote(p unsafe.Pointer, bytes int)

// HandOver says that another core is about to read these bytes, which this one has just
// written; p begins a cache line. On processors with CLDEMOTE their lines go to the cache that
// the cores share, where the other finds them sooner than in this core's own. Nothing waits for
// that unless an atomic store follows soon: so publish first. Two lines to a kilobyte gain, from
// 16 KiB on it loses (BenchmarkHandOver).
func HandOver(p unsafe.Pointer, bytes int) {
	if handsOver {
		demote(p, bytes)
	}
}

// Rest is a pause before the first look at what another core is about to write, on processors
// with CLDEMOTE. A look that comes too early takes the line away from the other core before it
// has written.
func Rest() {
	if handsOver {
		Pause()
	}
}
