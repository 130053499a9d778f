package spectral

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestNewton: a simple root to the last bit; no root, or one that is double, is no convergence.
func TestNewton(t *testing.T) {
	for _, c := range []struct {
		coefficients []int64
		near         float64
		ok           bool
		value        float64
	}{
		{[]int64{-2, 0, 1}, 1.4142, true, math.Sqrt2},
		{[]int64{-1, -1, 1}, 1.618, true, math.Phi},
		{[]int64{-2, 0, 1}, 0, false, 0}, // no slope
		{[]int64{1, 0, 1}, 0.3, false, 0},
		{[]int64{1, -2, 1}, 1.001, false, 0},
		{[]int64{1, -2, 1}, 1, true, 1},
	} {
		var list []*big.Int
		for _, x := range c.coefficients {
			list = append(list, big.NewInt(x))
		}
		root, ok := newReal(list, 3).newton(c.near)
		if value, _ := split(root); ok != c.ok || ok && value != c.value {
			t.Errorf("%v from %v: %v, %v; want %v, %v", c.coefficients, c.near, value, ok, c.value, c.ok)
		}
	}
}

// TestRefine: what a solver has found within its error becomes the root; a value with no root
// near is an error; beyond the greatest degree, or where eigenvalues are missing, nothing is done.
func TestRefine(t *testing.T) {
	s, err := examine(parse(t, "dihedral:24:r3f,r7f,r9f,r12f,r19f,r20f"))
	if err != nil {
		t.Fatal(err)
	}
	q := s.columns()[0]
	spec, err := s.symmetric(q)
	if err != nil {
		t.Fatal(err)
	}
	if first := q.minimal(primes(2, 0)[0], false); !slices.Equal(s.minimal, first) || s.distinct(nil) != len(first)-1 {
		t.Errorf("the minimal polynomial modulo the first prime is not kept: %v", s.minimal)
	}
	const tol = 1e-12
	off := append(Spectrum(nil), spec...)
	for i := range off {
		off[i].Value, off[i].Low = complex(real(off[i].Value)+tol/4, 0), 0
	}
	if err := s.refine(off, q, tol); err != nil {
		t.Fatal(err)
	}
	for i, e := range off {
		if e != spec[i] {
			t.Errorf("eigenvalue %d: %v, want %v", i, e, spec[i])
		}
	}
	off[1].Value = complex(real(spec[1].Value)+1e-6, 0)
	if err := s.refine(off, q, tol); err == nil {
		t.Error("a value without a root near it was taken")
	}
	off = off[:len(off)-1]
	if err := s.refine(off, q, tol); err != nil || real(off[1].Value) == real(spec[1].Value) {
		t.Errorf("an eigenvalue is missing: %v", err)
	}

	rng := rand.New(rand.NewPCG(5, 6))
	const n = maxRational + 2
	chords := [][2]int{}
	for v, mates := 0, rng.Perm(n); v < n; v++ { // a ring and a matching: all eigenvalues differ
		u := mates[slices.Index(mates, v)^1]
		chords = append(chords, [2]int{v, (v + 1) % n}, [2]int{(v + 1) % n, v})
		if d := (u - v + n) % n; d == 1 || d == n-1 {
			t.Fatal("a chord is an edge of the ring: take another seed")
		}
		chords = append(chords, [2]int{v, u})
	}
	g, err := cayley.NewGraph("ring and matching", n, chords)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = examine(g); err != nil {
		t.Fatal(err)
	}
	many := Spectrum{{complex(0.5, 0), 1, 1, 0.25}}
	for len(many) < n {
		many = append(many, many[0])
	}
	if err := s.refine(many, s.whole(0), tol); err != nil || many[0] != (Eigenvalue{complex(0.5, 0), 1, 1, 0.25}) {
		t.Errorf("of degree %d: %v, %v", n, many[0], err)
	}
}
