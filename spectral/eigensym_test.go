package spectral

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// renumbered is the graph of that name without its symmetry: vertex v is at[v].
func renumbered(t *testing.T, name string, at []int) list {
	g := parse(t, name)
	arcs := make([][]int, g.Order())
	for v := range arcs {
		for k := range g.Degree() {
			arcs[at[v]] = append(arcs[at[v]], at[g.Neighbor(v, k)])
		}
	}
	return list{name, arcs}
}

// TestEigenSym: the spectrum in an order of the rows in which the eigensolver's is wrong.
func TestEigenSym(t *testing.T) {
	g := renumbered(t, "bipartite:6", []int{3, 5, 11, 6, 8, 0, 4, 1, 9, 2, 7, 10})
	b := mat.NewSymDense(12, nil)
	for v, arcs := range g.arcs {
		for _, w := range arcs {
			b.SetSym(v, w, 1)
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(b, true) || eig.Values(nil)[11] < 7 {
		t.Log("gonum's values are right now: eigenSym may go")
	}
	values, vectors, ok := eigenSym(b)
	if !ok || !slices.IsSorted(values) {
		t.Fatal(ok, values)
	}
	for k, value := range values {
		v := vectors.ColView(k)
		var bv mat.VecDense
		bv.MulVec(b, v)
		bv.AddScaledVec(&bv, -value, v)
		if r := mat.Norm(&bv, 2); !(r < 1e-13) || math.Abs(mat.Norm(v, 2)-1) > 1e-13 {
			t.Errorf("eigenvalue %v: residual %v", value, r)
		}
	}
	// That order from both ends: it takes the third.
	both := mat.NewSymDense(24, nil)
	for i := range 12 {
		for j := range i + 1 {
			both.SetSym(i, j, b.At(i, j))
			both.SetSym(23-i, 23-j, b.At(i, j))
		}
	}
	values, _, ok = eigenSym(both)
	if !ok || math.Abs(values[0]+6) > 1e-13 || math.Abs(values[1]+6) > 1e-13 || math.Abs(values[2]) > 1e-13 || math.Abs(values[22]-6) > 1e-13 {
		t.Error(ok, values)
	}
	both.SetSym(3, 3, math.NaN())
	if values, vectors, ok := eigenSym(both); ok {
		t.Error("NaN has eigenvalues", values, vectors)
	}
	p := planOf(t, g)
	if s := p.Spectrum; len(s) != 3 || s[0].Value != 6 || s[1].Multiplicity != 10 || s[2].Value != -6 {
		t.Errorf("%v", s)
	}
}

// TestAnyNumbering: a graph's numbering does not count.
func TestAnyNumbering(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, tries := range map[string]int{"bipartite:6": 3000, "petersen": 300, "complete:9": 300, "hypercube:4": 300, "johnson:5,2": 300} {
		n := parse(t, name).Order()
		want := plan(t, name).Steps()
		for range tries {
			at := rng.Perm(n)
			p, err := New(renumbered(t, name, at))
			if err != nil {
				t.Fatalf("%s, vertex v is %v: %v", name, at, err)
			}
			if p.Steps() != want {
				t.Errorf("%s, vertex v is %v: %d steps, want %d", name, at, p.Steps(), want)
			}
		}
	}
}
