package coll

import (
	"slices"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Results that no cache holds are best written past all of them: a store that
// waits for the line it overwrites moves half as many bytes again. Results that
// the caches hold are not: who reads them next would get them from memory.

// defaultStream is the size of the results that the last cache does not hold.
func defaultStream() int64 {
	if l3 := int64(cpuid.CPU.Cache.L3); l3 > 0 {
		return l3
	}
	return 32 << 20
}

// streams says whether results of so many bytes in all are written past the
// caches.
func (m *Machine) streams(bytes int) bool { return int64(bytes) >= m.stream }

// foldInto is asm.Fold, past the caches if the results say so and are not
// operands as well.
func foldInto[T Elem](past bool, op Op, to, from []*T, lo, n int) {
	if past && !slices.Contains(from, to[0]) {
		asm.FoldNT(op.kernel(), to, from, lo, n)
		return
	}
	asm.Fold(op.kernel(), to, from, lo, n)
}
