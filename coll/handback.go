package coll

import "unsafe"

// Handing back. A store to a line that another core has read since it was last written takes long on
// some processors, but little if that core has stored to it as well (anew.go). So who reads what another
// core's processor has put there for it alone, into memory of the package's own or where that one is going
// to write before the call returns, stores to each line that it has read. Two near cores of a Zen 4 take so
// much of the time then, whether programs touch their vectors between the calls or not (BenchmarkHandedBack):
//
//	                                                        by 4           by 8           by 16
//	exchange in place, 4 to 256 KiB                         0.56 … 0.82    0.71 … 0.88    0.81 … 0.93
//	reducescatter by cayley, ring, tree, 4 KiB to 1 MiB     0.56 … 0.89    0.68 … 0.99    0.72 … 1.03
//	alltoall by cayley, bruck, 4 to 256 KiB                 0.63 … 0.87    0.61 … 1.03    0.65 … 1.04
//	the same in place                                       0.55 … 1.03    0.53 … 0.96    0.62 … 0.99
//	gather by tree, 4 to 256 KiB                            0.65 … 0.91    0.56 … 0.87    0.52 … 0.71
//	reduce by ring, tree, 32 to 256 KiB                     0.55 … 0.72    0.67 … 0.92    0.90 … 1.01
//	allreduce by cayley, ring, tree, 32 KiB to 1 MiB        0.64 … 0.88    0.76 … 0.90    0.86 … 1.01
//	alltoall in place by direct, 512 B and 1 KiB                           0.72 … 0.93    0.67 … 0.76
//
// With 2 KiB at a time that is mostly 0.7 … 1.05; exchanges of 256 and 512 bytes by 8 would take 1.3. An Intel Xeon
// (Emerald Rapids) takes 0.90 … 1.21 of the time for exchanges and 0.95 … 1.28 for reducescatters: there it is not done.

// handedBackLeast is the bytes from which what is read at a time is handed back.
const handedBackLeast = 2 << 10

// handsLines reports whether lines are handed back at all: hosts that seem to be on one core have all lines
// in common.
func (m *Machine) handsLines() bool { return m.handing && m.copiesAnew() }

// handsBack reports whether that pays for so many bytes between the processor's team and another.
func (m *member) handsBack(t *team, bytes int) bool {
	return bytes >= handedBackLeast && t != m.t && m.c.m.handsLines()
}

// handBack hands back the lines of what the processor has read.
func handBack[T Elem](x []T) { handBytes(unsafe.Pointer(unsafe.SliceData(x)), len(x)*sizeOf[T]()) }

// handBytes is that of so many bytes.
func handBytes(first unsafe.Pointer, bytes int) {
	for i := 0; i < bytes; i += 64 {
		*(*uint32)(unsafe.Add(first, i)) = 0
	}
}
