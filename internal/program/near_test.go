package program

import (
	"math/bits"
	"testing"
)

// between is how many words an allgather by cayley takes from one of the given parts
// of its ranks to another.
func between(t *testing.T, g *Group, part []int) (words int) {
	t.Helper()
	prog := made(t, g, (*Compiler).CayleyAllgather)
	for _, o := range prog.Ops[0] {
		for x := range g.Size {
			to, from := prog.Labels.Product(x, int(o.To.Rank)), prog.Labels.Product(x, int(prog.From[o.A].Rank))
			if part[to] != part[from] {
				words++
			}
		}
	}
	return words
}

// TestFewWordsBetweenTeams: on a cube whose halves are two teams, or two processes, no
// more words of an allgather go from one to the other than must in as many steps; the
// others' copies make up the rest, whatever the order in which a team takes them.
func TestFewWordsBetweenTeams(t *testing.T) {
	for d := 2; d <= 6; d++ {
		p := 1 << d
		steps := (p - 1 + d - 1) / d
		want := p * max(1, p-1-(d-1)*steps)
		g := teamed(t, p, 2)
		if got := between(t, g, g.Team); got != want {
			t.Errorf("P=%d: %d words from team to team, want %d", p, got, want)
		}
		far := processes(g)
		if got := between(t, far, far.Process); got != want {
			t.Errorf("P=%d: %d words from process to process, want %d", p, got, want)
		}
	}
}

// TestTeamsAcrossTheCube: of teams that are no parts of the cube no generator is near, and of a
// single one all are.
func TestTeamsAcrossTheCube(t *testing.T) {
	for _, p := range []int{1, 2, 4, 8, 16} {
		d := bits.Len(uint(p)) - 1
		if near := teamed(t, p, 3).near(d); near != 0 {
			t.Errorf("P=%d: %d generators leave nobody's team, want 0", p, near)
		}
		if near := teamed(t, p, 1).near(d); near != d {
			t.Errorf("P=%d: %d generators leave nobody's team, want %d", p, near, d)
		}
	}
}
