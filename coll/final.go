package coll

import "slices"

// A copy is final if nobody reads what it writes, in its step or later. Where the caches
// are too small it goes past them (stream.go); what others write is read there. Copies that a
// team takes source by source do so in any case (scheduled_bysource.go): it reads a tile once.

// finals finds the final copies of a program.
type finals struct {
	*program
	blocks  int           // of a destination; as many again are those that constants name
	read    []bool        // by rank and block; where every rank does the same, by block alone
	inverse map[int32]int // of the ranks that such a program names
}

// mostMarked bounds the blocks of all ranks, of each of which there are two marks of a byte; a
// program of more of them says of no copy that it is final.
const mostMarked = 1 << 28

// markFinal marks the final copies to destinations, where there are so many ranks.
func (p *program) markFinal(ranks int) {
	f := finals{program: p, blocks: 1, inverse: map[int32]int{}}
	if p.labels.kind != asWritten {
		f.blocks = ranks // a product of two of them is one
	}
	if f.alike() {
		ranks = 1
	}
	widen := func(r ref, count int32) {
		if at := int(r.at); r.vec == inDst {
			f.blocks = max(f.blocks, max(at, ^at)+int(count))
		}
	}
	for _, ops := range p.ops {
		for _, o := range ops {
			widen(o.to, o.count)
			for _, from := range p.from[o.a:o.b] {
				widen(from, o.count)
			}
		}
	}
	if f.blocks > mostMarked/ranks {
		return
	}
	f.read = make([]bool, 2*ranks*f.blocks)
	for step := p.steps - 1; step >= 0; step-- {
		for list, ops := range p.ops {
			for _, o := range ops[p.first[list][step]:p.first[list][step+1]] {
				for _, from := range p.from[o.a:o.b] {
					if from.vec == inDst {
						marks := f.of(from, o.count)
						for i := range marks {
							marks[i] = true
						}
					}
				}
			}
		}
		for list, ops := range p.ops {
			ops = ops[p.first[list][step]:p.first[list][step+1]]
			for i := range ops {
				o := &ops[i]
				o.final = !o.fold && o.to.vec == inDst && !slices.Contains(f.of(o.to, o.count), true)
			}
		}
	}
}

// alike says whether every rank does what the program says, as the vertex that it is for.
func (f *finals) alike() bool { return f.labels.kind != asWritten && !f.rooted }

// of is the marks of count blocks from r on. Where every rank does the same, block b of rank a
// is to any x what block a⁻¹·b of its own is to the rank that has it.
func (f *finals) of(r ref, count int32) []bool {
	row, block := int(r.rank), int(r.at)
	if block < 0 {
		block = f.blocks + ^block
	}
	if f.alike() {
		row = 0
		if r.at >= 0 {
			block = f.labels.product(f.inverted(r.rank), block)
		}
	}
	return f.read[2*row*f.blocks+block:][:count]
}

// inverted is the inverse of a rank.
func (f *finals) inverted(rank int32) int {
	i, ok := f.inverse[rank]
	for !ok {
		if ok = f.labels.product(int(rank), i) == 0; ok {
			f.inverse[rank] = i
		} else {
			i++
		}
	}
	return i
}
