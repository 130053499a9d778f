package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// The scheduled algorithms run a program: the teams go through its steps side
// by side, a signal after each, and each moves its own processors' words. A
// vector longer than fits the cache goes through the program in segments, so
// that a child reads its parent's copy where the parent just wrote it.

func scheduledAllgather[T Elem](p *Proc, s *typed[T], c call, dst, src []T, a Algorithm) {
	n := len(src)
	if !deposit(p, s, c, dst, src) {
		return
	}
	own := s.teams[p.t.id]
	p.publish()
	p.meet()
	prog := p.program(allgather, a)
	seg := segment[T](p.g.size*p.g.size, n)
	for lo := 0; lo < n; lo += seg {
		hi := min(n, lo+seg)
		for i, dst := range own.dst {
			r := p.t.lo + i
			move(dst[r*n+lo:r*n+hi], own.src[i][lo:hi])
		}
		p.step()
		execute(p, s, prog, 0, blocks{stride: n, lo: lo, hi: hi})
	}
	p.leave()
}

func scheduledAllreduce[T Elem](p *Proc, s *typed[T], c call, dst, src []T, op Op, a Algorithm) {
	n := len(src)
	if !deposit(p, s, c, dst, src) {
		return
	}
	own := s.teams[p.t.id]
	p.publish()
	p.meet()
	prog := p.program(allreduce, a)
	for i, to := range own.dst {
		move(to, own.src[i])
	}
	p.step()
	// Blocks of a whole number of cache lines; the last ones may be empty.
	stride := ((n+p.g.size-1)/p.g.size + 7) &^ 7
	seg := segment[T](p.g.size*p.g.size, stride)
	for lo := 0; lo < stride; lo += seg {
		execute(p, s, prog, op, blocks{stride: stride, lo: lo, hi: min(stride, lo+seg)})
	}
	p.leave()
}

// program is the compiled schedule, or the end of the Run.
func (p *Proc) program(c collective, a Algorithm) *program {
	prog, err := p.g.compiled(c, a)
	if err != nil {
		p.misuse("%s by %s: %v", c, a, err)
	}
	return prog
}

// blocks says which elements an op on blocks moves: block b is at b·stride, and
// of each block elements lo … hi-1 are moved.
type blocks struct{ stride, lo, hi int }

// segmentBytes is what one pass of a program may touch: a part of a core's
// second-level cache.
const segmentBytes = 512 << 10

// segment is how many elements of a block of n one pass takes when the pass
// touches the given number of blocks.
func segment[T Elem](touched, n int) int {
	var z T
	size := 8
	switch any(z).(type) {
	case float32, int32:
		size = 4
	}
	fit := segmentBytes / size / touched &^ 7
	return min(n, max(fit, 512))
}

// execute runs a program once over the given part of every block.
func execute[T Elem](p *Proc, s *typed[T], prog *program, o Op, b blocks) {
	tp := &prog.teams[p.t.id]
	for t := range prog.steps {
		for i := tp.first[t]; i < tp.first[t+1]; i++ {
			q := &tp.ops[i]
			if b.lo == 0 && b.hi == b.stride { // whole blocks lie side by side
				moveBlocks(p, s, tp, q, o, int(q.lo)*b.stride, int(q.hi)*b.stride)
				continue
			}
			for k := int(q.lo); k < int(q.hi); k++ {
				moveBlocks(p, s, tp, q, o, k*b.stride+b.lo, k*b.stride+b.hi)
			}
		}
		p.step()
	}
}

// moveBlocks carries out an op for elements lo … hi-1, as far as there are any.
func moveBlocks[T Elem](p *Proc, s *typed[T], tp *teamProgram, q *op, o Op, lo, hi int) {
	to := s.dstOf(p.g, int(q.to))
	lo, hi = min(len(to), lo), min(len(to), hi)
	if lo == hi {
		return
	}
	if !q.fold {
		move(to[lo:hi], s.dstOf(p.g, int(tp.from[q.a]))[lo:hi])
		return
	}
	own := s.teams[p.t.id]
	from := append(own.operand[:0], &to[0])
	for _, r := range tp.from[q.a:q.b] {
		from = append(from, &s.dstOf(p.g, int(r))[0])
	}
	own.operand = from
	asm.Fold(o.kernel(), from[:1], from, lo, hi-lo)
}
