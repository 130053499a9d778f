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
	low   float64 // of Eigenvalue
	times int
}

// factors are the roots other than d with imaginary part ≥ 0.
func (s Spectrum) factors() []factor {
	var f []factor
	for _, e := range s[1:] {
		if imag(e.Value) >= 0 {
			f = append(f, factor{e.Value, e.Low, e.Index})
		}
	}
	return f
}

// alike is how far apart two logarithms may be that count as one: far more than they round, which
// they do otherwise on other architectures, and far less than different products are apart.
const alike = 1e-9

// leja orders the factors: first the root farthest from d, then always the
// one where √(d-λ) times the product of the factors so far is largest. Rounds
// done so far are then small wherever a round is still to come, so that
// rounding errors made on the way are not blown up.
//
// The weight √(d-λ) is ours. Without it roots next to d come early, and their
// scale 1/(d-λ) enlarges the parts that later rounds have yet to remove; with
// the whole d-λ they come late, and enlarge the errors made before. The root
// divides the growth evenly: on ring:512 it is 47, without it 6,600, with the whole
// 11,000. Repeated roots come round by round; of those that are alike, as 2·6 and 3·4, the
// first, however the logarithms round. O(F²).
//
// One number on one processor is the worst vector, and no order helps it where
// the degree is large, because the d additions of a round round alike on all
// processors of one distance: on johnson:16,4 its sum errs by 4.7 times 2e-15 a step.
// Random vectors, 16 decades and cancelling ones err by at most 0.8 times 2e-15 a step in
// any family.
func leja(fs []factor, d float64) []factor {
	score := make([]float64, len(fs))
	used := make([]int, len(fs))
	total := 0
	for i, f := range fs {
		total += f.times
		score[i] = math.Log(cmplx.Abs(f.root-complex(d, 0))) / 2
	}
	order := make([]factor, 0, total)
	for len(order) < total {
		best := -1
		for i := range fs {
			if used[i] == fs[i].times || best >= 0 && (used[i] > used[best] || used[i] == used[best] && score[i] <= score[best]+alike) {
				continue
			}
			best = i
		}
		r := fs[best].root
		used[best]++
		for i := range fs {
			if i == best {
				continue
			}
			score[i] += math.Log(cmplx.Abs(fs[i].root - r))
			if imag(r) != 0 {
				score[i] += math.Log(cmplx.Abs(fs[i].root - cmplx.Conj(r)))
			}
		}
		order = append(order, fs[best])
	}
	return order
}

// natural is the factors by falling or rising real part, for comparison.
func natural(fs []factor, rising bool) []factor {
	var order []factor
	for _, f := range fs {
		for range f.times {
			order = append(order, f)
		}
	}
	if rising {
		slices.Reverse(order)
	}
	return order
}
