package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Scan and Exscan by direct: small vectors travel with the signal, and each team
// folds up to its own ranks. Large ones are cut into ranges, one for each team,
// which goes through all ranks in a tile that stays in the first cache: P·n
// elements read and P·n written for the machine, between two signals. Order:
// rank 0, 1, 2, …

// scanTile is the elements of a tile.
const scanTile = 1024

func (j *job[T]) directScan() {
	p, n := j.p, j.n
	b := p.placeOf(n)
	j.s.pack(p, n, b)
	if b == inPlace {
		j.s.teams[p.t.id].room(1, scanTile)
		p.publish()
		p.meet()
		lo, hi := cut(n, len(p.g.teams), p.t.id)
		for ; lo < hi; lo += scanTile {
			p.look()
			if j.c.collective() == scan {
				j.scanRange(lo, min(hi, lo+scanTile))
			} else {
				j.exscanRange(lo, min(hi, lo+scanTile))
			}
		}
		p.lastStep()
	} else {
		p.publish()
		p.greet()
		j.scanOwn(j.s.inputs(p, n, b))
	}
	p.leave()
}

// scanOwn makes the team's results out of the payloads.
func (j *job[T]) scanOwn(from []*T) {
	last := 0 // inclusive: rank r folds the ranks up to r
	if j.c.collective() == exscan {
		last = -1
	}
	own := j.s.teams[j.p.t.id]
	to := own.to[:1]
	done, before := -1, (*T)(nil) // *before is the fold up to rank done
	for i, r := range j.p.t.ranks {
		end := r + last
		if end < 0 {
			continue
		}
		to[0] = &own.dst[i][0]
		with := append(own.operand[:0], from[done+1:end+1]...)
		if done >= 0 {
			with = append(append(own.operand[:0], before), from[done+1:end+1]...)
		}
		own.operand = with
		asm.Fold(j.op.kernel(), to, with, 0, j.n)
		done, before = end, to[0]
	}
}

// scanRange makes elements lo … hi-1 of every rank's result of a scan.
func (j *job[T]) scanRange(lo, hi int) {
	g, own := j.p.g, j.s.teams[j.p.t.id]
	before := j.s.dstOf(g, 0)
	move(before[lo:hi], j.s.srcOf(g, 0)[lo:hi])
	for r := 1; r < g.size; r++ {
		if r%256 == 0 {
			j.p.look()
		}
		to := j.s.dstOf(g, r)
		own.operand = append(own.operand[:0], &to[0], &before[0], &j.s.srcOf(g, r)[0])
		asm.Fold(j.op.kernel(), own.operand[:1], own.operand[1:], lo, hi-lo)
		before = to
	}
}

// exscanRange is the same for an exscan. What rank r is to have, the fold up to rank r-1, is
// made where it belongs or, in place, aside until rank r+1's has been made of it and of
// what rank r gave.
func (j *job[T]) exscanRange(lo, hi int) {
	g, own := j.p.g, j.s.teams[j.p.t.id]
	acc := j.s.srcOf(g, 0)[lo:hi]
	for r := 1; r < g.size; r++ {
		if r%256 == 0 {
			j.p.look()
		}
		next := []T(nil)
		if r+1 < g.size {
			next = j.s.dstOf(g, r+1)[lo:hi]
			if &next[0] == &j.s.srcOf(g, r+1)[lo] {
				next = own.scratch[r&1][:hi-lo]
			}
			own.operand = append(own.operand[:0], &next[0], &acc[0], &j.s.srcOf(g, r)[lo])
			asm.Fold(j.op.kernel(), own.operand[:1], own.operand[1:], 0, hi-lo)
		}
		move(j.s.dstOf(g, r)[lo:hi], acc)
		acc = next
	}
}
