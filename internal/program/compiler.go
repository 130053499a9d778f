package program

import "slices"

// Compiler collects the ops of a program, step by step. Its exported methods are the
// algorithms; see [Make].
type Compiler struct {
	*Program
	g    *Group
	root int              // of a rooted program without labels
	at   int32            // the segment that ops are for
	arcs map[[2]int32]int // blocks that each arc carries in the present step
	most int              // ops to make room for
}

// Make is the program of an algorithm, such as (*Compiler).TreeBroadcast, for a group. That of
// a collective with a root is for this one, unless it has labels: then it serves every root.
// The error says why there is none.
func Make(g *Group, root int, algorithm func(*Compiler) error) (*Program, error) {
	side := min(g.Size, 1<<15) // its square is an int everywhere
	c := &Compiler{g: g, root: root, Program: &Program{Touch: side * side}, arcs: map[[2]int32]int{}}
	if err := algorithm(c); err != nil {
		return nil, err
	}
	return c.done(), nil
}

// expect makes room for so many ops and as many blocks that they read. It is called before the
// first step, and again before a second phase.
func (c *Compiler) expect(ops, from int) {
	c.most = ops
	c.From = slices.Grow(c.From, from)
}

// step begins the next step.
func (c *Compiler) step() {
	c.endStep()
	c.Steps++
	if c.Ops == nil {
		n := 1
		if c.Labels.None() {
			n = c.g.Teams
		}
		c.Ops, c.First = make([][]Op, n), make([][]int, n)
		for i := range c.Ops {
			c.Ops[i] = make([]Op, 0, (c.most+n-1)/n)
		}
	}
	for i := range c.First {
		c.First[i] = append(c.First[i], len(c.Ops[i]))
	}
}

// endStep counts what the arcs carried.
func (c *Compiler) endStep() {
	widest := 0
	for _, blocks := range c.arcs {
		widest = max(widest, blocks)
	}
	c.Words += widest
	clear(c.arcs)
}

// copy puts a copy of count blocks into the present step.
func (c *Compiler) copy(count int, to, from Ref) { c.count(Op{To: to, Count: int32(count)}, from) }

// copyTo puts a copy of a source's block to rank source·via into the present step. Steps with
// such copies have nothing else and come last; the caller counts their words.
func (c *Compiler) copyTo(via int, to, from Ref) {
	c.add(Op{To: to, Count: 1}, from)
	for len(c.Via) < len(c.From)-1 {
		c.Via = append(c.Via, 0)
	}
	c.Via = append(c.Via, int32(via))
}

// fold puts the fold of the given blocks into the present step.
func (c *Compiler) fold(count int, to Ref, from ...Ref) {
	c.count(Op{To: to, Count: int32(count), Fold: true}, from...)
}

func (c *Compiler) add(o Op, from ...Ref) {
	o.Chunk = c.at
	o.A, o.B = int32(len(c.From)), int32(len(c.From)+len(from))
	c.From = append(c.From, from...)
	team := 0
	if c.Labels.None() {
		team = c.g.Team[o.To.Rank]
	}
	c.Ops[team] = append(c.Ops[team], o)
}

// count is add, of an op whose words count.
func (c *Compiler) count(o Op, from ...Ref) {
	c.add(o, from...)
	for _, r := range from {
		if r.Rank != o.To.Rank {
			c.arcs[[2]int32{r.Rank, o.To.Rank}] += int(o.Count)
		}
	}
}

func (c *Compiler) done() *Program {
	c.endStep()
	for i := range c.First {
		c.First[i] = append(c.First[i], len(c.Ops[i]))
	}
	c.markUses(c.g.Size)
	return c.Program
}

func src(rank, at int) Ref { return Ref{Rank: int32(rank), At: int32(at), Vec: Src} }
func dst(rank, at int) Ref { return Ref{Rank: int32(rank), At: int32(at), Vec: Dst} }
func tmp(rank, at int) Ref { return Ref{Rank: int32(rank), At: int32(at), Vec: Room} }
