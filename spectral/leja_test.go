package spectral

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"
)

// byLogarithms is the Leja order by its definition, with sums of logarithms for products.
func byLogarithms(fs []factor, d float64) (order []factor) {
	score, used := make([]float64, len(fs)), make([]int, len(fs))
	for i, f := range fs {
		score[i] = math.Log(cmplx.Abs(f.root-complex(d, 0))) / 2
	}
	for {
		best := -1
		for i, f := range fs {
			if used[i] < f.times && (best < 0 || used[i] < used[best] || used[i] == used[best] && score[i] > score[best]+alike) {
				best = i
			}
		}
		if best < 0 {
			return order
		}
		used[best]++
		order = append(order, fs[best])
		for i, f := range fs {
			if i != best {
				score[i] += math.Log(cmplx.Abs(f.root - fs[best].root))
				if imag(fs[best].root) != 0 {
					score[i] += math.Log(cmplx.Abs(f.root - cmplx.Conj(fs[best].root)))
				}
			}
		}
	}
}

// TestLejaOrder: products without logarithms order as they do: ties, pairs, repeated roots, roots
// that a float64 doesn't tell apart, and products that leave its range.
func TestLejaOrder(t *testing.T) {
	for _, name := range []string{"hypercube:0", "hypercube:9", "ring:48", "ring:2000", "torus:4x5x6", "torus:24x24", "ccc:4", "star:5", "bubble:5", "pancake:5",
		"circulant:64:1", "circulant:300:1,7", "dihedral:4:f,r", "dihedral:24:r3f,r7f,r9f,r12f,r19f,r20f", "dihedral:14:r1,r13,r5f,r10f,r13f"} {
		g := parse(t, name)
		s, err := examine(g)
		if err != nil {
			t.Fatal(err)
		}
		spec, _, err := s.spectrum(s.columns(), s.closed)
		if err != nil {
			t.Fatal(err)
		}
		sameOrder(t, name, spec.factors(), float64(g.Degree()))
	}
	sameOrder(t, "equal roots", []factor{{2, 0, 1}, {1, 0, 3}, {1, 1e-20, 2}, {-3, 0, 1}, {complex(0, 2), 0, 2}, {0, 0, 1}, {0, 1e-20, 1}, {0, 2e-20, 1}}, 4)
	var many []factor
	for i := range 400 {
		many = append(many, factor{complex(-float64(i*i), 0), 0, 1 + i%2})
	}
	sameOrder(t, "beyond float64", many, 3)
}

func sameOrder(t *testing.T, name string, fs []factor, d float64) {
	t.Helper()
	got, want := leja(fs, d), byLogarithms(fs, d)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// TestLejaLooksAtWhatIsOpen: a factor that has come is not looked at again: F(F+1)/2 in all.
func TestLejaLooksAtWhatIsOpen(t *testing.T) {
	fs := Spectrum(ring(1001)).factors()
	looked := 0
	for open := candidatesOf(fs, 2); len(open) > 0; {
		looked += len(open)
		_, open = open.next()
	}
	if want := len(fs) * (len(fs) + 1) / 2; looked != want {
		t.Errorf("%d factors were looked at %d times, want %d", len(fs), looked, want)
	}
}
