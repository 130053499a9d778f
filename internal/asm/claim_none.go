//go:build !amd64 || purego

package asm

import "unsafe"

// Claim asks for cache lines that this core is about to write. Elsewhere than on amd64, and
// without assembly, it is nothing.
func Claim(unsafe.Pointer, int) {}
