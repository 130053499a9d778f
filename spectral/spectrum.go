package spectral

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Eigenvalue is a root of the minimal polynomial of A.
type Eigenvalue struct {
	Value        complex128
	Multiplicity int // as a root of the characteristic polynomial
	Index        int // as a root of the minimal polynomial; 1 where A is diagonalizable
	// Low is the true real part less real(Value): the bits a float64 lacks.
	Low float64
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

// maxFactors bounds the order, which costs the square of their number.
const maxFactors = 1 << 14

// countable is the error of a graph whose diameter or characters show that it has more eigenvalues.
func (s *shape) countable() error {
	if s.diameter+1 > maxFactors { // every polynomial that reaches all vertices has that degree
		return s.tooMany(s.diameter + 1)
	}
	if s.closed == nil && s.abelian && maxFactors < s.n && s.n <= maxCharacters { // fewer vertices have no more
		_, err := s.byCharacters()
		return err
	}
	return nil
}

// spectrum takes the cheapest source that is exact for the graph, and checks
// the number of distinct eigenvalues apart from it.
func (s *shape) spectrum(columns []*quotient, closed Spectrum) (Spectrum, string, error) {
	spec, source, err := s.source(columns, closed)
	if err != nil {
		return nil, "", err
	}
	total, roots := 0, 0
	for _, e := range spec {
		total += e.Multiplicity
		roots += e.Index
	}
	if total != s.n {
		return nil, "", fmt.Errorf("spectral: %s: multiplicities add up to %d, not to the %d vertices", cayley.ShortName(s.g), total, s.n)
	}
	if degree := s.distinct(columns); degree > 0 && degree != roots {
		return nil, "", mistaken{fmt.Errorf("spectral: %s: %d eigenvalues told apart by the %s, but the minimal polynomial has degree %d; use another algorithm", cayley.ShortName(s.g), roots, source, degree)}
	}
	return spec, source, nil
}

func (s *shape) tooMany(distinct int) error {
	return fmt.Errorf("spectral: %s has at least %d distinct eigenvalues, and the sum takes a step for each but one; plans go to %d: use another algorithm", cayley.ShortName(s.g), distinct, maxFactors)
}

func (s *shape) source(columns []*quotient, closed Spectrum) (Spectrum, string, error) {
	if closed != nil {
		return closed, "closed form", nil
	}
	if s.abelian && s.n <= maxCharacters {
		spec, err := s.byCharacters()
		return spec, "characters", err
	}
	if s.directed {
		spec, err := s.rational(columns)
		return spec, "minimal polynomial", err
	}
	if s.transitive && len(columns[0].size) <= maxDense {
		spec, err := s.symmetric(columns[0])
		return spec, "eigensolver", err
	}
	if s.n <= maxDense {
		spec, err := s.symmetric(s.whole(0))
		return spec, "eigensolver", err
	}
	return nil, "", s.noSolver()
}

// sourceless is the error of a graph without known symmetry that is too large for each
// source. A closed form is none: its name may be anybody's, and the columns that would prove it
// are too many.
func (s *shape) sourceless() error {
	switch {
	case s.directed && (s.n > maxDense || s.n > maxRational && s.distinct(nil) > maxRational):
		return s.noPolynomial()
	case !s.directed && s.n > maxDense:
		return s.noSolver()
	}
	return nil
}

func (s *shape) noSolver() error {
	return fmt.Errorf("spectral: %s is %w: it has no closed form that can be proved, and no equitable partition of at most %d cells for an eigensolver; use another algorithm", cayley.ShortName(s.g), cayley.ErrSize, maxDense)
}

func (s *shape) noPolynomial() error {
	return fmt.Errorf("spectral: %s is directed, its group isn't known to be abelian, and it is %w: it has no equitable partition of at most %d cells, or more than %d eigenvalues; use another algorithm", cayley.ShortName(s.g), cayley.ErrSize, maxDense, maxRational)
}

// maxKrylov bounds the cells of distinct: its cost is their square.
const maxKrylov = 4096

// distinct is the degree of the minimal polynomial of A modulo a prime, found
// without any eigenvalue: never more than the true degree, and equal to it but
// with a chance of about cells²/2^61. 0 where the graph is too large to ask.
func (s *shape) distinct(columns []*quotient) int {
	switch {
	case s.minimal != nil:
	case s.transitive && len(columns[0].size) <= maxKrylov:
		s.modulo(columns[0])
	case !s.transitive && s.n <= maxKrylov:
		s.modulo(s.whole(0))
	}
	return max(0, len(s.minimal)-1)
}

// modulo is the minimal polynomial of A modulo the first prime, as distinct says, found once: by
// the one column of a vertex-transitive graph, or the partition into single vertices of another.
func (s *shape) modulo(q *quotient) []uint64 {
	if s.minimal == nil {
		s.minimal = q.minimal(primes(2, 0)[0], !s.transitive)
	}
	return s.minimal
}

// atLeast is a number of rounds that New's plan takes at least, if there is one: as many as it
// takes where distinct or characters tell, else the diameter. No eigenvalues are ordered for it,
// and none are sought by a solver.
func (s *shape) atLeast(columns []*quotient) int {
	degree := s.distinct(columns)
	if degree == 0 && s.closed == nil && s.abelian && s.n <= maxCharacters {
		if spec, err := s.byCharacters(); err == nil {
			degree = len(spec)
		}
	}
	return max(s.diameter, degree-1)
}
