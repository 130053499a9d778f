package coll

import "slices"

// compiler collects the ops of a program, step by step.
type compiler struct {
	*program
	g    *group
	root int              // of a rooted program without labels
	at   int32            // the segment that ops are for
	arcs map[[2]int32]int // blocks that each arc carries in the present step
	most int              // ops to make room for
}

func newCompiler(g *group, root int) *compiler {
	side := min(g.size, 1<<15) // its square is an int everywhere
	return &compiler{g: g, root: root, program: &program{touch: side * side}, arcs: map[[2]int32]int{}}
}

// expect makes room for so many ops and the blocks that they are made from: it is
// called before the first step, and again before a second phase.
func (c *compiler) expect(ops, from int) {
	c.most = ops
	c.from = slices.Grow(c.from, from)
}

// relabelled makes the program that of one vertex of a group on the ranks.
func (c *compiler) relabelled(l labels, rooted bool) {
	c.labels, c.rooted = l, rooted
}

// step begins the next step.
func (c *compiler) step() {
	c.endStep()
	c.steps++
	if c.ops == nil {
		n := 1
		if c.labels.kind == asWritten {
			n = len(c.g.teams)
		}
		c.ops, c.first = make([][]op, n), make([][]int, n)
		for i := range c.ops {
			c.ops[i] = make([]op, 0, (c.most+n-1)/n)
		}
	}
	for i := range c.first {
		c.first[i] = append(c.first[i], len(c.ops[i]))
	}
}

// endStep counts what the arcs carried.
func (c *compiler) endStep() {
	widest := 0
	for _, blocks := range c.arcs {
		widest = max(widest, blocks)
	}
	c.words += widest
	clear(c.arcs)
}

// copy puts a copy of count blocks into the present step.
func (c *compiler) copy(count int, to, from ref) { c.count(op{to: to, count: int32(count)}, from) }

// copyTo puts a copy of a source's block into the present step, to its rank times via.
// The steps that have any have no other ops, and come last. The caller counts words.
func (c *compiler) copyTo(via int, to, from ref) {
	if to.rank != from.rank {
		c.moved += c.g.size
	}
	c.add(op{to: to, count: 1}, from)
	for len(c.via) < len(c.from)-1 {
		c.via = append(c.via, 0)
	}
	c.via = append(c.via, int32(via))
}

// fold puts the fold of the given blocks into the present step.
func (c *compiler) fold(count int, to ref, from ...ref) {
	c.count(op{to: to, count: int32(count), fold: true}, from...)
}

func (c *compiler) add(o op, from ...ref) {
	o.chunk = c.at
	o.a, o.b = int32(len(c.from)), int32(len(c.from)+len(from))
	c.from = append(c.from, from...)
	team := 0
	if c.labels.kind == asWritten {
		team = c.g.members[o.to.rank].t.id
	}
	c.ops[team] = append(c.ops[team], o)
}

// count is add of an op whose words count.
func (c *compiler) count(o op, from ...ref) {
	c.add(o, from...)
	ranks := 1
	if c.labels.kind != asWritten && !c.rooted {
		ranks = c.g.size
	}
	for _, r := range from {
		if r.rank != o.to.rank {
			c.arcs[[2]int32{r.rank, o.to.rank}] += int(o.count)
			c.moved += int(o.count) * ranks
		}
	}
}

func (c *compiler) done() *program {
	c.endStep()
	for i := range c.first {
		c.first[i] = append(c.first[i], len(c.ops[i]))
	}
	c.markFinal(c.g.size)
	return c.program
}

func src(rank, at int) ref { return ref{int32(rank), int32(at), inSrc} }
func dst(rank, at int) ref { return ref{int32(rank), int32(at), inDst} }
func tmp(rank, at int) ref { return ref{int32(rank), int32(at), inTmp} }
