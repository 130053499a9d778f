package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// How much every rank gives in a collective across processes.

// told is what other processes cannot know of this call: for each rank of own its
// lengths, then, where the root is here, the root's counts.
func (j *job[T]) told(own []int) (words []int64) {
	g := j.p.g
	c := j.c.collective()
	for _, r := range own {
		switch c {
		case gatherv:
			words = append(words, int64(len(j.s.srcOf(g, r))))
		case scatterv:
			words = append(words, int64(len(j.s.dstOf(g, r))))
		case alltoallv:
			words = appendCounts(words, g.members[r].offsets)
			words = appendCounts(words, g.members[r].arrivals)
		}
	}
	if (c == gatherv || c == scatterv) && g.far.process[j.c.root()] == g.far.me {
		words = appendCounts(words, g.members[j.c.root()].offsets)
	}
	return words
}

func appendCounts(words []int64, at []int) []int64 {
	for i := 1; i < len(at); i++ {
		words = append(words, int64(at[i]-at[i-1]))
	}
	return words
}

// lengthOf is the elements of a rank's src or dst, as all know them by their own calls; 0 in
// private v-forms, where they do not. Whoever gives or gets nothing has none.
func (j *job[T]) lengthOf(v program.Vec, r int) int {
	switch c := j.c.collective(); {
	case c.private():
		return 0
	case r != j.c.root() && (v == program.Src && (c == broadcast || c == scatter) || v == program.Dst && (c == reduce || c == gather)):
		return 0
	case c == alltoall, v == program.Src && (c == scatter || c == reducescatter || c == reducescatterv),
		v == program.Dst && (c == gather || c == allgather || c == allgatherv):
		_, all := j.blockOf(j.p.g.size - 1)
		return all
	}
	lo, hi := j.blockOf(r)
	return hi - lo
}

// tellLengths is what every rank gives where the processes have told it. It ends the Run where
// two ranks count on different lengths: in all processes alike, because a process
// that went on would wait for the others.
func (j *job[T]) tellLengths(words []int64, at []int) {
	g, x, c := j.p.g, j.s.far, j.c.collective()
	x.words = words
	x.row = grown(x.row, g.size)
	width := 1
	if c == alltoallv {
		width = 2 * g.size
	}
	for k, ranks := range g.far.ranks {
		for i, r := range ranks {
			x.row[r] = at[k] + i*width
		}
	}
	root := g.far.process[j.c.root()]
	if c != alltoallv {
		x.counts = words[at[root+1]-g.size : at[root+1]]
	}
	clear(x.lens)
	for r := range x.lens {
		switch c {
		case gatherv:
			x.lens[r] = int(words[x.row[r]])
			if want := int(x.counts[r]); x.lens[r] != want {
				j.p.miscounted(c, r, j.c.root(), x.lens[r], want)
			}
		case scatterv:
			x.lens[j.c.root()] += int(x.counts[r])
			if sent, want := int(x.counts[r]), int(words[x.row[r]]); sent != want {
				j.p.miscounted(c, j.c.root(), r, sent, want)
			}
		case alltoallv:
			for q := range g.size {
				x.lens[r] += int(j.sends(r)[q])
				if sent, want := int(j.sends(q)[r]), int(words[x.row[r]+g.size+q]); sent != want {
					j.p.miscounted(c, q, r, sent, want)
				}
			}
		}
	}
}

// sends is the counts of what a rank sends in an alltoallv.
func (j *job[T]) sends(r int) []int64 { return j.s.far.words[j.s.far.row[r]:][:j.p.g.size] }
