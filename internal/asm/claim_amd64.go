//go:build !purego

package asm

import "unsafe"

// Claim asks for the cache lines of so many bytes, one at least, from p on, which begins a line:
// this core is about to write there, and another has read them last. It waits for nothing
// (PREFETCHW; processors without it take it for no instruction at all).
//
//go:noescape
func Claim(p unsafe.Pointer, bytes int)
