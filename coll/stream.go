package coll

import (
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

// defaultStream is the size of vectors that the last cache does not hold.
func defaultStream() int64 {
	if l3 := int64(cpuid.CPU.Cache.L3); l3 > 0 {
		return l3
	}
	return 32 << 20
}

// sumsPast says whether the call's sums are written past the caches; in a v-form after meet.
func (j *job[T]) sumsPast() bool { return j.p.c.m.streams(j.bytes()) }

// copiesPast says whether its copies are: from twice as much. What an allreduce in place
// copies overwrites what its pass has just read, and the core's own cache still has: there
// ordinary stores take 0.7 … 0.95 of the time (cayley and tree, P = 4, 8, 16, 32 on two cores,
// Zen 4; at P = 5 0.95 … 1.1).
// But where each processor has a team of its own, other cores have it too, and take their
// time to give it up: 1.05 … 2.0 (P = 2), from the size of sums on.
func (j *job[T]) copiesPast() bool {
	if j.c.collective() == allreduce && overlap(j.dst, j.src) {
		return j.p.g.alone && j.sumsPast()
	}
	return j.p.c.m.streams(j.bytes() / 2)
}

// streams says so of the bytes of a sum's vectors, or half of those of a copy's.
func (m *Machine) streams(bytes int64) bool { return bytes >= m.stream }

// bytes is the size of all processors' vectors together, those that the call reads and
// those that it writes. What is in place it takes to be so on all.
func (j *job[T]) bytes() int64 {
	all := j.elems()
	if !j.c.collective().rooted() && overlap(j.dst, j.src) {
		all -= j.p.g.size * min(len(j.dst), len(j.src))
	}
	return int64(all) * int64(sizeOf[T]())
}

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
		return 2 * g.members[j.root].offsets[g.size]
	case alltoallv:
		for _, m := range g.members {
			all += 2 * m.offsets[g.size]
		}
		return all
	}
	return 2 * g.size * n
}

// foldInto is asm.Fold, past the caches if so and where the results are not
// operands as well.
func foldInto[T Elem](p *Proc, past bool, op Op, to, from []*T, lo, n int) {
	if past && !slices.Contains(from, to[0]) {
		asm.FoldNT(op.kernel(), to, from, lo, n)
		p.c.m.streamed(len(to) * n * sizeOf[T]())
		return
	}
	asm.Fold(op.kernel(), to, from, lo, n)
}

// pastLeast is the bytes from which a copy past the caches makes up for the lines that
// it begins and ends in and for its fence.
const pastLeast = 2 << 10

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
