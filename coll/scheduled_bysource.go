package coll

// How a team does the copies of a universal broadcast: see cayley_broadcast.go, which
// puts them in the order in which they are taken here.

// bySource is the team's share of the copies of a step: source by source, its own
// first, a tile that stays in the cache at a time; short ones copy by copy, which
// takes less searching.
func (r *run[T]) bySource(ops []op) {
	prog, g, t := r.prog, r.p.g, r.p.t
	if r.hi-r.lo < bySourceLeast {
		for i := range ops {
			r.p.look()
			for _, x := range t.ranks {
				r.take(&ops[i], x, prog.labels.product(x, int(ops[i].to.at)), r.lo, r.hi)
			}
		}
		return
	}
	for turn := range g.size {
		source := (t.ranks[0] + turn) % g.size
		for lo := r.lo; lo < r.hi; lo += brief {
			r.p.look()
			for i := range ops {
				if x := prog.labels.product(source, int(prog.via[ops[i].a])); g.seats[x].t == t {
					r.take(&ops[i], x, source, lo, min(r.hi, lo+brief))
				}
			}
		}
	}
}

// take copies elements lo … hi-1 of a segment of a source's block to x. It is do, of
// fewer words: the block is the source's on both sides.
func (r *run[T]) take(o *op, x, source, lo, hi int) {
	first := int(o.chunk) * r.stride
	lo, hi = first+lo, min(r.block, first+hi)
	at := source * r.block
	if r.prog.parts > 1 {
		hi = min(hi, r.n-at) // the vector may end before it
	}
	if lo >= hi {
		return
	}
	f := &r.prog.from[o.a]
	m, n := r.p.g.seats[x], r.p.g.seats[r.prog.labels.product(x, int(f.rank))]
	to := r.s.teams[m.t.id].dst[m.place][at+lo : at+hi]
	from := r.s.teams[n.t.id]
	var part []T
	if f.vec == inSrc {
		part = from.src[n.place][lo:hi]
	} else {
		part = from.dst[n.place][at+lo : at+hi]
	}
	if &to[0] != &part[0] {
		copyInto(r.p, r.past && o.final, to, part)
	}
}

// bySourceLeast is the elements from which it pays to go through all sources for those
// copies that serve the team.
const bySourceLeast = 256
