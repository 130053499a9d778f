package spectral

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func TestRecurrence(t *testing.T) {
	p := primes(2, 0)[0]
	fib := []uint64{0, 1}
	for len(fib) < 20 {
		fib = append(fib, p.add(fib[len(fib)-1], fib[len(fib)-2]))
	}
	minus := p.of(-1)
	if got := p.recurrence(fib); fmt.Sprint(got) != fmt.Sprint([]uint64{minus, minus, 1}) {
		t.Errorf("Fibonacci: %v", got)
	}
}

func TestPrimesAndRoots(t *testing.T) {
	for _, m := range []uint64{1, 2, 12, 97, 1 << 20} {
		for _, p := range primes(m, 200) {
			w := p.rootOfUnity(m)
			if p.pow(w, m) != 1 || uint64(p)%m != 1%m || m%2 == 0 && p.pow(w, m/2) == 1 {
				t.Errorf("%d has no order %d modulo %d", w, m, p)
			}
		}
	}
}

func TestQuotientOfCube(t *testing.T) {
	s, err := examine(parse(t, "hypercube:6"))
	if err != nil {
		t.Fatal(err)
	}
	dist := cayley.DistancesFrom(s.g, 0)
	for _, q := range []*quotient{s.quotientAt(0, nil), s.equitable(0, dist)} {
		if got := fmt.Sprint(q.size, q.row[2], q.start, q.n); got != "[1 6 15 20 15 6 1] [{1 2} {3 4}] 0 64" {
			t.Error(got)
		}
	}
	if s.quotientAt(0, nil).key() != s.equitable(0, dist).key() {
		t.Error("the cube's quotient is not what its arcs say")
	}
	even := make([]int32, 64)
	for v := range even {
		even[v] = int32(bits.OnesCount(uint(v)) % 2)
	}
	if s.equitable(0, even) != nil {
		t.Error("a start that is not alone was taken")
	}
}

// TestDiameter: of a graph that is not vertex-transitive it is not how far vertex 0 sees.
func TestDiameter(t *testing.T) {
	frucht := list{"frucht", [][]int{{1, 6, 7}, {0, 2, 7}, {1, 3, 8}, {2, 4, 9}, {3, 5, 9}, {4, 6, 10}, {5, 0, 10}, {0, 1, 11}, {2, 9, 11}, {3, 4, 8}, {5, 6, 11}, {7, 8, 10}}}
	far := map[int]bool{}
	for from := range frucht.arcs { // each vertex in the place of vertex 0
		at := func(v int) int {
			switch v {
			case 0:
				return from
			case from:
				return 0
			}
			return v
		}
		g := list{"frucht, turned", make([][]int, len(frucht.arcs))}
		for v, arcs := range frucht.arcs {
			for _, u := range arcs {
				g.arcs[at(v)] = append(g.arcs[at(v)], at(u))
			}
		}
		p := planOf(t, g)
		if p.Diameter != 4 {
			t.Errorf("diameter %d with vertex %d first, want 4", p.Diameter, from)
		}
		far[int(slices.Max(cayley.DistancesFrom(g, 0)))] = true
	}
	if len(far) < 2 {
		t.Errorf("all vertices see as far: %v", far)
	}
}

// TestNorms: of a vector on cells, those of all its entries.
func TestNorms(t *testing.T) {
	q := &quotient{size: []int{1, 3, 3, 1}}
	if got, want := normsOf([]float64{1, -2, 3, 4}, q.size), (norms{20, math.Sqrt(56), 4}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, y := range [][]float64{{1, math.NaN(), 2}, {0, math.NaN(), 0}, {1, math.Inf(-1), math.NaN()}, {math.NaN(), 3}} {
		if got := normsOf(y, nil); !math.IsNaN(got.one) || !math.IsNaN(got.two) || !math.IsNaN(got.inf) || !got.lost() {
			t.Errorf("%v: %+v", y, got)
		}
	}
	if got := normsOf([]float64{1, math.Inf(-1)}, nil); !got.lost() {
		t.Errorf("%+v", got)
	}
}

func TestIntegerRoots(t *testing.T) {
	// (x-2)²(x+1)(x²+x+1)²(x²-2)
	f := poly{big.NewRat(1, 1)}
	for _, g := range [][]int64{{-2, 1}, {-2, 1}, {1, 1}, {1, 1, 1}, {1, 1, 1}, {-2, 0, 1}} {
		h := make(poly, len(f)+len(g)-1)
		for i := range h {
			h[i] = new(big.Rat)
		}
		for i, a := range f {
			for j, b := range g {
				h[i+j].Add(h[i+j], new(big.Rat).Mul(a, big.NewRat(b, 1)))
			}
		}
		f = h
	}
	c := make([]*big.Int, len(f))
	for i, x := range f {
		c[i] = x.Num()
	}
	roots, err := integerRoots(c, 2)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, r := range roots {
		found[fmt.Sprintf("%.15g", r.float())] = r.times
	}
	want := map[string]int{"(2+0i)": 2, "(-1+0i)": 1, "(1.4142135623731+0i)": 1}
	if len(roots) != 6 || found["(2+0i)"] != 2 || found["(-1+0i)"] != 1 ||
		found["(1.4142135623731+0i)"]+found["(1.41421356237309+0i)"]+found["(1.4142135623730951+0i)"]+found["(1.4142135623731+0i)"] == 0 ||
		found["(-0.5+0.866025403784439i)"] != 2 || found["(-0.5-0.866025403784439i)"] != 2 {
		t.Errorf("%v; want %v and a pair twice", found, want)
	}
}

// TestPolynomialOfAnother: neither a polynomial that is not the graph's is taken, nor its roots.
func TestPolynomialOfAnother(t *testing.T) {
	s, err := examine(parse(t, "dihedral:4:f,r"))
	if err != nil {
		t.Fatal(err)
	}
	columns := s.columns()
	if _, _, err := s.integerPolynomial(columns[0], 5); err == nil || err.Error() != "spectral: dihedral:4:f,r: the minimal polynomial has degree 5 or 4 modulo two primes; use another algorithm" {
		t.Error(err)
	}
	c, list, err := s.integerPolynomial(columns[0], 4)
	if err != nil || fmt.Sprint(c) != "[0 0 -4 0 1]" || s.vanishes(c, columns, list) != nil {
		t.Fatal(c, err)
	}
	roots, err := integerRoots(c, 2)
	if err != nil {
		t.Fatal(err)
	}
	c[2].SetInt64(-3)
	if err := s.vanishes(c, columns, list); err == nil || err.Error() != "spectral: dihedral:4:f,r: a polynomial of degree 4 does not vanish on every column; use another algorithm" {
		t.Error(err)
	}
	roots[1].set(0.25)
	if _, err := s.multiplicities(roots, columns); err == nil || !strings.Contains(err.Error(), "which is not a positive whole number; use another algorithm") {
		t.Error(err)
	}
	// (x-1/3)⁶ tells a sixth of its 256 bits, and a quarter is asked for.
	six := poly{big.NewRat(1, 729), big.NewRat(-2, 81), big.NewRat(5, 27), big.NewRat(-20, 27), big.NewRat(5, 3), big.NewRat(-2, 1), big.NewRat(1, 1)}
	if _, err := six.aberth(256, 2); err == nil || err.Error() != "the roots of the minimal polynomial did not converge; use another algorithm" {
		t.Error(err)
	}
}

// TestCosts: words sent by a processor, beside the other ways.
func TestCosts(t *testing.T) {
	for name, want := range map[string]string{
		"complete:8":  "[{spectral 1 7 1·d·n false} {tree 6 1.75 2·(P-1)/P·n false} {cayley 2 1.75 2·(P-1)/P·n false} {direct 2 1.75 2·(P-1)/P·n true}]",
		"hypercube:3": "[{spectral 3 9 d·d·n false} {doubling 3 3 d·n false} {tree 6 1.75 2·(P-1)/P·n false} {cayley 6 1.75 2·(P-1)/P·n false} {direct 2 1.75 2·(P-1)/P·n true}]",
		"hypercube:6": "[{spectral 6 36 d·d·n false} {doubling 6 6 d·n false} {tree 12 1.96875 2·(P-1)/P·n false} {cayley 22 1.96875 2·(P-1)/P·n false} {direct 2 1.96875 2·(P-1)/P·n true}]",
	} {
		if got := fmt.Sprint(Costs(plan(t, name))); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestCompleteQuotient: what quotientAt takes for granted of complete graphs is what their arcs say.
func TestCompleteQuotient(t *testing.T) {
	for n := 2; n < 9; n++ {
		s, err := examine(parse(t, fmt.Sprintf("complete:%d", n)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := completeQuotient(n), s.equitable(0, cayley.DistancesFrom(s.g, 0)); got.key() != want.key() || got.n != want.n {
			t.Errorf("%d: %+v, want %+v", n, got, want)
		}
	}
}
