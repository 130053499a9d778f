package spectral

import (
	"math"
	"math/cmplx"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// maxCharacters bounds the time and memory of the closed form by characters.
const maxCharacters = 1 << 22

// relation writes generator g to its relative order as a product of the
// generators before it: g^order = ∏ earlier[j]^exp[j].
type relation struct {
	order int
	exp   []int
}

// relations presents an abelian group by its generators, one after another.
// O(P) time and memory.
func relations(c cayley.Cayley) []relation {
	n, d := c.Order(), c.Degree()
	index := make([]int32, n) // an element of the subgroup so far in mixed radix
	for i := 1; i < n; i++ {
		index[i] = -1
	}
	sub := append(make([]int32, 0, n), 0)
	rel := make([]relation, d)
	for k := range d {
		g, x, order := c.Gen(k), c.Gen(k), 1
		for index[x] < 0 {
			x = c.Mul(x, g)
			order++
		}
		rel[k] = relation{order, make([]int, k)}
		code := int(index[x])
		for j := range k {
			rel[k].exp[j] = code % rel[j].order
			code /= rel[j].order
		}
		old, power := len(sub), g
		for i := 1; i < order; i++ {
			for h := range old {
				y := c.Mul(int(sub[h]), power)
				index[y] = int32(len(sub))
				sub = append(sub, int32(y))
			}
			power = c.Mul(power, g)
		}
	}
	return rel
}

// byCharacters is characters, once.
func (s *shape) byCharacters() (Spectrum, error) {
	if s.values == nil && s.refused == nil {
		s.values, s.refused = s.characters()
	}
	return s.values, s.refused
}

// characters is the spectrum of a Cayley graph of an abelian group: for each of
// the P characters χ the value Σ_k χ(Gen(k)). Values are sums of P-th roots of
// unity; two count as equal where they are equal modulo a prime ≡ 1 mod P of
// 61 bits, with ω for the root: unequal residues prove them unequal, and equal
// residues of unequal values have a chance of about P²/2^61. Cost: O(P·d²), and
// a few µs for each angle of a distinct eigenvalue, unless these are too many.
func (s *shape) characters() (Spectrum, error) {
	c, rel, n := s.g.(cayley.Cayley), relations(s.g.(cayley.Cayley)), s.n
	p := primes(uint64(n), 0)[0]
	omega := make([]uint64, n)
	root := p.rootOfUnity(uint64(n))
	omega[0] = 1
	for i := 1; i < n; i++ {
		omega[i] = p.mul(omega[i-1], root)
	}
	var spec Spectrum
	var first []int             // character of each value
	var residues [][2]uint64    // of the value and its conjugate
	seen := map[[2]uint64]int{} // where in the three lists
	angle := make([]int, c.Degree())
	angles := func(chi int) { // makes angle[k] that of χ(Gen(k)), in turns/P
		code := chi
		for k, r := range rel {
			branch := int64(code%r.order) * int64(n)
			code /= r.order
			turn := int64(0)
			for j, e := range r.exp {
				if e != 0 {
					turn = (turn + int64(e)*int64(angle[j])) % int64(n)
				}
			}
			angle[k] = int((turn + branch) / int64(r.order))
		}
	}
	for chi := range n {
		angles(chi)
		var at, conj uint64
		for _, a := range angle {
			at = p.add(at, omega[a])
			conj = p.add(conj, omega[(n-a)%n])
		}
		key := [2]uint64{at, conj}
		i, ok := seen[key]
		if !ok {
			if i = len(spec); i == maxFactors {
				return nil, s.tooMany(i + 1)
			}
			seen[key], first, residues = i, append(first, chi), append(residues, key)
			spec = append(spec, Eigenvalue{Index: 1})
		}
		spec[i].Multiplicity++
	}
	for i, key := range residues {
		e, at, conj := &spec[i], key[0], key[1]
		if mirror, ok := seen[[2]uint64{conj, at}]; ok && mirror < i {
			e.Value, e.Low = cmplx.Conj(spec[mirror].Value), spec[mirror].Low
			continue
		}
		angles(first[i])
		e.Value, e.Low = characterSum(angle, n)
		if at == conj {
			e.Value = complex(real(e.Value), 0)
		}
		if r := math.Round(real(e.Value)); imag(e.Value) == 0 && math.Abs(real(e.Value)-r) < 1e-9 && p.of(int64(r)) == at {
			e.Value, e.Low = complex(r+0, 0), 0
		}
	}
	spec.sort()
	return spec, nil
}

// characterSum is Σ_k exp(2πi·angle[k]/n) and what its real part lacks.
func characterSum(angle []int, n int) (complex128, float64) {
	re, im := high(0), high(0)
	for _, a := range angle {
		re.Add(re, cosTurn(int64(a), int64(n)))
		im.Add(im, sinTurn(int64(a), int64(n)))
	}
	near, low := split(re)
	imag, _ := im.Float64()
	return complex(near, imag+0), low
}

// rootOfUnity is an element of order m modulo p ≡ 1 mod m.
func (p field) rootOfUnity(m uint64) uint64 {
	var divisors []uint64
	for q, rest := uint64(2), m; rest > 1; q++ {
		if q*q > rest {
			q = rest
		}
		if rest%q == 0 {
			divisors = append(divisors, q)
			for rest%q == 0 {
				rest /= q
			}
		}
	}
next:
	for g := uint64(2); ; g++ {
		w := p.pow(g, (uint64(p)-1)/m)
		for _, q := range divisors {
			if p.pow(w, m/q) == 1 {
				continue next
			}
		}
		return w
	}
}
