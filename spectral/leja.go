package spectral

import (
	"math"
	"math/cmplx"
	"slices"
)

// factor is one root of the polynomial: real, or a pair a±bi (b > 0), which
// takes two rounds of real arithmetic. It stands times over where A is not
// diagonalizable.
type factor struct {
	root  complex128
	times int
}

// factors are the roots other than d with imaginary part ≥ 0.
func (s Spectrum) factors() []factor {
	var f []factor
	for _, e := range s[1:] {
		if imag(e.Value) >= 0 {
			f = append(f, factor{e.Value, e.Index})
		}
	}
	return f
}

// leja orders the factors: first the root farthest from d, then always the
// one where the product of the factors so far is largest. Steps done so far
// are then small wherever a step is still to come, so that rounding errors
// made on the way are not blown up (algorithms.md 7). Repeated roots come
// round by round. O(F²).
func leja(fs []factor, d float64) []complex128 {
	score := make([]float64, len(fs))
	left := make([]int, len(fs))
	total := 0
	for i, f := range fs {
		left[i] = f.times
		total += f.times
		score[i] = math.Log(cmplx.Abs(f.root - complex(d, 0)))
	}
	order := make([]complex128, 0, total)
	for len(order) < total {
		best := -1
		for i := range fs {
			if left[i] == 0 || best >= 0 && (left[i] < left[best] || left[i] == left[best] && score[i] <= score[best]) {
				continue
			}
			best = i
		}
		r := fs[best].root
		left[best]--
		for i := range fs {
			if len(order) == 0 {
				score[i] = 0 // the distance from d was for the first choice only
			}
			if i == best {
				continue
			}
			score[i] += math.Log(cmplx.Abs(fs[i].root - r))
			if imag(r) != 0 {
				score[i] += math.Log(cmplx.Abs(fs[i].root - cmplx.Conj(r)))
			}
		}
		order = append(order, r)
	}
	return order
}

// natural is the factors by falling or rising real part, for comparison.
func natural(fs []factor, rising bool) []complex128 {
	var order []complex128
	for _, f := range fs {
		for range f.times {
			order = append(order, f.root)
		}
	}
	if rising {
		slices.Reverse(order)
	}
	return order
}
