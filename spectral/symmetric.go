package spectral

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// maxDense is the largest matrix an eigensolver is asked for (about 8 s).
const maxDense = 2048

// symmetric is the spectrum of an undirected graph by mat.EigenSym.
//
// EigenSym is backward stable: its values are those of A+E with
// ‖E‖ ≤ c·n·ε·‖A‖, ‖A‖ = d, and by Weyl's theorem each is as near to a true
// one. Values closer than the tolerance 8·n·ε·d therefore count as one, and a
// gap between clusters that is less than 64 times as wide is refused.
func (s *shape) symmetric() (Spectrum, error) {
	a := mat.NewSymDense(s.n, nil)
	for v := range s.n {
		for k := range s.d {
			if w := s.g.Neighbor(v, k); w >= v {
				a.SetSym(v, w, a.At(v, w)+1)
			}
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(a, false) {
		return nil, fmt.Errorf("spectral: the eigensolver did not converge on %s", s.g.Name())
	}
	return cluster(s.g.Name(), eig.Values(nil), 8*float64(s.n)*0x1p-52*float64(s.d), float64(s.d))
}

// cluster joins rising values nearer than tol into one, at their mean, and
// snaps the greatest to d. It refuses a spectrum that tol does not separate.
func cluster(name string, values []float64, tol, d float64) (Spectrum, error) {
	var spec Spectrum
	for hi := len(values); hi > 0; {
		lo := hi - 1
		sum := values[lo]
		for lo > 0 && values[lo]-values[lo-1] <= tol {
			lo--
			sum += values[lo]
		}
		if lo > 0 && values[lo]-values[lo-1] < 64*tol {
			return nil, fmt.Errorf("spectral: %s: eigenvalues %v and %v are too near to be told apart (error of the solver ≤ %.1e); use another algorithm", name, values[lo-1], values[lo], tol)
		}
		mean := sum / float64(hi-lo)
		if r := math.Round(mean); math.Abs(mean-r) <= tol {
			mean = r + 0 // an integer; the proof checks it
		}
		spec = append(spec, Eigenvalue{complex(mean, 0), hi - lo, 1})
		hi = lo
	}
	if real(spec[0].Value) != d || spec[0].Multiplicity != 1 {
		return nil, fmt.Errorf("spectral: %s: greatest eigenvalue %v, %d times; a connected graph of degree %v has %v once", name, real(spec[0].Value), spec[0].Multiplicity, d, d)
	}
	return spec, nil
}
