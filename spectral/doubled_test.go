package spectral

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestDoubled: the sum of a number and a product, with what both have rounded away, is exact to
// twice the digits of one number, also where a processor makes a product and a sum in one operation.
func TestDoubled(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		s, a, b := rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64()
		prod, lost := twoProduct(a, b)
		sum, e := twoSum(s, prod)
		number := func(x float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(x) }
		want := number(0).Add(number(s), number(0).Mul(number(a), number(b)))
		got := number(0).Add(number(sum), number(0).Add(number(e), number(lost)))
		if got.Cmp(want) != 0 {
			t.Fatalf("%g + %g·%g is %.40g, want %.40g", s, a, b, got, want)
		}
	}
}
