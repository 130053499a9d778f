package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// The scheduled algorithms run a program: the teams go through its steps side
// by side, a signal after each, and each moves its own processors' words. A
// vector longer than fits the cache goes through the program in segments, so
// that a child reads its parent's copy where the parent just wrote it. Universal
// broadcasts go by tiles instead: see bySource.

// scheduled carries the collective out by the program of its algorithm.
func (j *job[T]) scheduled() {
	p := j.p
	prog, err := p.g.compiledFor(p.member, j.c.collective(), j.by(), j.root)
	if err != nil {
		p.misuse(j.c.collective(), "%s by %s: %v", j.c.collective(), j.by(), err)
	}
	r := run[T]{p: p, s: j.s, prog: prog, op: j.op, root: j.root, n: j.n, past: j.copiesPast()}
	r.block, r.stride = prog.pieces(j.n)
	seg := segment[T](segmentBytes, prog.touch, r.stride)
	switch {
	case prog.tiled():
		seg = r.stride
	case asm.CopiesRuns() && !j.c.collective().folds():
		seg = segment[T](movedBytes, prog.touch, r.stride)
		if prog.tmp == 0 {
			seg = max(seg, min(r.stride, movedLeast/sizeOf[T]()))
		}
	}
	if j.c.collective() == alltoall && j.op == overwrites {
		j.keep()
	}
	j.s.teams[p.t.id].tmpRoom(len(p.t.ranks), prog.tmp*max(1, prog.chunks)*seg)
	p.publish()
	p.meet()
	for r.lo = 0; r.lo < r.stride; r.lo += seg {
		r.hi = min(r.stride, r.lo+seg)
		r.execute()
	}
	p.leave()
}

// piece is the elements of one of so many pieces of n, a multiple of 8; the last
// pieces may be shorter, or empty.
func piece(n, pieces int) int { return ((n+pieces-1)/pieces + 7) &^ 7 }

// pieces is the elements of a block of vectors of n, and of a chunk of a block.
func (p *program) pieces(n int) (block, stride int) {
	block = n
	if p.parts > 1 {
		block = piece(n, p.parts)
	}
	stride = block
	if p.chunks > 1 {
		stride = piece(block, p.chunks)
	}
	return block, stride
}

// keep copies what the team's processors gave, for an alltoall in place: blocks
// arrive before all have left.
func (j *job[T]) keep() {
	own := j.s.teams[j.p.t.id]
	if len(own.kept) < len(own.src) || len(own.kept[0]) < len(j.src) {
		kept := make([][]T, len(own.src))
		for i := range kept {
			j.p.look() // the room is the machine's when there is all of it
			kept[i] = make([]T, len(j.src))
		}
		own.kept = kept
	}
	for i, src := range own.src {
		carry(j.p, false, own.kept[i][:len(src)], src)
		own.src[i] = own.kept[i][:len(src)]
	}
}

// segmentBytes is what one pass of a program may touch: a part of a core's
// second-level cache. movedBytes is the same where words are only moved, by copies
// that do not fetch what they overwrite, and movedLeast the least part of a block
// then, if the program needs no room beside: such copies gain more by being long than
// by finding the parent's copy near. An allgather of 32 KiB blocks by ring on 32
// processors takes 1.7 times as long with passes of 4 MiB than block by block.
const (
	segmentBytes = 512 << 10
	movedBytes   = 4 << 20
	movedLeast   = 64 << 10
)

// segment is how many elements of a block of n one pass of so many bytes takes when
// it touches the given number of blocks.
func segment[T Elem](bytes, touched, n int) int {
	fit := bytes / sizeOf[T]() / touched &^ 7
	return min(n, max(fit, 512))
}

// run is one run of a program over elements lo … hi-1 of every block.
type run[T Elem] struct {
	p             *Proc
	s             *typed[T]
	prog          *program
	op            Op
	root          int
	n             int  // elements of a vector or block
	block, stride int  // from one block to the next, from one segment of it to the next
	lo, hi        int  // of every segment
	past          bool // final copies go past the caches; source by source all do
}

// execute is the team's share of all steps.
func (r *run[T]) execute() {
	prog, t := r.prog, r.p.t
	list, first := 0, prog.first[0]
	if prog.labels.kind == asWritten {
		list, first = t.id, prog.first[t.id]
	}
	for step := range prog.steps {
		ops := prog.ops[list][first[step]:first[step+1]]
		switch {
		case prog.labels.kind == asWritten:
			for i := range ops {
				if i&63 == 0 {
					r.p.look()
				}
				r.do(&ops[i], 0)
			}
		case prog.rooted:
			for i := range ops {
				if i&63 == 0 {
					r.p.look()
				}
				if r.p.g.seats[prog.labels.product(r.root, int(ops[i].to.rank))].t == t {
					r.do(&ops[i], r.root)
				}
			}
		case step >= prog.steps-prog.bySource:
			r.bySource(step-prog.steps+prog.bySource, ops)
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
func (r *run[T]) do(o *op, x int) {
	if o.count > 1 && (r.lo > 0 || r.hi < r.block) { // parts of blocks do not lie side by side
		for k := range o.count {
			r.move(o, x, k, 1)
		}
		return
	}
	r.move(o, x, 0, o.count)
}

// move carries out an op for count blocks from its k-th on, as far as there are
// any elements.
func (r *run[T]) move(o *op, x int, k, count int32) {
	chunk := int(o.chunk)
	to := r.at(o.to, x, k, count, chunk)
	if len(to) == 0 {
		return
	}
	from := r.prog.from[o.a:o.b]
	if !o.fold {
		carry(r.p, r.past && o.final, to, r.at(from[0], x, k, count, chunk))
		return
	}
	own := r.s.teams[r.p.t.id]
	with := append(own.operand[:0], &to[0])
	for _, f := range from {
		with = append(with, &r.at(f, x, k, count, chunk)[0])
	}
	own.operand = with
	asm.Fold(r.op.kernel(), with[:1], with[1:], 0, len(to))
}

// at is the elements of a segment of count blocks from the k-th after f on, cut
// off where the block or the vector ends.
func (r *run[T]) at(f ref, x int, k, count int32, chunk int) []T {
	rank, at := int(f.rank), int(f.at)
	if l := &r.prog.labels; l.kind != asWritten {
		rank = l.product(x, rank)
		if at < 0 {
			at = ^at
		} else {
			at = l.product(x, at)
		}
	}
	at += int(k)
	m := r.p.g.seats[rank]
	team := r.s.teams[m.t.id]
	from, to := chunk*r.stride+r.lo, min(r.block, chunk*r.stride+r.hi) // in the block
	if r.prog.parts > 1 {
		to = min(to, r.n-at*r.block) // the vector may end before it
	}
	if f.vec == inTmp {
		n := r.hi - r.lo
		room := team.tmp[m.place][(at*max(1, r.prog.chunks)+chunk)*n:]
		if count > 1 {
			return room[:int(count)*n]
		}
		return room[:max(0, to-from)]
	}
	v := team.src[m.place]
	if f.vec == inDst {
		v = team.dst[m.place]
	}
	if count > 1 {
		lo, hi := at*r.block, (at+int(count))*r.block
		return v[min(len(v), lo):min(len(v), hi)]
	}
	if to <= from {
		return nil
	}
	return v[at*r.block+from : at*r.block+to]
}
