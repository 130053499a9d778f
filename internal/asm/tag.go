package asm

import "unsafe"

// Tag is what the first data cache of AMD's Zen processors looks for within a set: a
// hash of bits 12 to 27 of an address (Lipp et al., "Take A Way: Exploring the Security
// Implications of AMD's Cache Way Predictors", ASIA CCS 2020). Of two lines of one set
// with one tag only that touched last is found. So vectors that lie at the same place
// of their pages, under one tag, drive each other out line by line, however much room
// there is: on Zen 4, from a page that begins 2 MiB, of 65,535 distances of whole pages
// those 255 to a page under the same tag, and no other, make a sum of two vectors of
// 2 KiB into both 8 to 13 times as slow.
func Tag(at uintptr) uint8 {
	low, high := uint8(at>>12), uint8(at>>20)
	return low ^ high<<3 ^ high>>5&1<<2 ^ high>>6&1<<1 ^ high>>7
}

// clash reports whether what lies at two addresses drives each other out of such a cache.
func clash(x, y uintptr) bool {
	const set = 0xfc0 // the bits that say which
	return (x^y)&set == 0 && Tag(x) == Tag(y)
}

// clashStep is how often clashRun looks: distances of whole multiples of it
// clash, or not, from one to the next.
const clashStep = 32 << 10

// clashRun returns how many of the next bytes at two addresses clash as the first do.
func clashRun(x, y uintptr, bytes int) (run int, clashes bool) {
	clashes = clash(x, y)
	run = clashStep - int(x%clashStep)
	for run < bytes && clash(x+uintptr(run), y+uintptr(run)) == clashes {
		run += clashStep
	}
	return min(run, bytes), clashes
}

// place is the address of element i of the vector at v.
func place[T Elem](v *T, i int) uintptr {
	return uintptr(unsafe.Pointer(v)) + uintptr(i)*unsafe.Sizeof(*v)
}
