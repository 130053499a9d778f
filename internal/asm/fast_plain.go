//go:build purego || !amd64

package asm

import "unsafe"

// amd64 alone has non-temporal stores, a relay, a string instruction, and ways to go by
// what its processors' caches are like. Here the ordinary loops stand in for all of them.
const (
	ntBlock, relayTile, relayTileNT, aheadTile = 0, 0, 0, 0
	hasRuns, tagged                            = false, false
	storesWait, storesFlow, server             = false, false, false
	zen3, zen4, asking                         = false, false, relayNot
	secondCache, runBytes, addDeepFrom         = 1 << 20, 1 << 17, firstCache
)

func followsMany() bool { return false }

func foldDeep[T Elem](op Op, dst, src []*T, off, n int) { foldFast(op, dst, src, off, n) }

func addDeep[T Elem](op Op, dst, src *T, n int) { addFast(op, dst, src, n) }

func foldNTFast[T Elem](op Op, dst, src []*T, off, n int) { foldFast(op, dst, src, off, n) }

func relayFast[T Elem](how relayKind, dst, src []*T, off, tiles int) {}

func copyNTFast(dst, src unsafe.Pointer, bytes int) {
	copy(unsafe.Slice((*byte)(dst), bytes), unsafe.Slice((*byte)(src), bytes))
}

func copyRun(dst, src unsafe.Pointer, bytes int) { copyNTFast(dst, src, bytes) }
