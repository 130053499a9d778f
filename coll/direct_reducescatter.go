package coll

// What a team does in a reducescatter by direct, and in its v-form: of all sources it
// folds the blocks of its own processors. Short blocks that lie side by side in the sources, as
// those of a team do, are merged: one fold makes them all in room of the team's, from which they
// are copied to their processors. A fold for each has as many operands, one of every processor,
// for a few elements only. On two cores (Zen 4) that takes so many times as long, 64 and 256
// processors: 4.5 and 10 with 8 bytes a block, 2.2 and 2.5 with 128, 1.5 and 1.3 with 512.

func (j *job[T]) directReduceScatter() {
	p := j.p
	_, all := j.blockOf(p.g.size - 1)
	in := p.g.mediumOf(all)
	if in == inVectors && j.goesInPortions(all) {
		j.reduceScatterInPortions(all)
		return
	}
	j.s.packShares(p, in, all/p.g.size)
	if in == inVectors {
		j.giveRooms(0, len(p.t.ranks), freshParts)
	}
	p.publish()
	p.meetAt(in)
	j.foldBlocks(j.s.inputs(p, all, in))
	if in == inVectors {
		j.handRoomsBack(j.spanOf(p.t))
	}
	p.leaveFrom(in)
}

// mergedMost is the most elements of blocks that are merged.
const mergedMost = 1024

// merges reports whether blocks of n elements are merged. The more sources there are, the
// better that pays for the copy that it adds: blocks of 512 bytes take 1.1 of the time so on 4
// and 8 processors, 0.9 on 16.
func (g *group) merges(n int) bool { return n <= min(4*g.size, 128) }

// foldBlocks is the team's share, of these sources.
func (j *job[T]) foldBlocks(from []*T) {
	p, past := j.p, j.sumsPast()
	dst, ranks := j.s.teams[p.t.id].dst, p.t.ranks
	for i := 0; i < len(dst); {
		lo, end := j.blockOf(ranks[i])
		k := i + 1
		for ; k < len(dst) && p.g.merges(len(dst[k-1])); k++ {
			next, hi := j.blockOf(ranks[k])
			if next != end || !p.g.merges(len(dst[k])) || hi-lo > mergedMost {
				break
			}
			end = hi
		}
		if k == i+1 {
			j.foldBlock(past, dst[i], from, lo)
		} else {
			j.foldMerged(dst[i:k], from, lo, end-lo)
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
	j.p.inParts(0, len(dst), len(all), back, func(lo, n int) { foldInto(j.p, past, j.c.op(), list[:1], list[1:], lo, n) })
}

// foldMerged is foldBlock for blocks that are merged, n elements in all.
func (j *job[T]) foldMerged(dst [][]T, all []*T, lo, n int) {
	if n == 0 {
		return
	}
	own := j.s.teams[j.p.t.id]
	own.merged = grown(own.merged, mergedMost)
	merged := own.merged[:n]
	j.p.look()
	own.fold(j.c.op(), j.blockList(merged, all, lo), 0, n)
	for _, d := range dst {
		copy(d, merged)
		merged = merged[len(d):]
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
