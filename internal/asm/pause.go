//go:build (!amd64 && !arm64) || purego

package asm

// Pause is a moment's rest between two looks at what another core is about to
// write. Elsewhere than on amd64 and arm64 it is nothing.
func Pause() {}

// Looks is how many looks with a pause after each take a microsecond or so.
const Looks = 1000
