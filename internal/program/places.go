package program

// places numbers where blocks lie, for notes of what is done with them: by vector, segment, rank and
// block.
type places struct {
	*Program
	rows    int           // ranks; 1 where every rank does the same
	blocks  int           // of a vector; as many again are those that constants name
	inverse map[int32]int // of the ranks that such a program names
}

// placesOf are those of a program for so many ranks.
func placesOf(p *Program, ranks int) places {
	all := places{Program: p, rows: ranks, blocks: 1, inverse: map[int32]int{}}
	if !p.Labels.None() {
		all.blocks = ranks // a product of two of them is one
	}
	if all.alike() {
		all.rows = 1
	}
	widen := func(r Ref, count int32) {
		at := int(r.At)
		all.blocks = max(all.blocks, max(at, ^at)+int(count))
	}
	for _, ops := range p.Ops {
		for _, o := range ops {
			widen(o.To, o.Count)
			for _, from := range p.From[o.A:o.B] {
				widen(from, o.Count)
			}
		}
	}
	return all
}

// alike reports whether every rank does what the program says, as the vertex that it is for.
func (p *places) alike() bool { return !p.Labels.None() && !p.Rooted }

// segments is how many each block has.
func (p *places) segments() int { return max(1, p.Chunks) }

// size is how many places a vector has.
func (p *places) size() int { return p.segments() * p.rows * 2 * p.blocks }

// of is where segment chunk of block r lies; those of the blocks after it come next. Where every rank does the same,
// block b of rank a stands for block x·b of rank x·a, whatever x. To the rank y = x·a that has it,
// this is block y·a⁻¹·b: so the places of one rank, by a⁻¹·b, serve all.
func (p *places) of(r Ref, chunk int32) int {
	row, block := int(r.Rank), int(r.At)
	if block < 0 {
		block = p.blocks + ^block
	}
	if p.alike() {
		row = 0
		if r.At >= 0 {
			block = p.Labels.Product(p.inverted(r.Rank), block)
		}
	}
	return ((int(r.Vec)*p.segments()+int(chunk))*p.rows+row)*2*p.blocks + block
}

// inverted is the inverse of a rank.
func (p *places) inverted(rank int32) int {
	i, ok := p.inverse[rank]
	if !ok {
		for p.Labels.Product(int(rank), i) != 0 {
			i++
		}
		p.inverse[rank] = i
	}
	return i
}

// inStep calls do for all ops of a step.
func (p *places) inStep(step int, do func(o *Op)) {
	for list, ops := range p.Ops {
		ops = ops[p.First[list][step]:p.First[list][step+1]]
		for i := range ops {
			do(&ops[i])
		}
	}
}
