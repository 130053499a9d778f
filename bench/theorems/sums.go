package theorems

import (
	"errors"
	"fmt"
	"math"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// sums is section 5: global sums by ∏(A-λI).
func sums(t *table) {
	t.cases("Thm 5.1", "with D+1 distinct eigenvalues, global sum takes D steps", "10 graphs",
		"errata 16: for connected, regular graphs with A diagonalizable; D+1 counts eigenvalues and may exceed the diameter",
		func(try func(string, bool, error)) {
			for _, name := range []string{"complete:8", "bipartite:4", "ring:12", "petersen", "johnson:6,2", "hamming:3,3", "star:4", "ccc:3", "torus:3x5", "circulant:7:1,2"} {
				p, err := summed(name)
				try(name, err == nil && p.Steps() == len(p.Spectrum)-1, err)
			}
		})
	notDiagonalizable(t)
	_, err := spectral.New(twoSquares())
	t.add("Thm 5.1", "a graph that is not connected", "two 4-cycles", "refused", refusal(err, "is not connected"), nil, "errata 16: as printed 5.1 promises 2 steps; no step ever crosses")
	t.cases("Cor 5.2", "distance-transitive: global sum takes D steps, the diameter", "10 graphs", "",
		func(try func(string, bool, error)) {
			for _, name := range []string{"complete:5", "bipartite:5", "ring:9", "petersen", "johnson:7,3", "hamming:2,4", "odd:4", "kneser:7,2", "hypercube:6", "folded:5"} {
				p, err := summed(name)
				try(name, err == nil && p.Steps() == p.Diameter, err)
			}
		})
	t.cubes("Ex 5.3", "the cube has d+1 distinct eigenvalues: global sum in d steps", 1, 14, func(d int) int { return d },
		func(d int) (int, error) {
			p, err := summed(fmt.Sprintf("hypercube:%d", d))
			if err != nil {
				return 0, err
			}
			return p.Steps(), nil
		}, "")
	rounding(t)
	t.cubes("Sec 1", "global sum in d steps, one coordinate a step (dimension exchange)", 1, 12, func(d int) int { return d },
		func(d int) (int, error) {
			dirs, err := hypercube.DimensionExchange(d)
			if err != nil {
				return 0, err
			}
			return len(dirs), hypercube.CheckSum(d, dirs)
		}, "errata 17: another algorithm than 5.1; every vertex ends with every term exactly once")
}

// summed plans the sum and runs it on small integers.
func summed(name string) (*spectral.Plan, error) {
	g, err := cayley.Parse(name)
	if err != nil {
		return nil, err
	}
	return ran(g)
}

func ran(g cayley.Graph) (*spectral.Plan, error) {
	p, err := spectral.New(g)
	if err != nil {
		return nil, err
	}
	x, want := make([]float64, g.Order()), 0.0
	for v := range x {
		x[v] = float64(v*v%17 + 1)
		want += x[v]
	}
	y, err := p.Simulate(x)
	if err != nil {
		return nil, err
	}
	for v, got := range y {
		if math.Abs(got-want) > 1e-11*want {
			return nil, fmt.Errorf("the sum at vertex %d is %v, should be %v", v, got, want)
		}
	}
	return p, nil
}

// rounding compares orders of the factors.
func rounding(t *table) {
	p, err := summed("ring:512")
	found := ""
	if err == nil {
		natural := min(p.Natural[0].Bound, p.Natural[1].Bound)
		found = fmt.Sprintf("by falling or rising eigenvalues beyond 1: %v, as ordered here below 1e-9: %v", natural > 1, p.Leja.Bound < 1e-9)
	}
	t.add("Thm 5.1", "the error by rounding, in parts of Σ|x|", "ring:512", "by falling or rising eigenvalues beyond 1: true, as ordered here below 1e-9: true", found, err,
		"errata 18: the order of the factors counts")
}

// notDiagonalizable is the digraph of errata 16.
func notDiagonalizable(t *table) {
	claim, found := "D+1 distinct eigenvalues, but a digraph that is not diagonalizable", ""
	g, err := cayley.DihedralGraph(4, "f", "r")
	if err == nil {
		var p *spectral.Plan
		if p, err = ran(g); err == nil {
			found = fmt.Sprintf("distinct eigenvalues - 1 = %d, diameter %d, 2 steps enough: %v", len(p.Spectrum)-1, p.Diameter, p.Steps() <= 2)
			if p.Steps() < p.Diameter {
				err = errors.New("fewer steps than the diameter")
			}
		}
	}
	t.add("Thm 5.1", claim, "dihedral:4:f,r", "distinct eigenvalues - 1 = 2, diameter 3, 2 steps enough: false", found, err,
		"errata 16: false for digraphs as printed; the degree of the minimal polynomial counts")
}

func twoSquares() cayley.Graph {
	var arcs [][2]int
	for v := range 8 {
		base := v &^ 3
		arcs = append(arcs, [2]int{v, base + (v+1)%4}, [2]int{v, base + (v+3)%4})
	}
	g, err := cayley.NewGraph("two 4-cycles", 8, arcs)
	if err != nil {
		panic(err) // a constant of this package
	}
	return g
}
