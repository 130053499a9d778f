package coll

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// group is the processors that make collectives together. Those that share a
// host are a team: the last of a team to arrive acts for the whole team, so a
// processor pays one switch a collective, whatever the collective does.
type group struct {
	m       *Machine
	size    int
	members []*member // by rank
	teams   []*team
	programs
	spectral spectralOnce
	edges    edges

	f64 typed[float64]
	f32 typed[float32]
	i64 typed[int64]
	i32 typed[int32]
}

// team is the part of a group on one host. In Goroutines mode the processors
// are dealt to teams all the same, so that as many act as there are cores. The
// struct itself is only read once made; what is written lies behind pointers,
// because a line that another core reads must not be written for other reasons.
type team struct {
	g      *group
	id     int
	lo, hi int // its ranks
	*wire
	*local
}

// wire is what the other teams read. It holds no pointer, so that the
// allocator puts it on a multiple of 128 bytes.
type wire struct {
	// line is what the team publishes on arrival: the call, and the payload of a
	// small one, so that it costs one way between two cores.
	line buffers.Line
	// progress counts the steps that the team has finished since the Run
	// began; every team makes the same steps in the same order.
	progress atomic.Uint64
	_        [120]byte
}

// local is what only the team's own processors touch.
type local struct {
	arrived   int                                   // this collective's arrivals, counted by the one thread they are on
	racing    atomic.Int32                          // the same in Goroutines mode
	epoch     atomic.Uint64                         // the latest collective that is done, for those who wait
	steps     uint64                                // what progress has been or will be set to
	ran       [len(offered)][len(algorithms)]uint64 // collectives carried out since New
	exchanges [len(algorithms)]atomic.Uint64
	busy      atomic.Bool // the acting processor is at work on others' vectors
	calls     []call      // by rank in the team: what each asked for at its latest arrival
	_         [128]byte
}

// newGroup is the world of a machine, its ranks dealt to n teams as newHosts
// deals them to hosts.
func newGroup(m *Machine, n int) *group {
	g := &group{m: m, size: m.cfg.P, members: make([]*member, m.cfg.P)}
	for i := range n {
		t := &team{g: g, id: i, lo: share(g.size, n, i), hi: share(g.size, n, i+1), wire: new(wire), local: new(local)}
		t.calls = apart[call](t.hi - t.lo)
		g.teams = append(g.teams, t)
		for r := t.lo; r < t.hi; r++ {
			g.members[r] = &member{c: m.cores[r], g: g, t: t, rank: r}
		}
	}
	g.f64.init(g)
	g.f32.init(g)
	g.i64.init(g)
	g.i32.init(g)
	return g
}

// reset makes the group as new after a Run that may have failed anywhere.
func (g *group) reset() {
	for _, m := range g.members {
		m.seq = 0
		m.bell.Store(0)
	}
	for _, t := range g.teams {
		t.arrived = 0
		t.racing.Store(0)
		t.busy.Store(false)
		t.epoch.Store(0)
		t.line.Reset()
		t.progress.Store(0)
		t.steps = 0
	}
	g.edges.reset()
	g.f64.reset()
	g.f32.reset()
	g.i64.reset()
	g.i32.reset()
}

// apart is a slice that shares no cache line with another core's.
func apart[T any](n int) []T {
	var z T
	least := 256 / int(unsafe.Sizeof(z))
	return make([]T, n, n+least)
}

// callOf is what a rank asked for at its latest arrival.
func (g *group) callOf(r int) call {
	t := g.members[r].t
	return t.calls[r-t.lo]
}

// call is what must be alike on all processors.
type call struct {
	word uint64 // signature
	n    uint64 // length
}

func signature(c collective, kind uint8, op Op, a Algorithm) uint64 {
	id, _ := idOf(a)
	return uint64(c) | uint64(kind)<<8 | uint64(op)<<16 | uint64(id)<<24
}

func (c call) collective() collective { return collective(c.word & 0xff) }

func (c call) algorithm() algorithmID { return algorithmID(c.word >> 24) }

// elements is "5 float64".
func (c call) elements() string {
	return fmt.Sprintf("%d %s", c.n, elemNames[c.word>>8&0xff])
}

// countExchange counts an exchange, which every processor makes for itself.
func (t *team) countExchange(a Algorithm) {
	id, _ := idOf(a)
	t.exchanges[id].Add(1)
}

func (c call) String() string {
	if c.collective() == finish {
		return "returned"
	}
	if c.collective() == barrier {
		return "called barrier"
	}
	return fmt.Sprintf("called %s of %s (%v, %s)", c.collective(), c.elements(),
		Op(c.word>>16&0xff), algorithms[c.algorithm()])
}
