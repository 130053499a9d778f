package coll

import (
	"math"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// seat is where a rank sits. All read it: it lies apart from what a member writes.
type seat struct {
	t     *team // nil: in another process
	place int
}

// team is the part of a group on one host. In Goroutines mode the processors
// are dealt to teams all the same, so that as many act as there are cores. The
// struct itself is only read once made; what is written lies behind pointers,
// because a line that another core reads must not be written for other reasons.
type team struct {
	id    int
	ranks []int // its ranks, ascending
	// line is what the team publishes on arrival: the call, and the payload of a
	// small one, so that it costs one way between two cores.
	line buffers.Line
	// stage is what the team publishes at the end of a step whose words travel
	// with the signal, and with a sum that it hands back.
	stage buffers.Line
	*wire
	*local
	spacers []*member // lie before its members
}

// wire is what the other teams read. It holds no pointer, so that the
// allocator puts it on a multiple of 128 bytes.
type wire struct {
	lineRoom buffers.LineRoom
	// progress counts the steps that the team has finished since the Run began, unless
	// group.both does; every team makes the same steps in the same order.
	progress atomic.Uint64
	_        [120]byte
	// bell is rung by those who send to the team's processors on rings, or make
	// room for what these send.
	bell      atomic.Uint64
	_         [120]byte
	stageRoom buffers.LineRoom
}

// local is what only the team's own processors touch, but when a Run fails.
type local struct {
	arrived   int           // this collective's arrivals, counted by the one thread they are on
	racing    atomic.Int32  // the same in Goroutines mode
	one       uint64        // the result of a call of one element, whatever its type: see direct_one.go
	epoch     atomic.Uint64 // the latest collective that is done, for those who wait
	steps     uint64        // what progress has been or will be set to
	staged    uint64        // messages on the stage line so far
	disputes  atomic.Uint64 // the latest collective in which it disagrees with another, see hearing.go
	busy      atomic.Int32  // of the world's teams: processors at work on others' vectors
	calls     []call        // by place in the team: what each asked for at its latest arrival
	log       [remembered]call
	counters  *counters         // of the world's first team
	shared    *shared           // of the world's teams
	brought   [wideElems]uint64 // to a call of one element, by place
	lastBank  lastBank          // see claim.go
	late      int               // messages in a row of the other team that were there when it looked, up to lateFor: likewise
	measureAt uint64            // from this call of the world on, the next long one measures how far apart the cores are
	measured  uint64            // measurements that this team has taken part in
	lessons   *lessons          // of a team of far cores, nil at first
	glimpses  *glimpses         // of the vectors that it gives, nil at first: see glimpse.go
	glances   glances
	passing   passing
	roomed    uint64    // the latest call in which it gave copies in rooms: see direct_room.go
	compared  [2]uint64 // by side: after how many changes an alltoallv found its lengths alike, see compareCounts
	begins    [2][]int  // likewise: where others' blocks begin, see beginsOf
	_         [128]byte
}

// makeTeams makes the teams of the fibers, in the order of their first ranks, and the members of
// each team one after another.
func (g *group) makeTeams(fibers []*fiber) {
	at := map[int]*team{}
	for r, c := range fibers {
		if c == nil { // in another process
			g.dense = false
			continue
		}
		t := at[c.team]
		if t == nil {
			t = &team{id: len(g.teams)}
			at[c.team] = t
			g.teams = append(g.teams, t)
		}
		g.dense = g.dense && t == g.teams[len(g.teams)-1]
		g.seats[r] = seat{t, len(t.ranks)}
		t.ranks = append(t.ranks, r)
	}
	g.gap = gapFor(g.size, len(g.teams))
	for _, t := range g.teams {
		t.wire, t.local = spacedOne[wire](g.gap), spacedOne[local](g.gap)
		t.measureAt = math.MaxUint64 // but for the world: see planMeasuring
		t.line, t.stage = t.lineRoom.Line(), t.stageRoom.Line()
		t.calls = spaced[call](len(t.ranks), g.gap)
		t.spacers = spacers[member](g.gap)
		for place, r := range t.ranks {
			g.members[r] = newMember(fibers[r], g, t, r, place)
		}
	}
}
