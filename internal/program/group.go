package program

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Group is the processors that a program is for.
type Group struct {
	Size    int
	Team    []int // by rank: its team, whose ranks one thread serves
	Teams   int
	Process []int // by rank: its process; nil: all are in one
	Apart   bool  // the teams may be far apart

	Graph     func() (cayley.Graph, error)
	Universal func() (cayley.Graph, error) // for universal broadcasts and accumulations

	// Schedules are the caller's for a task, one for each segment of a word; root is
	// EveryRoot for universal ones.
	Schedules func(task sched.Task, root int) ([]*sched.Explicit, error)
}

// EveryRoot is the root of a universal schedule.
const EveryRoot = -1

// near is how many of the first generators of a cube of dimension d, whose vertices are the
// ranks, lead no rank out of its team or its process.
func (g *Group) near(d int) (near int) {
	for near < d && !g.crosses(func(r int) int { return r ^ 1<<near }) {
		near++
	}
	return near
}

// crosses reports whether next leads any rank out of its team or process.
func (g *Group) crosses(next func(rank int) int) bool {
	for r := range g.Size {
		q := next(r)
		if g.Process != nil && g.Process[r] != g.Process[q] || g.Team[r] != g.Team[q] {
			return true
		}
	}
	return false
}

// stays reports whether next leads any rank to one of its own team.
func (g *Group) stays(next func(rank int) int) bool {
	for r := range g.Size {
		if g.Team[r] == g.Team[next(r)] {
			return true
		}
	}
	return false
}
