package program

import "slices"

// A copy is final if nobody reads what it writes, in its step or later. Where the caches are
// too small it goes past them, and what is read again stays there. Copies that a team takes
// source by source go past them in any case, for it reads a tile once.

// finals finds the final copies of a program.
type finals struct {
	*Program
	blocks  int           // of a destination; as many again are those that constants name
	read    []bool        // by rank and block; where every rank does the same, by block alone
	inverse map[int32]int // of the ranks that such a program names
}

// mostMarked bounds the blocks of all ranks, of each of which there are two marks of a byte; a
// program of more of them says of no copy that it is final.
const mostMarked = 1 << 28

// markFinal marks the final copies to destinations, where there are so many ranks.
func (p *Program) markFinal(ranks int) {
	f := finals{Program: p, blocks: 1, inverse: map[int32]int{}}
	if !p.Labels.None() {
		f.blocks = ranks // a product of two of them is one
	}
	if f.alike() {
		ranks = 1
	}
	widen := func(r Ref, count int32) {
		if at := int(r.At); r.Vec == Dst {
			f.blocks = max(f.blocks, max(at, ^at)+int(count))
		}
	}
	for _, ops := range p.Ops {
		for _, o := range ops {
			widen(o.To, o.Count)
			for _, from := range p.From[o.A:o.B] {
				widen(from, o.Count)
			}
		}
	}
	if f.blocks > mostMarked/ranks {
		return
	}
	f.read = make([]bool, 2*ranks*f.blocks)
	for step := p.Steps - 1; step >= 0; step-- {
		for list, ops := range p.Ops {
			for _, o := range ops[p.First[list][step]:p.First[list][step+1]] {
				for _, from := range p.From[o.A:o.B] {
					if from.Vec == Dst {
						marks := f.of(from, o.Count)
						for i := range marks {
							marks[i] = true
						}
					}
				}
			}
		}
		for list, ops := range p.Ops {
			ops = ops[p.First[list][step]:p.First[list][step+1]]
			for i := range ops {
				o := &ops[i]
				o.Final = !o.Fold && o.To.Vec == Dst && !slices.Contains(f.of(o.To, o.Count), true)
			}
		}
	}
}

// alike reports whether every rank does what the program says, as the vertex that it is for.
func (f *finals) alike() bool { return !f.Labels.None() && !f.Rooted }

// of is the marks of count blocks from r on. Where every rank does the same, block b of rank a
// stands for block x·b of rank x·a, whatever x. To the rank y = x·a that has it, this is block
// y·a⁻¹·b: so the marks of one rank, by a⁻¹·b, serve all.
func (f *finals) of(r Ref, count int32) []bool {
	row, block := int(r.Rank), int(r.At)
	if block < 0 {
		block = f.blocks + ^block
	}
	if f.alike() {
		row = 0
		if r.At >= 0 {
			block = f.Labels.Product(f.inverted(r.Rank), block)
		}
	}
	return f.read[2*row*f.blocks+block:][:count]
}

// inverted is the inverse of a rank.
func (f *finals) inverted(rank int32) int {
	i, ok := f.inverse[rank]
	if !ok {
		for f.Labels.Product(int(rank), i) != 0 {
			i++
		}
		f.inverse[rank] = i
	}
	return i
}
