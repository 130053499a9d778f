package coll

import (
	"math"
	"slices"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Where a call's vectors are more than the last cache holds, results are best written
// past all of them: a store that waits for the line it overwrites moves half as
// many bytes again, and the line is gone before anybody reads it. Else they are not:
// who reads them next would get them from memory.
//
// Ordinary stores take so many times as long (Zen 4, two cores, P = 2 … 32), in brackets where
// processors write what they give before each call and read what they get after it:
//
//	vectors, over the last cache     1/2          1                  2                  4
//	sums                             0.4 … 0.6    1.0 … 1.4 (1.0)    1.3 … 1.9 (1.2)    1.5 … 1.9 (1.2)
//	copies                           0.3 … 0.7    0.7 … 1.2 (0.95)   1.0 … 1.4 (1.0)    1.1 … 1.5 (1.05)
//
// That is with the cache to one program. When others use it as well, alltoalls and allgathers by 8
// and 64 take 1.2 … 2.0 (0.95 … 1.25) from once its size on, 1.25 … 1.7 (0.9 … 1.2) from 1.5 times.
//
// The last cache of an Intel server is that of all its cores, in parts, and hardly faster
// than memory. There (a Xeon with 480 MiB of it, two cores, P = 2 and 8):
//
//	vectors    8 MiB              16 MiB             32 MiB             64 MiB             128 MiB
//	sums       0.8 … 1.6 (0.9)    1.0 … 1.5 (1.0)    1.0 … 2.2 (1.0)    1.0 … 1.7 (1.0)    1.0 … 1.8 (1.2)
//	copies     1.0 … 2.3 (0.8)    1.0 … 1.8 (0.85)   1.2 … 2.0 (0.95)   1.4 … 2.1 (1.1)    1.6 … 2.2 (1.2)
//
// That is Granite Rapids. On Emerald Rapids, with 300 MiB, P = 2 … 64:
//
//	vectors    20 … 32 MiB              40 … 48 MiB               64 MiB                    96 … 128 MiB
//	sums       0.9 … 1.3 (0.85 … 1.05)  0.95 … 1.35 (0.85 … 1.1)  1.0 … 1.25 (0.8 … 0.95)   0.8 … 1.7 (0.9 … 1.25)
//	copies     0.85 … 1.3 (0.55 … 1.1)  0.85 … 1.2 (0.65 … 1.15)  0.9 … 1.15 (0.7 … 1.35)   1.35 … 2.2 (0.8 … 1.4)
//
// That is with the cache to one program, again. Where others take turns with it, an alltoall of
// 4 KiB by 64, 32 MiB, takes 1.5 … 2.0 there.

// spill is the bytes of a call's vectors from which on, since the last cache does not hold them or is
// no help, it pays to write sums past the caches, to write copies past them, and to copy long pieces
// (spreadOf). From pieces on it no longer pays to write past the caches what only goes to far cores
// (distant) or to give copies (giveCopies of far teams, fitsPair, roomy).
type spill struct{ sums, copies, pieces int64 }

// never reports whether nothing is to go past the caches.
func (s *spill) never() bool { return s.sums == math.MaxInt64 }

// spillFrom is that of sums from so many bytes on.
func spillFrom(sums int64) spill {
	sums = min(sums, math.MaxInt64/2)
	return spill{sums: sums, copies: sums + (sums+1)/2, pieces: sums / 4 * 3}
}

// spillHere is that of Tuning.StreamBytes or, if that is 0, of this processor.
func spillHere(tuned int64) spill {
	switch {
	case tuned < 0:
		return spill{math.MaxInt64, math.MaxInt64, math.MaxInt64}
	case tuned > 0:
		return spillFrom(tuned)
	}
	return spillOf(cpuid.CPU.VendorID, cpuid.CPU.Cache.L3)
}

// spillOf is that of a processor whose last cache has so many bytes.
func spillOf(vendor cpuid.Vendor, bytes int) spill {
	const unknown, desktops, servers = 32 << 20, 40 << 20, 16 << 20
	switch {
	case bytes <= 0:
		return spillFrom(unknown)
	case vendor == cpuid.Intel && bytes > desktops:
		s := spillFrom(servers)
		s.pieces = math.MaxInt64
		return s
	}
	return spillFrom(int64(bytes))
}

// sumsPast reports whether the call's sums are written past the caches; in a v-form after meet.
func (j *job[T]) sumsPast() bool { return j.bytes() >= j.p.c.m.spill.sums }

// copiesPast reports whether its copies are. What an allreduce in place copies overwrites what its
// pass has just read, and the core's own cache still has: there ordinary stores take 0.7 … 0.95 of
// the time (cayley and tree, P = 4, 8, 16, 32 on two cores, Zen 4; at P = 5 0.95 … 1.1). But where
// each processor has a team of its own, other cores have it too, and take their time to give it
// up: there ordinary stores take 1.05 … 2.0 of the time (P = 2), so such copies go past the caches
// from the size at which sums do.
func (j *job[T]) copiesPast() bool {
	if j.c.collective() == allreduce && overlap(j.dst, j.src) {
		return j.p.g.alone && j.sumsPast()
	}
	return j.bytes() >= j.p.c.m.spill.copies
}

// bytes is the size of all processors' vectors together, those that the call reads and
// those that it writes. What is in place it takes to be so on all: where some are and some are not, teams
// may say different things, so it does not decide who copies what.
func (j *job[T]) bytes() int64 {
	all := j.elems()
	if !j.c.collective().rooted() && overlap(j.dst, j.src) {
		all -= j.p.g.size * min(len(j.dst), len(j.src))
	}
	return int64(all) * int64(sizeOf[T]())
}

// bytesApart is their size if none is in place: the same for all processors, whichever are.
func (j *job[T]) bytesApart() int64 { return int64(j.elems()) * int64(sizeOf[T]()) }

// elems is the elements of these vectors where none is in place.
func (j *job[T]) elems() (all int) {
	g, n := j.p.g, j.n
	switch j.c.collective() {
	case broadcast:
		return g.size * n
	case reduce:
		return (g.size + 1) * n
	case allgather, reducescatter:
		return g.size * (g.size + 1) * n
	case alltoall:
		return 2 * g.size * g.size * n
	case allgatherv, reducescatterv:
		return (g.size + 1) * j.p.offsets[g.size]
	case gatherv, scatterv:
		return 2 * g.members[j.c.root()].offsets[g.size]
	case alltoallv:
		for _, m := range g.members {
			all += 2 * m.offsets[g.size]
		}
		return all
	}
	return 2 * g.size * n
}

// foldInto is asm.Fold, past the caches if so and where the first result is not an operand
// as well.
func foldInto[T Elem](p *Proc, past bool, op Op, to, from []*T, lo, n int) {
	if past && !slices.Contains(from, to[0]) {
		asm.FoldNT(op.kernel(), to, from, lo, n)
		p.c.m.streamed(len(to) * n * sizeOf[T]())
		return
	}
	asm.Fold(op.kernel(), to, from, lo, n)
}

// pastLeast is the bytes from which a copy past the caches makes up for the lines that
// it begins and ends in: an alltoall of 1 KiB by 256 takes 0.75 of the time, of 512 bytes
// 1.0 … 1.1.
const pastLeast = 1 << 10

// copyInto is asm.Copy, past the caches if so and where that is long enough.
func copyInto[T Elem](p *Proc, past bool, dst, src []T) {
	if bytes := len(src) * sizeOf[T](); past && bytes >= pastLeast {
		asm.CopyNT(dst, src)
		p.c.m.streamed(bytes)
		return
	}
	asm.Copy(dst, src)
}

// streamed counts the bytes that are written past the caches, for tests.
func (m *Machine) streamed(bytes int) {
	if m.past != nil {
		m.past.Add(int64(bytes))
	}
}
