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
	prog, err := p.g.compiledFor(p.member, j.c.collective(), j.by(), j.c.root())
	if err != nil {
		p.misuse(j.c.collective(), "%s by %s: %v", j.c.collective(), j.by(), err)
	}
	r := run[T]{p: p, s: j.s, prog: prog, op: j.c.op(), root: j.c.root(), n: j.n, past: j.copiesPast()}
	r.block, r.stride = prog.Pieces(j.n)
	seg := segment[T](segmentBytes, prog.Touch, r.stride)
	switch {
	case prog.Tiled():
		seg = r.stride
	case asm.CopiesRuns() && !j.c.collective().folds():
		seg = segment[T](movedBytes, prog.Touch, r.stride)
		if prog.Room == 0 {
			seg = max(seg, min(r.stride, movedLeast/sizeOf[T]()))
		}
	}
	if j.c.collective() == alltoall && j.c.op() == overwrites {
		r.handsKept = j.handsKept()
		j.keep()
	}
	j.s.teams[p.t.id].tmpRoom(len(p.t.ranks), prog.Room*max(1, prog.Chunks)*seg)
	r.decideToGive(j.c)
	p.publish()
	p.meetFar(inVectors)
	r.given = r.s.teams[0].given
	for r.lo = 0; r.lo < r.stride; r.lo += seg {
		r.hi = min(r.stride, r.lo+seg)
		r.execute()
	}
	r.learnToGive()
	p.leave()
}

// keep copies what the team's processors gave, for an alltoall in place: blocks
// arrive before all have left.
func (j *job[T]) keep() {
	own := j.s.teams[j.p.t.id]
	for i, src := range own.src {
		own.src[i] = own.keep(j.p, i, src)
	}
}

// handsKept reports whether what a team keeps is short enough to be handed back.
func (j *job[T]) handsKept() bool {
	return len(j.p.t.ranks)*j.p.g.size*j.n*sizeOf[T]() <= j.p.c.m.freshMost
}

// keep is a copy of what a rank of the team gives. Others may be reading what was kept for a
// call that failed.
func (t *typedTeam[T]) keep(p *Proc, place int, src []T) []T {
	p.look()
	kept := grown(t.kept[place], len(src))
	t.kept[place] = kept
	carry(p, passage{}, kept, src)
	return kept
}

func (engineOf[T]) keep(p *Proc, src []T) []T {
	return stateOf[T](p.g).teams[p.t.id].keep(p, p.place, src)
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
