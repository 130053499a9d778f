package spectral

import (
	"math"
	"math/big"

	"github.com/cayleycoll/cayleycoll/exact"
)

// Sum returns Σx and Σ|x|, both exact, for finite x.
func Sum(x []float64) (sum, size *big.Float) {
	var s, a exact.Sum
	s.AddSlice(x)
	for _, v := range x {
		a.Add(math.Abs(v))
	}
	return s.Float(), a.Float()
}

// RelativeError is max |got - Σx| / Σ|x| against exact summation: the measure of an error where
// signs cancel. It is 0 if x and got are all zeros, and if got is empty; +Inf or NaN if got is
// not finite, NaN if x is not.
func RelativeError(got, x []float64) float64 {
	for _, v := range x {
		if math.IsNaN(v - v) {
			return math.NaN()
		}
	}
	if len(got) == 0 {
		return 0
	}
	sum, size := Sum(x)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, g := range got {
		if math.IsNaN(g) || math.IsInf(g, 0) {
			return math.Abs(g)
		}
		lo, hi = min(lo, g), max(hi, g)
	}
	worst := new(big.Float)
	for _, g := range []float64{lo, hi} {
		d := new(big.Float).SetPrec(2300).SetFloat64(g)
		if d.Sub(d, sum).Abs(d); d.Cmp(worst) > 0 {
			worst = d
		}
	}
	if worst.Sign() == 0 {
		return 0
	}
	r, _ := new(big.Float).SetPrec(64).Quo(worst, size).Float64()
	return r
}
