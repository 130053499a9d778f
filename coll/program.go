package coll

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// program is a schedule compiled for a group: in each step the teams carry out
// the ops that write to their own processors' vectors, reading those of others
// where they lie, and a signal ends the step.
//
// An op names ranks and blocks in one of three ways. Where labels is none they
// are what they say, and the ops are dealt to teams. Where it is a group of the
// paper's, a program is that of one vertex: ranks and blocks are multiplied by
// every rank of the team (all sources at once, Theorem 4.5) or, if rooted, by
// the root. So a universal schedule takes O(P) memory, not O(P²).
type program struct {
	labels labels
	rooted bool
	steps  int // that the teams execute, each ended by a signal
	words  int // the same with arcs that carry one block a step: T in the paper's model
	moved  int // blocks between two ranks, in all
	parts  int // the blocks that a vector is cut in; 0: the collective has blocks
	chunks int // the segments that a block is cut in, each with ops of its own; 0: none
	tmp    int // blocks of room that every rank needs
	touch  int // blocks that one run touches, for the choice of segments
	first  [][]int
	ops    [][]op // by team, or of one vertex; those of step t are ops[first[t]:first[t+1]]
	from   []ref

	bySource int     // the last so many steps are taken source by source:
	via      []int32 // by from, there: what the source's rank is multiplied by for the receiver's
}

// tiled says whether all steps are taken source by source, and so tile by tile: long
// blocks need no passes.
func (p *program) tiled() bool { return p.bySource > 0 && p.bySource == p.steps }

// op makes count blocks from to on: a copy of those at from[a], or the fold of
// those at from[a:b] in their order.
type op struct {
	to    ref
	count int32
	a, b  int32
	chunk int32
	fold  bool
}

// ref is a block of a rank's vector. With labels, block at < 0 is the constant
// block ^at, and others are multiplied as ranks are.
type ref struct {
	rank, at int32
	vec      vec
}

// vec is one of a rank's vectors: what it gave, what it gets, and room between.
type vec uint8

const (
	inSrc vec = iota
	inDst
	inTmp
)

// programs are the compiled schedules of a group, made at first use.
type programs struct {
	made      [len(offered)][len(algorithms)]atomic.Pointer[compilation]
	compiling sync.Mutex
	rooted    map[rootKey]*compilation // where no labels take one root to another
}

type rootKey struct {
	c    collective
	a    algorithmID
	root int
}

// maxCompiled bounds the processors of schedules of P² moves that are written
// out, 40 bytes a move, and of the multiplication tables of groups that add neither
// modulo 2 nor modulo their order, 2 bytes an entry.
const maxCompiled = 4096

type compilation struct {
	*program
	err error
}

// compiled is the program of a collective by an algorithm; the error says why
// there is none.
func (g *group) compiled(c collective, a algorithmID, root int) (*program, error) {
	slot := &g.made[c][a]
	if p := slot.Load(); p != nil {
		return p.program, p.err
	}
	g.compiling.Lock()
	defer g.compiling.Unlock()
	if p := slot.Load(); p != nil {
		return p.program, p.err
	}
	if p := g.rooted[rootKey{c, a, root}]; p != nil {
		return p.program, p.err
	}
	compiler := newCompiler(g, root)
	p := &compilation{err: compilers[programKey{c, a}](compiler)}
	p.program = compiler.done()
	if c.rooted() && compiler.labels.kind == asWritten && p.err == nil {
		if g.rooted == nil {
			g.rooted = map[rootKey]*compilation{}
		}
		g.rooted[rootKey{c, a, root}] = p
	} else {
		slot.Store(p)
	}
	return p.program, p.err
}

// compiler collects the ops of a program, step by step.
type compiler struct {
	*program
	g    *group
	root int              // of a rooted program without labels
	at   int32            // the segment that ops are for
	arcs map[[2]int32]int // blocks that each arc carries in the present step
}

func newCompiler(g *group, root int) *compiler {
	side := min(g.size, 1<<15) // its square is an int everywhere
	return &compiler{g: g, root: root, program: &program{touch: side * side}, arcs: map[[2]int32]int{}}
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
// The steps that have any have no other ops, and come last. Who calls it counts words.
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
	return c.program
}

func src(rank, at int) ref { return ref{int32(rank), int32(at), inSrc} }
func dst(rank, at int) ref { return ref{int32(rank), int32(at), inDst} }
func tmp(rank, at int) ref { return ref{int32(rank), int32(at), inTmp} }

type programKey struct {
	collective
	algorithmID
}

// compilers make the programs of the scheduled algorithms.
var compilers = map[programKey]func(*compiler) error{
	{broadcast, byCayley}:      (*compiler).cayleyBroadcast,
	{broadcast, byTree}:        (*compiler).treeBroadcast,
	{broadcast, byRing}:        (*compiler).ringBroadcast,
	{reduce, byCayley}:         (*compiler).cayleyReduce,
	{reduce, byTree}:           (*compiler).treeReduce,
	{reduce, byRing}:           (*compiler).ringReduce,
	{allreduce, byCayley}:      (*compiler).cayleyAllreduce,
	{allreduce, byTree}:        (*compiler).treeAllreduce,
	{allreduce, byRing}:        (*compiler).ringAllreduce,
	{allreduce, byHalving}:     (*compiler).halvingAllreduce,
	{allreduce, byChunked}:     (*compiler).chunkedAllreduce,
	{allreduce, byFile}:        (*compiler).fileAllreduce,
	{allgather, byChunked}:     (*compiler).chunkedAllgather,
	{allgather, byFile}:        (*compiler).fileAllgather,
	{reducescatter, byChunked}: (*compiler).chunkedReduceScatter,
	{reducescatter, byFile}:    (*compiler).fileReduceScatter,
	{alltoall, byFile}:         (*compiler).fileAlltoall,
	{gather, byTree}:           (*compiler).treeGather,
	{scatter, byTree}:          (*compiler).treeScatter,
	{allgather, byCayley}:      (*compiler).cayleyAllgather,
	{allgather, byTree}:        (*compiler).treeAllgather,
	{allgather, byRing}:        (*compiler).ringAllgather,
	{allgather, byDoubling}:    (*compiler).doublingAllgather,
	{allgather, byBruck}:       (*compiler).bruckAllgather,
	{reducescatter, byCayley}:  (*compiler).cayleyReduceScatter,
	{reducescatter, byTree}:    (*compiler).treeReduceScatter,
	{reducescatter, byRing}:    (*compiler).ringReduceScatter,
	{reducescatter, byHalving}: (*compiler).halvingReduceScatter,
	{alltoall, byCayley}:       (*compiler).cayleyAlltoall,
	{alltoall, byBruck}:        (*compiler).bruckAlltoall,
	{scan, byDoubling}:         (*compiler).doublingScan,
	{exscan, byDoubling}:       (*compiler).doublingExscan,
}

// written is the limit of what is written out move by move.
func (c *compiler) written() error {
	if c.g.size > maxCompiled {
		return fmt.Errorf("a schedule of P² moves is written out for at most %d processors, not %d; use direct or tree", maxCompiled, c.g.size)
	}
	return nil
}
