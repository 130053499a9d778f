package spectral

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Eigenvalue is a root of the minimal polynomial of A.
type Eigenvalue struct {
	Value        complex128
	Multiplicity int // as a root of the characteristic polynomial
	Index        int // as a root of the minimal polynomial; 1 where A is diagonalizable
}

// Spectrum is the distinct eigenvalues, d first, then by falling real part;
// of a conjugate pair the one with positive imaginary part first.
type Spectrum []Eigenvalue

// Real reports whether every eigenvalue is real.
func (s Spectrum) Real() bool {
	return !slices.ContainsFunc(s, func(e Eigenvalue) bool { return imag(e.Value) != 0 })
}

// Integral reports whether every eigenvalue is an integer.
func (s Spectrum) Integral() bool {
	return !slices.ContainsFunc(s, func(e Eigenvalue) bool {
		return imag(e.Value) != 0 || real(e.Value) != math.Trunc(real(e.Value))
	})
}

func (s Spectrum) sort() {
	slices.SortFunc(s, func(a, b Eigenvalue) int {
		return cmp.Or(
			cmp.Compare(real(b.Value), real(a.Value)),
			cmp.Compare(math.Abs(imag(a.Value)), math.Abs(imag(b.Value))),
			cmp.Compare(imag(b.Value), imag(a.Value)),
		)
	})
}

// spectrum takes the cheapest source that is exact for the graph.
func (s *shape) spectrum() (Spectrum, string, error) {
	if spec := closedForm(s.g.Name(), s.n, s.d); spec != nil {
		return spec, "closed form", nil
	}
	if !s.directed && s.n <= maxDense {
		spec, err := s.symmetric()
		return spec, "eigensolver", err
	}
	return nil, "", fmt.Errorf("spectral: %s has no closed form and %d vertices, more than the %d an eigensolver is asked for; use another algorithm", s.g.Name(), s.n, maxDense)
}
