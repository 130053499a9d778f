package spectral

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// closedForm is the spectrum of a family whose eigenvalues are known, or nil.
// It is believed only where order and degree agree and the proof then holds. A name may be
// anybody's: numbers too large for the order make no work.
// Sources: Brouwer, Cohen, Neumaier, Distance-Regular Graphs, 9.1-9.2;
// Godsil, Royle, Algebraic Graph Theory, 9.4 (Kneser).
func closedForm(name string, n, d int) Spectrum {
	family, rest, _ := strings.Cut(name, ":")
	var arg []int
	if rest != "" {
		for f := range strings.SplitSeq(rest, ",") {
			a, err := strconv.Atoi(f)
			if err != nil || a < 1 || a > n {
				return nil
			}
			arg = append(arg, a)
		}
	}
	most := bits.Len(uint(n)) // eigenvalues: with 1+k of them these families have 2^k vertices or more
	var spec Spectrum
	switch {
	case family == "petersen":
		spec = kneser(5, 2)
	case family == "hypercube" && len(arg) == 1 && arg[0] < most:
		spec = hamming(arg[0], 2)
	case family == "hamming" && len(arg) == 2 && arg[0] < most:
		spec = hamming(arg[0], arg[1])
	case family == "complete" && len(arg) == 1:
		spec = hamming(1, arg[0])
	case family == "bipartite" && len(arg) == 1:
		spec = Spectrum{eigen(arg[0], 1), eigen(0, 2*arg[0]-2), eigen(-arg[0], 1)}
	case family == "ring" && len(arg) == 1 && arg[0] == n && n <= 2*maxFactors:
		spec = ring(arg[0])
	case family == "johnson" && len(arg) == 2 && arg[1] <= arg[0] && min(arg[1], arg[0]-arg[1]) < most:
		spec = johnson(arg[0], arg[1])
	case family == "kneser" && len(arg) == 2 && 2*arg[1] <= arg[0] && arg[1] < most:
		spec = kneser(arg[0], arg[1])
	case family == "odd" && len(arg) == 1 && arg[0] <= most:
		spec = kneser(2*arg[0]-1, arg[0]-1)
	}
	spec = merge(spec)
	total := 0
	for _, e := range spec {
		total += e.Multiplicity
	}
	if total != n || n == 0 || real(spec[0].Value) != float64(d) {
		return nil
	}
	return spec
}

func eigen(value, multiplicity int) Eigenvalue {
	return Eigenvalue{complex(float64(value), 0), multiplicity, 1, 0}
}

// merge sorts, adds the multiplicities of equal values and drops those of 0.
func merge(all Spectrum) Spectrum {
	all.sort()
	var spec Spectrum
	for _, e := range all {
		switch {
		case e.Multiplicity == 0:
		case len(spec) > 0 && spec[len(spec)-1].Value == e.Value:
			spec[len(spec)-1].Multiplicity += e.Multiplicity
		default:
			spec = append(spec, e)
		}
	}
	return spec
}

// hamming is H(D,Q): D(Q-1)-Qi, C(D,i)(Q-1)^i times.
func hamming(d, q int) (spec Spectrum) {
	power := big.NewInt(1)
	for i := range d + 1 {
		m := new(big.Int).Mul(binomial(d, i), power)
		spec = append(spec, eigen(d*(q-1)-q*i, toInt(m)))
		power.Mul(power, big.NewInt(int64(q-1)))
	}
	return spec
}

// johnson is J(N,K): (K-i)(N-K-i)-i, C(N,i)-C(N,i-1) times.
func johnson(n, k int) (spec Spectrum) {
	for i := range min(k, n-k) + 1 {
		spec = append(spec, eigen((k-i)*(n-k-i)-i, subsets(n, i)))
	}
	return spec
}

// kneser is K(N,K): (-1)^i C(N-K-i, K-i), C(N,i)-C(N,i-1) times.
func kneser(n, k int) (spec Spectrum) {
	for i := range k + 1 {
		v := toInt(binomial(n-k-i, k-i))
		if i%2 == 1 {
			v = -v
		}
		spec = append(spec, eigen(v, subsets(n, i)))
	}
	return spec
}

// subsets is C(N,i)-C(N,i-1), the dimension of the i-th eigenspace.
func subsets(n, i int) int {
	m := binomial(n, i)
	if i > 0 {
		m.Sub(m, binomial(n, i-1))
	}
	return toInt(m)
}

// ring is the cycle: 2cos(2πj/N), twice but for j = 0 and N/2.
func ring(n int) (spec Spectrum) {
	for j := range n/2 + 1 {
		m := 2
		if j == 0 || 2*j == n {
			m = 1
		}
		cos := cosTurn(int64(j), int64(n))
		near, low := split(cos.Add(cos, cos))
		spec = append(spec, Eigenvalue{complex(near, 0), m, 1, low})
	}
	return spec
}

func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

// toInt is x, or -1 where an int is too small: no graph has such an order.
func toInt(x *big.Int) int {
	if x.IsInt64() && int64(int(x.Int64())) == x.Int64() {
		return int(x.Int64())
	}
	return -1
}
