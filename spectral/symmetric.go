package spectral

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// maxDense is the largest matrix an eigensolver is asked for.
const maxDense = 2048

// symmetric is the spectrum of an undirected graph by mat.EigenSym (see eigenSym), on the
// equitable partition q: with M its cells' sizes and Q its matrix,
// B = M^½·Q·M^-½ is symmetric. Where q's start is a vertex of a
// vertex-transitive graph, every eigenvalue λ of A is one of B, and λ's
// multiplicity is P times the square of the start's coordinate in B's
// eigenvectors; where q is the partition into single vertices, B = A.
//
// EigenSym is backward stable: its values are those of B+E with
// ‖E‖ ≤ c·n·ε·d, and by Weyl's theorem each is as near to a true one. Values
// nearer than 4·n·ε·d therefore may be one. A gap less than 64 times as wide
// is refused, so a wrong constant c would have to be wrong by 64; and distinct
// checks the number of clusters against the minimal polynomial. Each value is
// then improved by a Rayleigh quotient in doubled precision, whose error is the
// square of the eigenvector's, and, where the minimal polynomial can be found
// over the integers, made its root to the last bit (refine).
func (s *shape) symmetric(q *quotient) (Spectrum, error) {
	n, d := len(q.size), float64(s.d)
	b := mat.NewSymDense(n, nil)
	for i, row := range q.row {
		for _, a := range row {
			if j := int(a.cell); j >= i {
				b.SetSym(i, j, float64(a.count)*math.Sqrt(float64(q.size[i])/float64(q.size[j])))
			}
		}
	}
	values, vec, ok := eigenSym(b)
	if !ok {
		return nil, fmt.Errorf("spectral: the eigensolver found no spectrum of %s; use another algorithm", cayley.ShortName(s.g))
	}
	tol := 4 * float64(n) * 0x1p-52 * d
	clusters, err := cluster(values, tol)
	if err != nil {
		return nil, fmt.Errorf("spectral: %s: %w", cayley.ShortName(s.g), err)
	}
	var spec Spectrum
	for _, c := range clusters {
		near, low := q.rayleigh(values[c[0]], mat.Col(nil, c[0], vec))
		e := Eigenvalue{complex(near, 0), c[1] - c[0], 1, low}
		if n < s.n {
			var share float64
			for k := c[0]; k < c[1]; k++ {
				share += vec.At(q.start, k) * vec.At(q.start, k)
			}
			m := share * float64(s.n)
			if e.Multiplicity = int(math.Round(m)); math.Abs(m-math.Round(m)) > 0.1 {
				return nil, fmt.Errorf("spectral: %s: eigenvalue %v has multiplicity %v, which is not an integer: the eigenvectors are too inaccurate; use another algorithm", cayley.ShortName(s.g), real(e.Value), m)
			}
		}
		spec = append(spec, e)
	}
	slices.Reverse(spec)
	if err := s.refine(spec, q, tol); err != nil {
		return nil, err
	}
	if real(spec[0].Value) != d || spec[0].Multiplicity != 1 {
		return nil, fmt.Errorf("spectral: %s: greatest eigenvalue %v, %d times; a connected graph of degree %v has %v once", cayley.ShortName(s.g), real(spec[0].Value), spec[0].Multiplicity, d, d)
	}
	return spec, nil
}

// cluster cuts rising values where they are tol or more apart: index ranges.
func cluster(values []float64, tol float64) ([][2]int, error) {
	var list [][2]int
	from := 0
	for i := 1; i <= len(values); i++ {
		if i < len(values) {
			gap := values[i] - values[i-1]
			if gap <= tol {
				continue
			}
			if gap < 64*tol {
				return nil, fmt.Errorf("eigenvalues %v and %v are too near to be told apart (error of the solver up to %.1e); use another algorithm", values[i-1], values[i], tol)
			}
		}
		list = append(list, [2]int{from, i})
		from = i
	}
	return list, nil
}

// rayleigh improves the eigenvalue near of B with eigenvector v. In the basis
// w = M^-½v the quotient is wᵀMQw / wᵀMw, of integers, so the residual
// Qw - near·w can be computed as if in doubled precision. A value within an
// ulp or two of an integer is that integer; the proof then checks it exactly.
func (q *quotient) rayleigh(near float64, v []float64) (value, low float64) {
	w := make([]float64, len(v))
	for i, x := range v {
		w[i] = x / math.Sqrt(float64(q.size[i]))
	}
	var top, bottom float64
	for i, row := range q.row {
		var hi, lo float64
		for _, a := range row {
			sum, e := twoProduct(float64(a.count), w[a.cell])
			lo += e
			hi, e = twoSum(hi, sum)
			lo += e
		}
		prod, e := twoProduct(-near, w[i])
		lo += e
		hi, e = twoSum(hi, prod)
		m := float64(q.size[i]) * w[i]
		top += m * (hi + (lo + e))
		bottom += m * w[i]
	}
	value, low = twoSum(near, top/bottom)
	if r := math.Round(value); math.Abs(value-r) <= 0x1p-50*max(1, math.Abs(r)) {
		return r + 0, 0
	}
	return value, low
}

// twoSum is a+b and its rounding error (Knuth).
func twoSum(a, b float64) (sum, err float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

// twoProduct is a·b and its rounding error.
func twoProduct(a, b float64) (prod, err float64) {
	prod = float64(a * b) // not one operation with a sum that follows
	return prod, math.FMA(a, b, -prod)
}
