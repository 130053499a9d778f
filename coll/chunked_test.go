package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestChunked: segments of every length and number, and (P-1)·m/d steps.
func TestChunked(t *testing.T) {
	lengths := []int{1, 7, 8, 9, 64, 100, 1000, 9000}
	if race.Enabled {
		lengths = []int{9, 1000}
	}
	for _, graph := range []string{"hypercube:1", "hypercube:3", "hypercube:4", "ring:7", "torus:3x3", "complete:5"} {
		g, err := cayley.Parse(graph)
		if err != nil {
			t.Fatal(err)
		}
		m := machine(t, Config{P: g.Order(), Graph: g})
		for c, times := range map[collective]int{allgather: 1, reducescatter: 1, allreduce: 2} {
			for _, n := range lengths {
				for _, inPlace := range []bool{false, true} {
					try := trial{c: c, a: Chunked, n: n, inPlace: inPlace}
					if err := inSegments(m, try); err != nil {
						t.Fatalf("%s: %v: %v", graph, try, err)
					}
					if err := runAs[int32](m, try); err != nil {
						t.Fatalf("%s: %v: %v", graph, try, err)
					}
				}
			}
			prog, err := m.world.compiled(c, byChunked, 0)
			if err != nil {
				t.Fatal(err)
			}
			if prog.Chunks > 1 && slices.ContainsFunc(prog.Ops[0], func(o program.Op) bool { return o.Count != 1 }) {
				t.Errorf("%s: %s has an op of several blocks, parts of which do not lie side by side", graph, c)
			}
			steps, bound, err := m.Steps(c.String(), Chunked)
			if want := times * (g.Order() - 1) * prog.Chunks / g.Degree(); err != nil || steps != want || bound != want {
				t.Errorf("%s: %s in %d steps of 1/%d, bound %d, want %d: %v", graph, c, steps, prog.Chunks, bound, want, err)
			}
		}
	}
}

// TestUnlikeSegments: in an allreduce the broadcast has as many segments as the accumulation, also where it would
// have others by itself.
func TestUnlikeSegments(t *testing.T) {
	for n, arcs := range map[int][][2]int{
		7: {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 0}, {1, 6}, {3, 1}, {5, 1}, {5, 2}, {4, 6}, {5, 0}, {2, 0}, {6, 5}, {2, 5}, {0, 2}},
		6: {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 2}, {1, 4}, {5, 1}, {1, 5}, {1, 0}, {5, 4}, {4, 3}},
	} {
		g, err := cayley.NewGraph(fmt.Sprintf("unlike %d", n), n, arcs)
		if err != nil {
			t.Fatal(err)
		}
		m, segments := machine(t, Config{P: n, Graph: g}), map[collective]int{}
		for _, c := range []collective{allgather, reducescatter, allreduce} {
			prog, err := m.world.compiled(c, byChunked, 0)
			if err != nil {
				t.Fatal(err)
			}
			segments[c] = prog.Chunks
			for _, n := range []int{1, 40, 1000} {
				if err := runAs[float64](m, trial{c: c, a: Chunked, n: n}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if segments[allgather] == segments[reducescatter] || segments[allreduce] != segments[reducescatter] {
			t.Errorf("%d segments, want those of the reducescatter in an allreduce, and others in an allgather", segments)
		}
	}
}

// inSegments checks sums of floats bit for bit: segment s of block r is summed in
// the order of the s-th template.
func inSegments(m *Machine, try trial) error {
	if try.c == allgather {
		return nil
	}
	g := m.Graph().(cayley.Cayley)
	chunks, _, err := sched.BuildChunks(g, sched.Accumulate)
	if err != nil {
		return err
	}
	p := g.Order()
	given := make([][]float64, p)
	for r := range given {
		given[r] = inputs[float64](try, r, p)
	}
	block := try.n
	if try.c == allreduce {
		block = program.Piece(try.n, p)
	}
	long := program.Piece(block, len(chunks.Segments))
	want := make([]float64, len(given[0]))
	for r := range p {
		for s, t := range chunks.Segments {
			lo, hi := r*block+s*long, min(r*block+s*long+long, (r+1)*block, len(want))
			if lo < hi {
				copy(want[lo:hi], fold(orderIn(t.(*sched.Template), r), try.op, cutOut(given, lo, hi)))
			}
		}
	}
	return m.Run(context.Background(), func(q *Proc) error {
		v := prepare(q, try, inputs[float64](try, q.Rank(), p))
		v.call()
		mine := want
		if try.c == reducescatter {
			mine = want[q.Rank()*block : (q.Rank()+1)*block]
		}
		if err := v.check(mine); err != nil {
			return fmt.Errorf("by the templates: %w", err)
		}
		return nil
	})
}

// cutOut is elements lo … hi-1 of every vector.
func cutOut(x [][]float64, lo, hi int) (part [][]float64) {
	for _, v := range x {
		part = append(part, v[lo:hi])
	}
	return part
}
