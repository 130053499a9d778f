//go:build !amd64 || purego

package asm

import "unsafe"

const handsOver = false

// HandOver says that another core is about to read these bytes. Elsewhere than on amd64, and
// without assembly, it is nothing.
func HandOver(unsafe.Pointer, int) {}

// Rest is a pause before the first look. Elsewhere than on amd64, and without assembly, it is
// nothing.
func Rest() {}
