package coll

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
)

// tap takes the place of the group whose products execute asks for, and so hears
// of every word: a reference to another rank's vector is a number that has the
// receiver in it.
type tap struct {
	g      *group
	prog   *program.Program
	labels program.Labels
	sent   []map[sending]int // by the receiver's team, whose one acting processor counts
	stayed []map[sending]int // the same within a team, where it need not wait for the step
}

// sending is a word's way: over an arc in a step.
type sending struct {
	step     uint64
	from, to int
}

// tapped is the same program with a tap.
func tapped(g *group, prog *program.Program, weigh bool) (*program.Program, *tap) {
	w := &tap{g: g, prog: prog, labels: prog.Labels}
	for range g.teams {
		w.sent, w.stayed = append(w.sent, map[sending]int{}), append(w.stayed, map[sending]int{})
	}
	heard := *prog
	heard.Labels = program.Computed(w)
	heard.From = slices.Clone(prog.From)
	heard.Ops, heard.First = make([][]program.Op, 1), make([][]int, 1)
	if prog.Labels.None() {
		heard.Rooted = true // vertex v of any root is rank v
	}
	for step := range prog.Steps {
		heard.First[0] = append(heard.First[0], len(heard.Ops[0]))
		for list := range prog.Ops {
			heard.Ops[0] = append(heard.Ops[0], prog.Ops[list][prog.First[list][step]:prog.First[list][step+1]]...)
		}
	}
	heard.First[0] = append(heard.First[0], len(heard.Ops[0]))
	p := int32(g.size)
	for _, o := range heard.Ops[0] {
		count := int32(1) // a pass over a part of the blocks takes them one by one
		if weigh {
			count = o.Count
		}
		for i := o.A; i < o.B; i++ {
			if f := &heard.From[i]; f.Rank != o.To.Rank {
				f.Rank += p + (count*p+o.To.Rank)*p
			}
		}
	}
	return &heard, w
}

func (w *tap) Order() int  { return w.g.size }
func (w *tap) Inv(int) int { panic("nobody asks for it") }
func (w *tap) of(x, row int) int {
	if w.labels.None() {
		return row
	}
	return w.labels.Product(x, row)
}

func (w *tap) Mul(x, row int) int {
	p := w.g.size
	if row < p {
		return w.of(x, row)
	}
	row -= p
	from, to := w.of(x, row%p), w.of(x, row/p%p)
	t := w.g.seats[to].t
	if int(t.steps)%w.prog.Steps >= w.prog.Steps-w.prog.BySource && w.g.seats[from].t == t {
		w.stayed[t.id][sending{0, from, to}] += row / p / p
	} else {
		w.sent[t.id][sending{t.steps, from, to}] += row / p / p
	}
	return from
}

// carried is what the tap heard: all words, the most that an arc carried in a
// step, and the sum of these over the steps; and the most that an arc carried within a
// team that need not wait.
func (w *tap) carried() (words, widest, length, inside int) {
	most := map[uint64]int{}
	for _, sent := range w.sent {
		for s, n := range sent {
			words += n
			most[s.step] = max(most[s.step], n)
		}
	}
	for _, n := range most {
		widest, length = max(widest, n), length+n
	}
	for _, stayed := range w.stayed {
		for _, n := range stayed {
			words, inside = words+n, max(inside, n)
		}
	}
	return words, widest, length, inside
}

// strays are the arcs in use that the graph does not have.
func (w *tap) strays(g cayley.Graph) (list []sending) {
	for _, sent := range slices.Concat(w.sent, w.stayed) {
		for s := range sent {
			there := false
			for k := range g.Degree() {
				there = there || g.Neighbor(s.from, k) == s.to
			}
			if !there {
				list = append(list, s)
			}
		}
	}
	return list
}

// signals is what every team made in the latest Run.
func (m *Machine) signals() (int, error) {
	first, both := m.world.teams[0].steps, m.world.both
	if both != nil && both.Load() != 2*first {
		return 0, fmt.Errorf("two teams made %d signals, and team 0 counted %d", both.Load(), first)
	}
	for _, t := range m.world.teams {
		if n := t.progress.Load(); both == nil && n != t.steps || t.steps != first {
			return 0, fmt.Errorf("team %d made %d signals and counted %d, team 0 counted %d", t.id, n, t.steps, first)
		}
	}
	return int(first), nil
}
