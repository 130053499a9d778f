package report

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// Steps compares the ways of doing one of the paper's tasks on a graph, in steps of its
// model, in which a step moves one word over every arc. A 0 means that the way is not
// for this task or graph.
type Steps struct {
	Graph    string `json:"graph"`
	Task     string `json:"task"` // broadcast, accumulate, exchange; sum: of one word
	P        int    `json:"procs"`
	Degree   int    `json:"degree"`
	Diameter int    `json:"diameter"`
	Optimal  int    `json:"optimal"` // the shortest schedule known, verified
	Bound    int    `json:"bound"`
	Kind     string `json:"bound_kind"`
	Tree     int    `json:"tree,omitempty"`
	Ring     int    `json:"ring,omitempty"`
	Doubling int    `json:"doubling,omitempty"`
	Spectral int    `json:"spectral,omitempty"`
	ByParts  int    `json:"by_parts,omitempty"` // the spectral sum by parts of the generators
	// Executed is what package coll takes on as many processors, by algorithm,
	// in microseconds for vectors of Bytes; nil where it was not measured.
	Executed map[string]float64 `json:"executed_us,omitempty"`
	Bytes    int                `json:"executed_bytes,omitempty"`
}

// compared are the graphs of the paper's comparison.
var compared = strings.Fields(`hypercube:2 hypercube:3 hypercube:4 hypercube:5 hypercube:6 hypercube:8 hypercube:10
	folded:4 folded:6 ring:8 ring:16 torus:3x5 torus:4x4 torus:8x8 torus:4x4x4 complete:8 complete:16 bipartite:4
	hamming:3,3 star:4 star:5 pancake:4 bubble:4 transposition:4 ccc:3 butterfly:3 petersen odd:4 johnson:5,2`)

// stepsOf compares all ways on one graph, task by task.
func stepsOf(name string) ([]Steps, error) {
	g, err := cayley.Parse(name)
	if err != nil {
		return nil, err
	}
	far, err := cayley.Diameter(g)
	if err != nil {
		return nil, err
	}
	dim := 0
	if cayley.IsHypercube(g) {
		dim = g.Degree()
	}
	var list []Steps
	for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate, sched.Exchange} {
		row := Steps{Graph: name, Task: task.String(), P: g.Order(), Degree: g.Degree(), Diameter: far}
		s, b, err := sched.Plan(g, sched.Request{Task: task})
		if err != nil {
			return nil, fmt.Errorf("report: %s, %s: %w", name, task, err)
		}
		row.Optimal, row.Bound, row.Kind = s.Tau(), b.Value, b.Kind
		if row.Tree, err = naive(g, task, "tree"); err != nil {
			return nil, err
		}
		if row.Ring, err = naive(g, task, "ring"); err != nil {
			return nil, err
		}
		if dim > 0 {
			if row.Doubling, err = doubling(dim, task); err != nil {
				return nil, err
			}
		}
		list = append(list, row)
	}
	sum, err := sumSteps(g, dim)
	if err != nil {
		return nil, fmt.Errorf("report: %s, sum: %w", name, err)
	}
	sum.Diameter = far
	return append(list, sum), nil
}

// naive is the steps of a method that makes no exchange, and of which some graphs have
// none: 0 then.
func naive(g cayley.Graph, task sched.Task, method string) (int, error) {
	if task == sched.Exchange {
		return 0, nil
	}
	s, _, err := sched.Plan(g, sched.Request{Task: task, Method: method})
	switch {
	case errors.Is(err, sched.ErrNoRing):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("report: %s, %s by %s: %w", g.Name(), task, method, err)
	}
	return s.Tau(), nil
}

// sumSteps is the global sum of one word a processor (2.20, 5.1): no way takes
// fewer steps than the diameter.
func sumSteps(g cayley.Graph, dim int) (Steps, error) {
	row := Steps{Graph: g.Name(), Task: "sum", P: g.Order(), Degree: g.Degree(), Kind: "D"}
	tree, _, err := sched.MakeGlobalSum(g, 0)
	if err != nil {
		return row, err
	}
	p, err := spectral.New(g)
	if err != nil {
		return row, err
	}
	row.Tree, row.Spectral, row.Bound = tree.Tau(), p.Steps(), p.Diameter
	row.Optimal = min(row.Tree, row.Spectral)
	parts, err := byParts(g)
	if err != nil {
		return row, err
	}
	if parts != nil {
		row.ByParts = parts.Steps()
		row.Optimal = min(row.Optimal, row.ByParts)
	}
	if dim > 0 {
		dirs, err := hypercube.DimensionExchange(dim)
		if err != nil {
			return row, err
		}
		if err := hypercube.CheckSum(dim, dirs); err != nil {
			return row, err
		}
		row.Doubling = len(dirs)
		row.Optimal = min(row.Optimal, row.Doubling)
	}
	return row, nil
}

// byParts is the spectral sum by parts, nil where none is known.
func byParts(g cayley.Graph) (*spectral.Plan, error) {
	p, err := spectral.ByParts(g)
	if errors.Is(err, spectral.ErrNoParts) {
		return nil, nil
	}
	return p, err
}

// doubling is recursive doubling on the cube, word after word over one direction
// at a time, verified.
func doubling(d int, task sched.Task) (int, error) {
	if task == sched.Exchange {
		t, err := byDimension(d)
		if err != nil {
			return 0, err
		}
		return t.Tau(), t.Verify()
	}
	t, err := sched.Doubling(d)
	if err == nil && task == sched.Accumulate {
		t, err = t.Reverse()
	}
	if err != nil {
		return 0, err
	}
	return t.Tau(), t.Verify()
}

// byDimension is the exchange on the cube that crosses one direction after the
// other, half of all words each time: d·2^(d-1) steps.
func byDimension(d int) (*sched.ExchangeTemplate, error) {
	g, err := cayley.Hypercube(d)
	if err != nil {
		return nil, err
	}
	half := 1 << (d - 1)
	t := &sched.ExchangeTemplate{Graph: g, Steps: d * half, Start: make([]int, 1<<d+1)}
	sent := make([]int, d) // by direction: words so far
	for v := range 1 << d {
		for k := range d {
			if v>>k&1 == 1 {
				sent[k]++
				t.Gen, t.Time = append(t.Gen, int32(k)), append(t.Time, int32(k*half+sent[k]))
			}
		}
		t.Start[v+1] = len(t.Gen)
	}
	return t, nil
}
