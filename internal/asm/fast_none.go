//go:build purego || !(amd64 || arm64)

package asm

import "unsafe"

// There is no assembly here: known is empty, fast says no, and the compiler
// drops everything that stands behind it.
var known []variant

func fast[T Elem](Op) bool { return false }

const ntBlock, relayTile, relayTileNT = 0, 0, 0
const hasRuns, tagged, storesWait = false, false, false
const secondCache, runBytes, addDeepFrom = 1 << 20, 1 << 17, firstCache

func hot[T Elem](Op) bool { return false }

func foldHot(dst, src unsafe.Pointer, nd, ns, off, n int) {}
func addHot(dst, src unsafe.Pointer, n int)               {}

func foldFast[T Elem](op Op, dst, src []*T, off, n int)              { foldGeneric(op, dst, src, off, n) }
func foldNTFast[T Elem](op Op, dst, src []*T, off, n int)            { foldGeneric(op, dst, src, off, n) }
func foldDeep[T Elem](op Op, dst, src []*T, off, n int)              { foldGeneric(op, dst, src, off, n) }
func relayFast[T Elem](how relayKind, dst, src []*T, off, tiles int) {}
func addFast[T Elem](op Op, dst, src *T, n int) {
	addGeneric(op, span(dst, 0, n), span(src, 0, n))
}
func addDeep[T Elem](op Op, dst, src *T, n int) { addFast(op, dst, src, n) }

func neighborFast[T float64 | float32](dst, own *T, src []*T, lambda, scale T, off, n int) {
	neighborGeneric(dst, own, src, lambda, scale, off, n)
}

func copyRun(dst, src unsafe.Pointer, bytes int) { copyNTFast(dst, src, bytes) }

func copyNTFast(dst, src unsafe.Pointer, bytes int) {
	copy(unsafe.Slice((*byte)(dst), bytes), unsafe.Slice((*byte)(src), bytes))
}
