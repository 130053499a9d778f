package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// How a team makes the copies of a universal broadcast, in the order in which package program
// has put them, unless there is a course.

// bySource is the team's share of a step of copies: source by source, its own first, a tile that
// stays in the first cache at a time. With tiles of 128 KiB blocks of 32 KiB take 1.0 … 1.13 of
// the time (8 to 20 processors on two cores of a Xeon). Short blocks go op by op, which takes
// less searching.
func (r *run[T]) bySource(step int, ops []program.Op) {
	prog, g, t := r.prog, r.p.g, r.p.t
	if r.short() {
		for i := range ops {
			r.p.look()
			for _, x := range t.ranks {
				r.copyBlock(&ops[i], x, prog.Labels.Product(x, int(ops[i].To.At)), r.lo, r.hi, nil)
			}
		}
		return
	}
	for turn := range g.size {
		source := (t.ranks[0] + turn) % g.size
		count, course := len(ops), []int32(nil)
		if of := r.course(); of != nil {
			course = of.Of(source, step, prog.BySource)
			count = len(course)
		}
		for lo := r.lo; lo < r.hi; lo += nearTile {
			var near []T // what has been read of this tile of the source's block
			chunk := int32(-1)
			for i := range count {
				if i%16 == 0 {
					r.p.look()
				}
				var o *program.Op
				if course == nil {
					o = &ops[i]
				} else {
					o = &prog.Ops[0][course[i]]
				}
				if o.Chunk != chunk {
					near, chunk = nil, o.Chunk
				}
				x := prog.Labels.Product(source, int(prog.Via[o.A]))
				by := x
				if r.given {
					by = prog.Labels.Product(x, int(prog.From[o.A].Rank))
				}
				if g.seats[by].t == t {
					near = r.copyBlock(o, x, source, lo, min(r.hi, lo+nearTile), near)
				}
			}
		}
	}
}

// course is which arcs are taken for a source in a step, or nil.
func (r *run[T]) course() *program.Course {
	if r.given {
		return r.prog.Given
	}
	return r.prog.Course
}

// copyBlock copies elements lo … hi-1 of a segment of a source's block to x. near is where this
// team has read the same elements in this step, or nil: if x's parent is of this team they
// are read from near, else from the parent. It returns near, set if it was nil. It is do, of
// fewer words: the block is the source's on both sides.
func (r *run[T]) copyBlock(o *program.Op, x, source, lo, hi int, near []T) []T {
	first := int(o.Chunk) * r.stride
	lo, hi = first+lo, min(r.block, first+hi)
	at := source * r.block
	if r.prog.Parts > 1 {
		hi = min(hi, r.n-at) // the vector may end before it
	}
	if lo >= hi {
		return near
	}
	f := &r.prog.From[o.A]
	m, n := r.p.g.seats[x], r.p.g.seats[r.prog.Labels.Product(x, int(f.Rank))]
	to := r.s.teams[m.t.id].dst[m.place][at+lo : at+hi]
	part := near
	if near == nil || n.t != r.p.t {
		if from := r.s.teams[n.t.id]; f.Vec == program.Src {
			part = from.src[n.place][lo:hi]
		} else {
			part = from.dst[n.place][at+lo : at+hi]
		}
	}
	if &to[0] != &part[0] {
		copyInto(r.p, r.past || m.t != r.p.t, to, part)
	}
	if near == nil {
		near = part
	}
	return near
}

// short reports whether this pass goes op by op. What goes past the caches does not: a child
// would read there what its parent has just got, which takes 1.0 … 1.4 of the time with blocks
// of 1 to 2 KiB by 256.
func (r *run[T]) short() bool {
	n := r.hi - r.lo
	return n < bySourceLeast && !(r.past && n*sizeOf[T]() >= pastLeast)
}

// bySourceLeast is the elements from which it pays to go through all sources for those
// copies that serve the team: with half of them allgathers by 8 and 16 take 1.0 … 1.3 of the
// time, by 64 the same.
const bySourceLeast = 256
