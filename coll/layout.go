package coll

import (
	"bytes"
	"math/bits"
)

// layout is where the blocks of a v-form begin, for those who read a
// processor's vectors.
type layout struct {
	offsets  []int    // of src, or of the vector that has the blocks
	arrivals []int    // of dst of alltoallv
	given    [2][]int // by side: the counts that these are of
	changes  uint64   // of offsets and arrivals so far
	digest   uint64   // of the counts of offsets; 0: not made
	longest  int      // of them, made with it
	fullest  int      // the elements of the team that has most, likewise
}

// The sides of a processor's lengths.
const (
	received = iota
	sent
)

// side is where the blocks of one begin.
func (l *layout) side(s int) *[]int {
	if s == received {
		return &l.arrivals
	}
	return &l.offsets
}

// blocks are those of a call, in the vector that has one for each rank.
type blocks struct {
	n  int   // the elements of each
	at []int // of a v-form: where they begin, and the end of the last; else nil
}

// of is the range of the block of a rank.
func (b blocks) of(r int) (lo, hi int) {
	if b.at == nil {
		return r * b.n, (r + 1) * b.n
	}
	return b.at[r], b.at[r+1]
}

// end is where the last block ends; size is the number of ranks.
func (b blocks) end(size int) int {
	_, end := b.of(size - 1)
	return end
}

// others is how many elements the blocks of all ranks but r have.
func (b blocks) others(r, size int) int {
	lo, hi := b.of(r)
	return b.end(size) - (hi - lo)
}

// among is the range of the block of rank r where the block of rank from is left out.
func (b blocks) among(from, r int) (lo, hi int) {
	lo, hi = b.of(r)
	if from < r {
		begin, end := b.of(from)
		lo, hi = lo-(end-begin), hi-(end-begin)
	}
	return lo, hi
}

// blocksOf are those of a call whose lengths all know.
func (m *member) blocksOf(c call) blocks {
	if c.collective().counted() {
		return blocks{at: m.offsets}
	}
	return blocks{n: int(c.n)}
}

// blocks are those of the vector that has one for each rank. Where only the root knows them
// others ask after meet.
func (j *job[T]) blocks() blocks {
	if c := j.c.collective(); c == gatherv || c == scatterv {
		return blocks{at: j.p.g.members[j.c.root()].offsets}
	}
	return j.p.blocksOf(j.c)
}

// blockOf is the range of the block of a rank there.
func (j *job[T]) blockOf(r int) (lo, hi int) { return j.blocks().of(r) }

// offsetsOf makes the offsets of blocks of the given counts, on one side, and returns their sum.
// Those of the counts of the last call are kept. Whether these are the same ones is asked of their
// bytes: 64 take less than half the time of a loop (BenchmarkSameCounts).
func (p *Proc) offsetsOf(c collective, name string, counts []int, side int) int {
	if len(counts) != p.g.size {
		p.refuse(c, "%s: %s has length %d, want %d, one for each rank", c, name, len(counts), p.g.size)
	}
	at := p.side(side)
	if bytes.Equal(bytesOf(p.given[side]), bytesOf(counts)) {
		return (*at)[len(counts)]
	}
	p.given[side] = p.given[side][:0] // their offsets are written over now, and these may be refused
	begins, total, signs := grown(*at, len(counts)+1), 0, 0
	begins[0] = 0
	for r, n := range counts {
		total += n
		signs |= n | total
		begins[r+1] = total
	}
	if signs < 0 {
		p.refuseCounts(c, name, counts)
	}
	*at, p.given[side], p.digest = begins, append(p.given[side], counts...), 0
	p.changes++
	return total
}

// refuseCounts says what is wrong with the first that is.
func (p *Proc) refuseCounts(c collective, name string, counts []int) {
	total := 0
	for r, n := range counts {
		if total += n; n < 0 {
			p.refuse(c, "%s: %s[%d] is %d; want elements, 0 or more", c, name, r, n)
		} else if total < 0 {
			p.refuse(c, "%s: %s[0] to %s[%d] add up to more than an int holds", c, name, name, r)
		}
	}
}

// digested is the digest of what had the digest d, and of x after it.
func digested(d, x uint64) uint64 {
	hi, lo := bits.Mul64(d^0x9e3779b97f4a7c15, x^0xd6e8feb86659fd93)
	return hi ^ lo
}

// digestOf makes one number of the counts of offsets, so that processors that disagree about
// them find out at the call.
func (m *member) digestOf(counts []int) uint64 {
	if m.digest != 0 {
		return m.digest
	}
	m.digest = uint64(len(counts))
	m.longest, m.fullest = 0, 0
	for _, n := range counts {
		m.digest = digested(m.digest, uint64(n))
		m.longest = max(m.longest, n)
	}
	m.digest = max(1, m.digest)
	for _, t := range m.g.teams {
		all := 0
		for _, r := range t.ranks {
			all += counts[r]
		}
		m.fullest = max(m.fullest, all)
	}
	return m.digest
}
