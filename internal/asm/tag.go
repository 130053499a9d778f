package asm

import "unsafe"

// Tag is what the first data cache of AMD's Zen processors looks for within a set: a
// hash of bits 12 to 27 of an address (Lipp et al., "Take A Way: Exploring the Security
// Implications of AMD's Cache Way Predictors", ASIA CCS 2020). Of two lines of one set
// with one tag only that touched last is found. So vectors that begin at the same place
// of their pages, under one tag, drive each other out line by line, however much room
// there is: on Zen 4, of 65,535 distances of whole pages up to 256 MiB, the 255 under one
// tag, and no other, made a sum of two vectors into both 8 to 13 times as slow.
func Tag[T Elem](v *T) uint8 { return tagOf(uintptr(unsafe.Pointer(v))) }

func tagOf(at uintptr) uint8 {
	low, high := uint8(at>>12), uint8(at>>20)
	return low ^ high<<3 ^ high>>5&1<<2 ^ high>>6&1<<1 ^ high>>7
}

// clash tells whether two vectors drive each other out of the first cache.
func clash[T Elem](a, b *T) bool {
	const set = 0xfc0 // the bits of an address that say which
	x, y := uintptr(unsafe.Pointer(a)), uintptr(unsafe.Pointer(b))
	return tagged && (x^y)&set == 0 && tagOf(x) == tagOf(y)
}
