package coll

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// TestSpectralOnGraphs runs the global sum on graphs of every kind: integral
// and other spectra, directed graphs with complex pairs, graphs that are no
// Cayley graphs, a digraph that is not diagonalizable; in and out of place,
// float64 against exact sums, float32 against float64.
func TestSpectralOnGraphs(t *testing.T) {
	for _, name := range []string{
		"hypercube:1", "hypercube:3", "hypercube:6", "complete:8", "bipartite:4", "ring:12", "ring:9",
		"petersen", "johnson:5,2", "kneser:7,2", "odd:4", "hamming:2,4", "torus:3x4", "torus:5x7", "ccc:3", "butterfly:3", "star:4", "bubble:4", "product(petersen;ring:3)",
		"circulant:3:1", "circulant:7:1", "circulant:15:3,5", "circulant:9:1,3", "dihedral:4:f,r",
	} {
		g, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Order()
		for _, host := range modes {
			m := machine(t, Config{P: p, Graph: g, Host: host})
			for _, n := range []int{1, 30} {
				for _, inPlace := range []bool{false, true} {
					for _, m.packsNear = range []bool{false, true} {
						if err := spectralCase(m, n, inPlace); err != nil {
							t.Errorf("%s %v n=%d in place %v near %v: %v", name, host, n, inPlace, m.packsNear, err)
						}
					}
				}
			}
			steps, bound, err := m.Steps("allreduce", Spectral)
			if err != nil || steps < bound {
				t.Errorf("%s: %d steps, diameter %d: %v", name, steps, bound, err)
			}
		}
	}
}

func spectralCase(m *Machine, n int, inPlace bool) error {
	p := m.cfg.P
	steps, _, err := m.Steps("allreduce", Spectral)
	if err != nil {
		return err
	}
	sums, magnitude := make([]float64, n), make([]float64, n)
	for i := range sums {
		column := make([]float64, p)
		for r := range column {
			column[r] = data[float64](r, n)[i]
			magnitude[i] += math.Abs(column[r])
		}
		sum, _ := spectral.Sum(column)
		sums[i], _ = sum.Float64()
	}
	return m.Run(context.Background(), func(q *Proc) error {
		src := data[float64](q.Rank(), n)
		dst := make([]float64, n)
		single, half := make([]float32, n), make([]float32, n)
		for i, v := range src {
			single[i] = float32(v)
		}
		if inPlace {
			dst, half = src, single
		}
		Allreduce(q.Using(Spectral), dst, src, Sum)
		Allreduce(q.Using(Spectral), half, single, Sum)
		for i, v := range dst {
			if limit := 2e-15 * float64(steps) * magnitude[i]; math.Abs(v-sums[i]) > limit {
				return fmt.Errorf("dst[%d] is %v, want %v within %v", i, v, sums[i], limit)
			}
			if limit := 4e-6 * float64(steps) * magnitude[i]; math.Abs(float64(half[i])-sums[i]) > limit {
				return fmt.Errorf("float32: dst[%d] is %v, want %v within %v", i, half[i], sums[i], limit)
			}
		}
		return nil
	})
}

// TestFullRing: a team that finds a ring full waits until there is room, and is told.
func TestFullRing(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	if err := m.Run(context.Background(), func(p *Proc) error {
		e := p.g.arcs.get(p.g, 0, 1)
		ring, err := ringOf[float64](&p.g.arcs, e)
		if err != nil {
			return err
		}
		end := ringEnd[float64]{e, ring, p.g.teams[1-p.rank]}
		Barrier(p)
		const vectors = 3 * ringSlots
		for i := range vectors {
			if p.rank == 0 {
				put(p, end, []float64{float64(i)})
				continue
			}
			if i%ringSlots == 0 && i+ringSlots < vectors {
				for since := time.Now(); !e.full.Load(); runtime.Gosched() {
					if time.Since(since) > 10*time.Second {
						return fmt.Errorf("nobody waits for room after %d vectors", i+ringSlots)
					}
				}
			}
			if x := take(p, end); x[0] != float64(i) {
				return fmt.Errorf("vector %d is %v", i, x[0])
			}
			release(p, end)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// TestRingsOfManyTeams: on a circuit a team may be as many steps ahead of the next one as there are others, more
// than a ring has slots.
func TestRingsOfManyTeams(t *testing.T) {
	const p = 12
	g, err := cayley.Parse(fmt.Sprintf("circulant:%d:1", p))
	if err != nil {
		t.Fatal(err)
	}
	m := teamed(t, Config{P: p, Graph: g, Protocol: ProtocolRing}, p)
	for _, n := range []int{1, 2*slotLength + 5} {
		if err := spectralCase(m, n, true); err != nil {
			t.Fatal(err)
		}
	}
}

// fewest is a graph and the plan that its spectral sum follows.
func fewest(t *testing.T, spec string) (cayley.Graph, *spectral.Plan) {
	t.Helper()
	g, err := cayley.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := spectral.Fewest(g)
	if err != nil {
		t.Fatal(err)
	}
	return g, plan
}

// TestSpectralRange: within the stated range a sum is finite and right; beyond it, one
// that direct could add may be lost.
func TestSpectralRange(t *testing.T) {
	for _, spec := range []string{"petersen", "ring:16", "hypercube:6", "torus:4x5"} {
		g, plan := fewest(t, spec)
		limit := math.MaxFloat64 / math.Ldexp(2*float64(g.Degree())*(plan.Leja.Growth+1), plan.Steps()-1)
		m := machine(t, Config{Graph: g, Algorithm: Spectral})
		for _, c := range []struct {
			x      float64
			finite bool
		}{{limit, true}, {-limit, true}, {math.MaxFloat64, spec != "ring:16"}} {
			if c.x > limit && c.finite {
				continue // it may go well
			}
			err := m.Run(context.Background(), func(p *Proc) error {
				x := []float64{0}
				if p.Rank() == 3 {
					x[0] = c.x
				}
				Allreduce(p, x, x, Sum)
				if finite := math.Abs(x[0]/c.x-1) < 1e-9; finite != c.finite {
					return fmt.Errorf("%s: the sum of %v and zeros is %v", spec, c.x, x[0])
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSpectralRounds: the bits are those of the plan's rounds, scaled as documented.
func TestSpectralRounds(t *testing.T) {
	for _, spec := range []string{"hypercube:3", "petersen", "ring:8", "circulant:7:1,2,4", "torus:3x4", "dihedral:5:r,f"} {
		g, plan := fewest(t, spec)
		p := g.Order()
		cur, older, next := data[float64](0, p), make([]float64, p), make([]float64, p)
		x := append([]float64(nil), cur...)
		by, before := 1.0, 1.0 // how much more the vectors have grown than the plan's
		for k, scale := range plan.Scale {
			_, exp := math.Frexp(scale)
			if plan.Scale[k] = math.Ldexp(1, exp); k == len(plan.Scale)-1 {
				plan.Scale[k] = scale / by * float64(p)
			}
			if plan.Mu != nil {
				plan.Mu[k] *= by / before
			}
			by, before = by*(plan.Scale[k]/scale), by
			plan.Round(k, next, cur, older)
			older, cur, next = cur, next, older
		}
		err := machine(t, Config{Graph: g, Algorithm: Spectral}).Run(context.Background(), func(q *Proc) error {
			for _, n := range []int{1, 300} {
				y := make([]float64, n)
				for i := range y {
					y[i] = x[q.Rank()]
				}
				Allreduce(q, y, y, Sum)
				if y[n-1] != cur[q.Rank()] {
					return fmt.Errorf("%d elements: %v, want %v", n, y[n-1], cur[q.Rank()])
				}
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
