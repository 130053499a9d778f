package program

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// teamed is a group on the best graph known, its ranks cut in so many teams.
func teamed(t *testing.T, p, teams int) *Group {
	t.Helper()
	best, err := cayley.Best(p)
	if err != nil {
		t.Fatal(err)
	}
	return teamedOn(best, teams)
}

// teamedOn is a group on a graph.
func teamedOn(graph cayley.Graph, teams int) *Group {
	p := graph.Order()
	on := func() (cayley.Graph, error) { return graph, nil }
	g := &Group{Size: p, Teams: teams, Team: make([]int, p), Graph: on, Universal: on}
	for r := range p {
		g.Team[r] = r * teams / p
	}
	return g
}

// processes is a group whose teams are processes.
func processes(g *Group) *Group {
	far := *g
	far.Process, far.Team, far.Teams = g.Team, make([]int, g.Size), 1
	return &far
}

// made is the program of an algorithm.
func made(t *testing.T, g *Group, algorithm func(*Compiler) error) *Program {
	t.Helper()
	prog, err := Make(g, 0, algorithm)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}
