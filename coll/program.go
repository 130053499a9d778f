package coll

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// program is a schedule compiled for the teams of a group: in each step a team
// carries out the ops that write to its own processors' vectors, reading those
// of others where they lie. All vectors are dst of the call, cut in P blocks.
type program struct {
	steps  int // that the teams execute
	words  int // the same with arcs that carry one block a step: T in the paper's model
	blocks int // moved in all
	teams  []teamProgram
}

// teamProgram is the ops of one team, those of step t (from 0) at
// ops[first[t]:first[t+1]].
type teamProgram struct {
	first []int
	ops   []op
	from  []int32 // the ranks that ops read
}

// op makes blocks lo … hi-1 of rank to out of the same blocks of the ranks
// from[a:b]: a copy of the only one, or a fold of them after to's own, in their
// order.
type op struct {
	to, lo, hi int32
	a, b       int32
	fold       bool
}

// compiler collects the ops of a program, step by step.
type compiler struct {
	g *group
	program
	widest int // blocks that an arc carries in the present step
}

func newCompiler(g *group) *compiler {
	return &compiler{g: g, program: program{teams: make([]teamProgram, len(g.teams))}}
}

// step begins the next step.
func (c *compiler) step() {
	c.steps++
	c.words += c.widest
	c.widest = 0
	for i := range c.teams {
		t := &c.teams[i]
		t.first = append(t.first, len(t.ops))
	}
}

// add puts an op into the present step.
func (c *compiler) add(to, lo, hi int, fold bool, from ...int) {
	t := &c.teams[c.g.members[to].t.id]
	o := op{to: int32(to), lo: int32(lo), hi: int32(hi), a: int32(len(t.from)), fold: fold}
	for _, r := range from {
		t.from = append(t.from, int32(r))
	}
	o.b = int32(len(t.from))
	t.ops = append(t.ops, o)
	c.blocks += (hi - lo) * len(from)
	c.widest = max(c.widest, hi-lo)
}

func (c *compiler) done() *program {
	c.words += c.widest
	for i := range c.teams {
		t := &c.teams[i]
		t.first = append(t.first, len(t.ops))
	}
	return &c.program
}

// programs are the compiled schedules of a group, made at first use.
type programs struct {
	made [len(offered)][len(algorithms)]atomic.Pointer[compilation]
	mu   sync.Mutex
}

// maxCompiled bounds the processors of the algorithms in which everybody sends
// to everybody: their programs take some 25 bytes a move.
const maxCompiled = 4096

type compilation struct {
	*program
	err error
}

// compiled is the program of a collective by an algorithm; the error says why
// there is none.
func (g *group) compiled(c collective, a Algorithm) (*program, error) {
	id, _ := idOf(a)
	slot := &g.made[c][id]
	if p := slot.Load(); p != nil {
		return p.program, p.err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if quadratic := a != Tree; quadratic && g.size > maxCompiled {
		return nil, fmt.Errorf("a schedule of P² moves is compiled for at most %d processors, not %d; use direct or tree", maxCompiled, g.size)
	}
	if slot.Load() == nil {
		p, err := compilers[programKey{c, a}](g)
		slot.Store(&compilation{p, err})
	}
	return slot.Load().program, slot.Load().err
}

type programKey struct {
	collective
	Algorithm
}

// compilers make the programs of the scheduled algorithms.
var compilers = map[programKey]func(*group) (*program, error){
	{allgather, Cayley}: cayleyAllgather,
	{allgather, Tree}:   treeAllgather,
	{allgather, Ring}:   ringAllgather,
	{allreduce, Cayley}: cayleyAllreduce,
	{allreduce, Tree}:   treeAllreduce,
}
