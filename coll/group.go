package coll

import (
	"slices"
	"sync"
	"sync/atomic"
)

// group is the processors that make collectives together. Those that share a
// host are a team: the last of a team to arrive acts for the whole team, so a
// processor pays one switch a collective, whatever the collective does.
type group struct {
	m       *Machine
	name    string // empty for the world
	run     uint64 // of the Run that split it off; 0 for the world
	size    int
	members []*member // by rank
	seats   []seat    // by rank
	teams   []*team
	dense   bool // the teams' ranks, team after team, are 0, 1, 2, …
	alone   bool // every processor is a team of its own
	most    int  // processors of the largest team
	gap     int  // bytes between what the teams write, see space.go
	paired  bool // two teams, whose ranks follow one another
	onward  bool // short sums go from team to team, see direct_onward.go
	brings  bool // processors bring the element of a call, see direct_one.go
	// both replaces the progress of two teams, and is nil where there are not two: each adds
	// its steps. The later one learns from its own addition that the other is done, and
	// fetches no other line (BenchmarkBoth).
	both *atomic.Uint64
	programs
	*traffic
	spectral  spectralOnce
	choices   choices
	mayDiffer [split]algorithmID // by collective, for choose: not unchosen where calls without Using may take another algorithm than direct, or refuse NaN
	far       *far               // the members in other processes; nil: there are none

	mu     sync.Mutex // of making what follows
	states states
}

// newGroup makes a group of fibers, in the order of their ranks.
func newGroup(m *Machine, fibers []*fiber) *group {
	g := &group{m: m, traffic: new(traffic), size: len(fibers), members: make([]*member, len(fibers)), seats: make([]seat, len(fibers)), dense: true}
	g.choices = m.cfg.Tuning.choicesFor(g.size)
	for c := range g.mayDiffer {
		if m.cfg.RefuseNaN || m.algorithm != unchosen || g.choices[c] != nil || defaultOf(collective(c)) != byDirect {
			g.mayDiffer[c] = byDirect // as any value but unchosen
		}
	}
	g.makeTeams(fibers)
	g.alone = len(g.teams) == g.size && g.dense
	if len(g.teams) == 2 {
		g.both = &spacedOne[struct { // without pointers, as wire
			atomic.Uint64
			_ [120]byte
		}](g.gap).Uint64
	}
	for _, t := range g.teams {
		g.most = max(g.most, len(t.ranks))
	}
	g.brings = g.dense && m.cfg.Host == Threads && g.most > 1 && g.most <= wideElems
	g.paired = len(g.teams) == 2 && g.dense
	g.onward = g.paired && g.most >= onwardTeam
	if slices.Contains(fibers, nil) {
		g.most = g.size // of the others' teams nothing is known
	}
	return g
}

// reset makes the group as new after a Run that may have failed anywhere.
func (g *group) reset() {
	if g.both != nil {
		g.both.Store(0)
	}
	for _, m := range g.members {
		if m == nil {
			continue
		}
		m.seq = 0
		m.withholds, m.recalls = false, false
		m.missed = call{}
		m.bell.Store(0)
		m.listens.Store(false)
	}
	for _, t := range g.teams {
		t.arrived = 0
		t.racing.Store(0)
		t.busy.Store(0)
		t.disputes.Store(0)
		t.epoch.Store(0)
		t.line.Reset()
		t.progress.Store(0)
		t.steps = 0
		t.stage.Reset()
		t.staged = 0
		t.lastBank, t.late = lastBank{}, 0
		t.roomed = 0
		t.passing = passing{both: g.teams[0].passing.both} // if a Run failed, they may differ
	}
}

// forget lets go of the vectors of the latest calls.
func (g *group) forget() {
	slotOf[float64](g).Load().forget()
	slotOf[float32](g).Load().forget()
	slotOf[int64](g).Load().forget()
	slotOf[int32](g).Load().forget()
}

// close gives back the room of what has no more calls.
func (g *group) close() {
	g.edges.close()
	g.arcs.close()
	for i := range g.states {
		atomic.StorePointer(&g.states[i], nil)
	}
}

// callOf is what a rank asked for at its latest arrival.
func (g *group) callOf(r int) call {
	m := g.members[r]
	return m.t.calls[m.place]
}
