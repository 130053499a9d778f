//go:build (amd64 || arm64) && !purego

package asm

// Pause is a moment's rest between two looks at what another core is about to
// write (PAUSE, 23 ns on a Zen 5; ISB). Who looks without rest takes the cache
// line away from the writer before it has written: two signals around the sum of
// two vectors of 4 KiB, between two cores, take 164 ns without and 110 ns with it.
func Pause()

// Looks is how many looks with a pause after each take a microsecond or so.
const Looks = 50
