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
	course   *course // there, if not nil: which of their ops are taken when
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
	final bool // see final.go
}

// ref is a block of a rank's vector. With labels, block at < 0 is the constant
// block ^at, and others are multiplied as ranks are.
type ref struct {
	rank, at int32
	vec      vec
}

// locate is the rank and the block of the k-th block after f, for the vertex x.
func (p *program) locate(f ref, x int, k int32) (rank, at int) {
	rank, at = int(f.rank), int(f.at)
	if l := &p.labels; l.kind != asWritten {
		rank = l.product(x, rank)
		if at < 0 {
			at = ^at
		} else {
			at = l.product(x, at)
		}
	}
	return rank, at + int(k)
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
	made      [len(offered)][len(algorithms)]atomic.Pointer[making[*program]] // for every root
	compiling sync.Mutex                                                      // of what follows
	makings   map[rootKey]*making[*program]                                   // all
}

type rootKey struct {
	c    collective
	a    algorithmID
	root int
}

// maxCompiled bounds the processors of schedules of P² moves that are written
// out, some 50 bytes a move, and of the multiplication tables of groups that add neither
// modulo 2 nor modulo their order, 2 bytes an entry.
const maxCompiled = 4096

// compiled is the program of a collective by an algorithm; the error says why
// there is none.
func (g *group) compiled(c collective, a algorithmID, root int) (*program, error) {
	return g.compiledFor(nil, c, a, root)
}

// compiledFor does not return if the Run of by, which wants it, ends before.
func (g *group) compiledFor(by *member, c collective, a algorithmID, root int) (*program, error) {
	slot := &g.made[c][a]
	if x := slot.Load(); x != nil {
		return x.v, x.err
	}
	k := rootKey{c, a, root}
	g.compiling.Lock()
	x := g.makings[k]
	if x == nil {
		if g.makings == nil {
			g.makings = map[rootKey]*making[*program]{}
		}
		x = begin(g.m, by, func() (*program, error) { return g.compile(k) })
		g.makings[k] = x
	}
	g.compiling.Unlock()
	p, err := x.wait(by)
	if !c.rooted() || err == nil && p.labels.kind != asWritten { // labels take one root to another
		slot.Store(x)
	}
	return p, err
}

func (g *group) compile(k rootKey) (*program, error) {
	compiler := newCompiler(g, k.root)
	if err := compilers[programKey{k.c, k.a}](compiler); err != nil {
		return nil, err
	}
	return compiler.done(), nil
}

type programKey struct {
	collective
	algorithmID
}

// compilers make the programs of the scheduled algorithms.
var compilers = map[programKey]func(*compiler) error{
	{broadcast, byCayley}: (*compiler).cayleyBroadcast,
	{broadcast, byTree}:   (*compiler).treeBroadcast,
	{broadcast, byRing}:   (*compiler).ringBroadcast,
	{broadcast, byFile}:   (*compiler).fileBroadcast,

	{reduce, byCayley}: (*compiler).cayleyReduce,
	{reduce, byTree}:   (*compiler).treeReduce,
	{reduce, byRing}:   (*compiler).ringReduce,
	{reduce, byFile}:   (*compiler).fileReduce,

	{allreduce, byCayley}:  (*compiler).cayleyAllreduce,
	{allreduce, byChunked}: (*compiler).chunkedAllreduce,
	{allreduce, byTree}:    (*compiler).treeAllreduce,
	{allreduce, byRing}:    (*compiler).ringAllreduce,
	{allreduce, byHalving}: (*compiler).halvingAllreduce,
	{allreduce, byFile}:    (*compiler).fileAllreduce,

	{gather, byTree}: (*compiler).treeGather,

	{scatter, byTree}: (*compiler).treeScatter,

	{allgather, byCayley}:   (*compiler).cayleyAllgather,
	{allgather, byChunked}:  (*compiler).chunkedAllgather,
	{allgather, byTree}:     (*compiler).treeAllgather,
	{allgather, byRing}:     (*compiler).ringAllgather,
	{allgather, byDoubling}: (*compiler).doublingAllgather,
	{allgather, byBruck}:    (*compiler).bruckAllgather,
	{allgather, byFile}:     (*compiler).fileAllgather,

	{reducescatter, byCayley}:  (*compiler).cayleyReduceScatter,
	{reducescatter, byChunked}: (*compiler).chunkedReduceScatter,
	{reducescatter, byTree}:    (*compiler).treeReduceScatter,
	{reducescatter, byRing}:    (*compiler).ringReduceScatter,
	{reducescatter, byHalving}: (*compiler).halvingReduceScatter,
	{reducescatter, byFile}:    (*compiler).fileReduceScatter,

	{alltoall, byCayley}: (*compiler).cayleyAlltoall,
	{alltoall, byBruck}:  (*compiler).bruckAlltoall,
	{alltoall, byFile}:   (*compiler).fileAlltoall,

	{scan, byDoubling}: (*compiler).doublingScan,

	{exscan, byDoubling}: (*compiler).doublingExscan,
}

// written is the limit of what is written out move by move.
func (c *compiler) written() error {
	if c.g.size > maxCompiled {
		return fmt.Errorf("a schedule of P² moves is written out for at most %d processors, not %d; use direct or tree", maxCompiled, c.g.size)
	}
	return nil
}
