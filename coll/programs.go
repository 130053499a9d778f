package coll

import (
	"sync"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
)

// programs are the compiled schedules of a group, made at first use.
type programs struct {
	made      [len(offered)][len(algorithms)]atomic.Pointer[making[*program.Program]] // for every root
	compiling sync.Mutex                                                              // of what follows
	makings   map[rootKey]*making[*program.Program]                                   // all
}

type rootKey struct {
	programKey
	root int
}

type programKey struct {
	collective
	algorithmID
}

// compiled is the program of a collective by an algorithm; the error says why
// there is none.
func (g *group) compiled(c collective, a algorithmID, root int) (*program.Program, error) {
	return g.compiledFor(nil, c, a, root)
}

// compiledFor does not return if the Run of by, which wants it, ends before.
func (g *group) compiledFor(by *member, c collective, a algorithmID, root int) (*program.Program, error) {
	slot := &g.made[c][a]
	if x := slot.Load(); x != nil {
		return x.v, x.err
	}
	k := rootKey{programKey{c, a}, root}
	g.compiling.Lock()
	x := g.makings[k]
	if x == nil {
		if g.makings == nil {
			g.makings = map[rootKey]*making[*program.Program]{}
		}
		x = begin(g.m, by, func() (*program.Program, error) { return g.compile(k) })
		g.makings[k] = x
	}
	g.compiling.Unlock()
	p, err := x.wait(by)
	if !c.rooted() || err == nil && !p.Labels.None() { // labels take one root to another
		slot.Store(x)
	}
	return p, err
}

func (g *group) compile(k rootKey) (*program.Program, error) {
	algorithm := compilers[k.programKey]
	if k.programKey == (programKey{allreduce, byDoubling}) { // of several processes; one goes by stages
		algorithm = (*program.Compiler).DoublingAllreduce
	}
	return program.Make(g.outline(), k.root, algorithm)
}

// compilers make the programs of the scheduled algorithms.
var compilers = map[programKey]func(*program.Compiler) error{
	{broadcast, byCayley}: (*program.Compiler).CayleyBroadcast,
	{broadcast, byTree}:   (*program.Compiler).TreeBroadcast,
	{broadcast, byRing}:   (*program.Compiler).RingBroadcast,
	{broadcast, byFile}:   (*program.Compiler).FileBroadcast,

	{reduce, byCayley}: (*program.Compiler).CayleyReduce,
	{reduce, byTree}:   (*program.Compiler).TreeReduce,
	{reduce, byRing}:   (*program.Compiler).RingReduce,
	{reduce, byFile}:   (*program.Compiler).FileReduce,

	{allreduce, byCayley}:  (*program.Compiler).CayleyAllreduce,
	{allreduce, byChunked}: (*program.Compiler).ChunkedAllreduce,
	{allreduce, byTree}:    (*program.Compiler).TreeAllreduce,
	{allreduce, byRing}:    (*program.Compiler).RingAllreduce,
	{allreduce, byHalving}: (*program.Compiler).HalvingAllreduce,
	{allreduce, byFile}:    (*program.Compiler).FileAllreduce,

	{gather, byTree}: (*program.Compiler).TreeGather,

	{scatter, byTree}: (*program.Compiler).TreeScatter,

	{allgather, byCayley}:   (*program.Compiler).CayleyAllgather,
	{allgather, byChunked}:  (*program.Compiler).ChunkedAllgather,
	{allgather, byTree}:     (*program.Compiler).TreeAllgather,
	{allgather, byRing}:     (*program.Compiler).RingAllgather,
	{allgather, byDoubling}: (*program.Compiler).DoublingAllgather,
	{allgather, byBruck}:    (*program.Compiler).BruckAllgather,
	{allgather, byFile}:     (*program.Compiler).FileAllgather,

	{reducescatter, byCayley}:  (*program.Compiler).CayleyReduceScatter,
	{reducescatter, byChunked}: (*program.Compiler).ChunkedReduceScatter,
	{reducescatter, byTree}:    (*program.Compiler).TreeReduceScatter,
	{reducescatter, byRing}:    (*program.Compiler).RingReduceScatter,
	{reducescatter, byHalving}: (*program.Compiler).HalvingReduceScatter,
	{reducescatter, byFile}:    (*program.Compiler).FileReduceScatter,

	{alltoall, byCayley}: (*program.Compiler).CayleyAlltoall,
	{alltoall, byBruck}:  (*program.Compiler).BruckAlltoall,
	{alltoall, byFile}:   (*program.Compiler).FileAlltoall,

	{scan, byDoubling}: (*program.Compiler).DoublingScan,

	{exscan, byDoubling}: (*program.Compiler).DoublingExscan,
}

// outline is the group as programs see it. Where several processes have it, one thread of each
// carries a program out.
func (g *group) outline() *program.Group {
	x := &program.Group{Size: g.size, Teams: 1, Team: make([]int, g.size), Graph: g.graph, Universal: g.universal,
		Schedules: func(task sched.Task, root int) ([]*sched.Explicit, error) { return g.filed(purpose{task, root}) }}
	if g.far != nil {
		x.Process = g.far.process
		return x
	}
	x.Teams, x.Apart = len(g.teams), g.m.farCounts && len(g.teams) > 1
	for r, m := range g.members {
		x.Team[r] = m.t.id
	}
	return x
}
