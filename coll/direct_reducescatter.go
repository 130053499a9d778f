package coll

// What a team does in a reducescatter by direct, and in its v-form: of all sources it
// folds the blocks of its own processors. Blocks of a few elements that lie side by side in
// the sources, as those of a team do, are folded in one, into room of the team's: block by
// block every call has as many operands as there are processors, each for these few
// elements. On two cores (Zen 4) that takes so many times as long, 64 and 256 processors:
// 4.5 and 10 with 8 bytes a block, 2.2 and 2.5 with 128, 1.5 and 1.3 with 512.

func (j *job[T]) directReduceScatter() {
	p := j.p
	_, all := j.blockOf(p.g.size - 1)
	in := p.g.mediumOf(all)
	j.s.pack(p, in)
	p.publish()
	p.meetAt(in)
	j.foldBlocks(j.s.inputs(p, all, in))
	p.leaveFrom(in)
}

// asideElems are the elements that are folded so at a time.
const asideElems = 1024

// foldsAside reports whether a block of n elements may go that way. The more sources there
// are, the more calls that saves for the copy that it adds: blocks of 512 bytes take 1.1 of
// the time so on 4 and 8 processors, 0.9 on 16.
func (g *group) foldsAside(n int) bool { return n <= min(4*g.size, 128) }

// foldBlocks is the team's share, of these sources.
func (j *job[T]) foldBlocks(from []*T) {
	p, past := j.p, j.sumsPast()
	dst, ranks := j.s.teams[p.t.id].dst, p.t.ranks
	for i := 0; i < len(dst); {
		lo, end := j.blockOf(ranks[i])
		k := i + 1
		for ; k < len(dst) && p.g.foldsAside(len(dst[k-1])); k++ {
			next, hi := j.blockOf(ranks[k])
			if next != end || !p.g.foldsAside(len(dst[k])) || hi-lo > asideElems {
				break
			}
			end = hi
		}
		if k == i+1 {
			j.foldBlock(past, dst[i], from, lo)
		} else {
			j.foldAside(dst[i:k], from, lo, end-lo)
		}
		i = k
	}
}

// foldBlock is dst = the fold of the elements from lo on of all vectors.
func (j *job[T]) foldBlock(past bool, dst []T, all []*T, lo int) {
	if len(dst) == 0 {
		return
	}
	own, list := j.s.teams[j.p.t.id], j.blockList(dst, all, lo)
	back := len(own.dst) == 1 && own.goesBack(list[0], len(dst)*len(list)*sizeOf[T]())
	j.p.fold(0, len(dst), len(all), back, func(lo, n int) { foldInto(j.p, past, j.c.op(), list[:1], list[1:], lo, n) })
}

// foldAside is foldBlock for blocks side by side, n elements in all.
func (j *job[T]) foldAside(dst [][]T, all []*T, lo, n int) {
	if n == 0 {
		return
	}
	own := j.s.teams[j.p.t.id]
	own.side = grown(own.side, asideElems)
	side := own.side[:n]
	j.p.look()
	own.fold(j.c.op(), j.blockList(side, all, lo), 0, n)
	for _, d := range dst {
		copy(d, side)
		side = side[len(d):]
	}
}

// blockList is the list for a fold into dst of the elements from lo on of all vectors.
func (j *job[T]) blockList(dst []T, all []*T, lo int) []*T {
	own := j.s.teams[j.p.t.id]
	list := own.into(&dst[0])
	for _, v := range all {
		list = append(list, elementAt(v, lo))
	}
	own.operand = list
	return list
}
