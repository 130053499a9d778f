package program

// places numbers where blocks lie, for notes of what is done with them: by vector, segment, rank and
// block.
type places struct {
	*Program
	rows    int              // ranks; 1 where every rank does the same
	named   [vectors]span    // of a row
	begin   [vectors + 1]int // how many places come before those of a vector
	inverse map[int32]int    // of the ranks that such a program names
}

// span is how many blocks of a vector a program names: with labels, by ranks that are multiplied, and by
// constants.
type span struct{ blocks, constants int }

// placesOf are those of a program for so many ranks, or not, if they are more than mostMarked.
func placesOf(p *Program, ranks int) (all places, ok bool) {
	all = places{Program: p, rows: ranks, inverse: map[int32]int{}}
	if all.alike() {
		all.rows = 1
	}
	widen := func(r Ref, count int32) {
		v, n := &all.named[r.Vec], int(count)
		switch {
		case r.At < 0:
			v.constants = max(v.constants, ^int(r.At)+n)
		case p.Labels.None():
			v.blocks = max(v.blocks, int(r.At)+n)
		default:
			v.blocks = max(v.blocks, ranks-1+n) // a product of two ranks is one
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
	rows := all.rows * max(1, p.Chunks)
	for i, s := range all.named {
		if s.width() > (mostMarked-all.begin[i])/rows {
			return all, false
		}
		all.begin[i+1] = all.begin[i] + s.width()*rows
	}
	return all, true
}

func (s *span) width() int { return s.blocks + s.constants }

// alike reports whether every rank does what the program says, as the vertex that it is for.
func (p *places) alike() bool { return !p.Labels.None() && !p.Rooted }

// of is where a segment of block r lies; those of the blocks after it come next. Where every rank does
// the same, block b of rank a stands for block x·b of rank x·a, whatever x. To the rank y = x·a that has
// it, this is block y·a⁻¹·b: so the places of one rank, by a⁻¹·b, serve all.
func (p *places) of(r Ref, segment int32) int {
	s, row, block := &p.named[r.Vec], int(r.Rank), int(r.At)
	if block < 0 {
		block = s.blocks + ^block
	}
	if p.alike() {
		row = 0
		if r.At >= 0 {
			block = p.Labels.Product(p.inverted(r.Rank), block)
		}
	}
	return p.begin[r.Vec] + (int(segment)*p.rows+row)*s.width() + block
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
