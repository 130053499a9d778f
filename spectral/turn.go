package spectral

import "math/big"

// highPrec is ample for a float64 and the float64 that it lacks.
const highPrec = 192

var pi, _, _ = big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798", 10, highPrec, big.ToNearestEven)

func high(x int64) *big.Float { return new(big.Float).SetPrec(highPrec).SetInt64(x) }

// cosTurn is cos(2πj/n), exact where it is 0, ±1/2 or ±1.
func cosTurn(j, n int64) *big.Float {
	j %= n
	if j < 0 {
		j += n
	}
	if 2*j > n {
		j = n - j // cos(-t) = cos t
	}
	if 4*j > n { // cos(π-t) = -cos t, and π-t is n-2j turns of 2n
		c := cosTurn(n-2*j, 2*n)
		return c.Neg(c)
	}
	switch {
	case 6*j == n:
		return new(big.Float).SetPrec(highPrec).SetFloat64(0.5)
	case 4*j == n:
		return high(0)
	}
	t := high(2 * j)
	t.Quo(t.Mul(t, pi), high(n))
	t.Mul(t, t)
	sum, term := high(1), high(1)
	for k := int64(2); term.Sign() != 0 && term.MantExp(nil) > -highPrec; k += 2 {
		term.Quo(term.Mul(term, t), high(-k*(k-1)))
		sum.Add(sum, term)
	}
	return sum
}

// sinTurn is sin(2πj/n) = cos(2π(n-4j)/(4n)).
func sinTurn(j, n int64) *big.Float { return cosTurn(n-4*j, 4*n) }

// split is x as the nearest float64 and what that lacks, rounded.
func split(x *big.Float) (near, low float64) {
	near, _ = x.Float64()
	low, _ = new(big.Float).Sub(x, new(big.Float).SetFloat64(near)).Float64()
	return near + 0, low
}
