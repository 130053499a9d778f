package coll

// Scan and Exscan by direct: small vectors travel with the signal, and each team
// folds up to its own ranks. Large ones are cut into ranges, one for each team,
// which goes through all ranks in a tile that stays in the first cache: P·n
// elements read and P·n written for the machine, between two signals. Order:
// rank 0, 1, 2, …

// scanTile is the elements of a tile.
const scanTile = 1024

func (j *job[T]) directScan() {
	p, n := j.p, j.n
	in := p.g.mediumOf(n)
	own := j.s.teams[p.t.id]
	if in == inVectors {
		own.scratchRoom(1, scanTile)
		if j.goesInPortions(n) {
			j.scanInPortions()
			return
		}
		if j.c.collective() == scan { // exscan leaves dst of rank 0 as it is
			j.giveCopies(freshScan)
		}
	}
	j.s.packNear(p, in)
	p.publish()
	p.meetFar(in)
	if in == inVectors {
		lo, hi := cut(n, len(p.g.teams), p.t.id)
		own.scanRange(p, j.c.collective(), j.c.op(), ends[T]{}, j.s.destinations(p), j.s.sources(p), lo, hi)
	} else {
		j.scanOwn(j.s.inputs(p, n, in))
	}
	p.leaveFrom(in)
}

// scanOwn makes the team's results out of the payloads.
func (j *job[T]) scanOwn(from []*T) {
	last := 0 // inclusive: rank r folds the ranks up to r
	if j.c.collective() == exscan {
		last = -1
	}
	own := j.s.teams[j.p.t.id]
	done, before := -1, (*T)(nil) // *before is the fold up to rank done
	for i, r := range j.p.t.ranks {
		end := r + last
		if end < 0 {
			continue
		}
		list := own.into(&own.dst[i][0])
		if done >= 0 {
			list = append(list, before)
		}
		own.fold(j.c.op(), append(list, from[done+1:end+1]...), 0, j.n)
		done, before = end, list[0]
	}
}

// ends are vectors at the ends of a scan: the fold of the ranks before its first, and where that of all up to its
// last belongs; nil where there is none.
type ends[T Elem] struct{ before, after *T }

// scanRange makes elements lo … hi-1 of every rank's result. The team has room for two
// tiles.
func (own *typedTeam[T]) scanRange(p *Proc, c collective, op Op, e ends[T], to, from []*T, lo, hi int) {
	for ; lo < hi; lo += scanTile {
		p.look()
		if n := min(hi-lo, scanTile); c == scan {
			own.scanTile(p, op, e, to, from, lo, n)
		} else {
			own.exscanTile(p, op, e, to, from, lo, n)
		}
	}
}

// scanTile makes n elements from lo of every rank's result of a scan.
func (own *typedTeam[T]) scanTile(p *Proc, op Op, e ends[T], to, from []*T, lo, n int) {
	if e.before == nil {
		move(span(to[0], lo, n), span(from[0], lo, n))
	} else {
		own.fold(op, append(own.into(to[0]), e.before, from[0]), lo, n)
	}
	for r := 1; r < len(to); r++ {
		if r%256 == 0 {
			p.look()
		}
		own.fold(op, append(own.into(to[r]), to[r-1], from[r]), lo, n)
	}
	if e.after != nil {
		move(span(e.after, lo, n), span(to[len(to)-1], lo, n))
	}
}

// exscanTile is the same for an exscan. What rank r is to have, the fold up to rank r-1, is
// made where it belongs or, in place, aside until rank r+1's has been made of it and of
// what rank r gave.
func (own *typedTeam[T]) exscanTile(p *Proc, op Op, e ends[T], to, from []*T, lo, n int) {
	first, r := e.before, 0
	if first == nil {
		first, r = from[0], 1
	}
	acc := span(first, lo, n)
	if r == len(to) && e.after != nil {
		move(span(e.after, lo, n), acc)
	}
	for ; r < len(to); r++ {
		if r%256 == 0 {
			p.look()
		}
		next := []T(nil)
		switch {
		case r+1 == len(to) && e.after != nil:
			next = span(e.after, lo, n)
		case r+1 == len(to):
		case to[r+1] == from[r+1]:
			next = own.scratch[r&1][:n]
		default:
			next = span(to[r+1], lo, n)
		}
		if next != nil {
			own.fold(op, append(own.into(&next[0]), &acc[0], elementAt(from[r], lo)), 0, n)
		}
		move(span(to[r], lo, n), acc)
		acc = next
	}
}
