package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// run is one run of a program over elements lo … hi-1 of every block.
type run[T Elem] struct {
	p             *Proc
	s             *typed[T]
	prog          *program.Program
	op            Op
	root          int
	n             int  // elements of a vector or block
	block, stride int  // from one block to the next, from one segment of it to the next
	lo, hi        int  // of every segment
	past          bool // final copies go past the caches; source by source all do
	handsKept     bool // the sources are copies, which are handed back
	given         bool // teams write to others: scheduled_given.go
}

// execute is the team's share of all steps.
func (r *run[T]) execute() {
	prog, t := r.prog, r.p.t
	list, first := 0, prog.First[0]
	if prog.Labels.None() {
		list, first = t.id, prog.First[t.id]
	}
	for step := range prog.Steps {
		ops := prog.Ops[list][first[step]:first[step+1]]
		switch {
		case prog.Labels.None():
			for i := range ops {
				if i&63 == 0 {
					r.p.look()
				}
				r.do(&ops[i], 0)
			}
		case prog.Rooted:
			for i := range ops {
				if i&63 == 0 {
					r.p.look()
				}
				if r.p.g.seats[prog.Labels.Product(r.root, int(ops[i].To.Rank))].t == t {
					r.do(&ops[i], r.root)
				}
			}
		case step >= prog.Steps-prog.BySource:
			r.bySource(step-prog.Steps+prog.BySource, ops)
		default:
			for _, x := range t.ranks {
				r.p.look()
				for i := range ops {
					r.do(&ops[i], x)
				}
			}
		}
		r.p.step()
	}
}

// do carries out one op, for the vertex x of the program's group.
func (r *run[T]) do(o *program.Op, x int) {
	if o.Count > 1 && (r.lo > 0 || r.hi < r.block) { // parts of blocks do not lie side by side
		for k := range o.Count {
			if k&15 == 15 { // a fold does not look by itself
				r.p.look()
			}
			r.apply(o, x, k, 1)
		}
		return
	}
	r.apply(o, x, 0, o.Count)
}

// apply carries out an op for count blocks from its k-th on, as far as there are
// any elements.
func (r *run[T]) apply(o *program.Op, x int, k, count int32) {
	chunk := int(o.Chunk)
	to, _ := r.at(o.To, x, k, count, chunk)
	if len(to) == 0 {
		return
	}
	from := r.prog.From[o.A:o.B]
	if !o.Fold {
		v, t := r.at(from[0], x, k, count, chunk)
		carry(r.p, passage{past: r.past && o.Final, hands: r.handsBack(from[0], t, len(to))}, to, v)
		return
	}
	own := r.s.teams[r.p.t.id]
	list, hands := own.into(&to[0]), own.hands[:0]
	for i, f := range from {
		v, t := r.at(f, x, k, count, chunk)
		list, hands = append(list, &v[0]), append(hands, r.handsBack(f, t, len(to)) && !r.getsThere(o.A+int32(i), x))
	}
	own.fold(r.op, list, 0, len(to))
	own.hands = hands
	for i, v := range list[len(list)-len(from):] {
		if hands[i] {
			handBack(span(v, 0, len(to)))
		}
	}
}

// handsBack reports whether the lines of n elements that an op reads of a team are handed back.
func (r *run[T]) handsBack(f program.Ref, t *team, n int) bool {
	return f.Last && (f.Vec != program.Src || r.handsKept) && r.p.handsBack(t, n*sizeOf[T]())
}

// at is the elements of a segment of count blocks from the k-th after f on, cut
// off where the block or the vector ends, and the team that has them.
func (r *run[T]) at(f program.Ref, x int, k, count int32, chunk int) ([]T, *team) {
	rank, at := r.prog.Locate(f, x, k)
	m := r.p.g.seats[rank]
	team := r.s.teams[m.t.id]
	from, to := chunk*r.stride+r.lo, min(r.block, chunk*r.stride+r.hi) // in the block
	if r.prog.Parts > 1 {
		to = min(to, r.n-at*r.block) // the vector may end before it
	}
	if f.Vec == program.Room {
		n := r.hi - r.lo
		room := team.tmp[m.place][(at*max(1, r.prog.Chunks)+chunk)*n:]
		if count > 1 {
			return room[:int(count)*n], m.t
		}
		return room[:max(0, to-from)], m.t
	}
	v := team.src[m.place]
	if f.Vec == program.Dst {
		v = team.dst[m.place]
	}
	if count > 1 {
		lo, hi := at*r.block, (at+int(count))*r.block
		return v[min(len(v), lo):min(len(v), hi)], m.t
	}
	if to <= from {
		return nil, m.t
	}
	return v[at*r.block+from : at*r.block+to], m.t
}
