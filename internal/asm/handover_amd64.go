//go:build !purego

package asm

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// handsOver reports whether the processor has CLDEMOTE, as Intel's have from Sapphire Rapids
// on. The others take it for no instruction at all.
var handsOver = cpuid.CPU.Supports(cpuid.CLDEMOTE)

// demote gives the cache lines of so many bytes from p, at the begin of a line, away.
//
//go:noescape
func demote(p unsafe.Pointer, bytes int)

// HandOver says that another core is about to read these bytes, which this one has just
// written: p is where a cache line begins. On processors with CLDEMOTE their lines go to the
// cache that the cores share, where the other finds them sooner than in this core's own, with
// its first look or a later one. It costs nothing that is waited for, if nothing is stored
// atomically soon after it: so publish first. Up to a kilobyte or so it gains, from 16 KiB on it
// loses.
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
