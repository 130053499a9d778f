package spectral

import (
	"fmt"
	"math"
	"math/big"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// multiplicities completes roots by their multiplicities in the characteristic
// polynomial: the numbers of closed walks are trace A^k = Σ mult·λ^k, with
// nilpotent parts contributing nothing, and Lagrange's polynomial of λ over the
// distinct roots picks out mult. Walks are counted on one vertex of those that are alike.
func (s *shape) multiplicities(roots []bigRoot, columns []*quotient) (Spectrum, error) {
	r := len(roots)
	trace := make([]*big.Int, r)
	for k := range trace {
		trace[k] = new(big.Int)
	}
	for _, q := range columns {
		q.walks(trace)
	}
	var spec Spectrum
	weight := weights(roots, trace)
	for i, root := range roots {
		m := weight[i]
		if math.Abs(m-math.Round(m)) > 1e-3 || m < 0.5 {
			return nil, fmt.Errorf("spectral: %s: eigenvalue %v has multiplicity %v, which is not a positive whole number; use another algorithm", cayley.ShortName(s.g), root.float(), m)
		}
		_, low := split(root.re)
		spec = append(spec, Eigenvalue{root.float(), int(math.Round(m)), root.times, low})
	}
	spec.sort()
	return spec, nil
}

// weights are those of the roots in s[k] = Σ weight·root^k, one s for every root:
// that of a root is Σ l[k]·s[k] for l Lagrange's polynomial, which is 1 on that root
// and 0 on the others, and a multiple of the quotient of Π(x - root) by its factor.
func weights(roots []bigRoot, s []*big.Int) []float64 {
	prec := roots[0].re.Prec()
	var room scratch
	all := []wide{wideOf(prec, 1)}
	for _, r := range roots { // times x - r
		all = append(all, wideOf(prec, 0))
		for k := len(all) - 1; k >= 0; k-- {
			low := wideOf(prec, 0)
			if k > 0 {
				low.add(all[k-1])
			}
			all[k].mul(r.wide, &room)
			low.sub(all[k])
			all[k] = low
		}
	}
	list := make([]float64, len(roots))
	power := new(big.Float).SetPrec(prec)
	for i, r := range roots {
		quotient, value, sum := wideOf(prec, 0), wideOf(prec, 0), wideOf(prec, 0)
		for k := len(roots) - 1; k >= 0; k-- {
			quotient.mul(r.wide, &room)
			quotient.add(all[k+1])
			value.mul(r.wide, &room)
			value.add(quotient)
			sum.addTimes(quotient, power.SetInt(s[k]), &room)
		}
		sum.quo(value, &room)
		list[i] = real(sum.float())
	}
	return list
}

// walks adds to trace[k] the closed walks of length k at the start and the vertices like it.
func (q *quotient) walks(trace []*big.Int) {
	vector := func() []*big.Int {
		v := make([]*big.Int, len(q.size))
		for i := range v {
			v[i] = new(big.Int)
		}
		return v
	}
	cur, next, t, alike := vector(), vector(), new(big.Int), big.NewInt(int64(q.alike))
	cur[q.start].SetInt64(1)
	for k := range trace {
		trace[k].Add(trace[k], t.Mul(alike, cur[q.start]))
		for c, row := range q.row {
			next[c].SetInt64(0)
			for _, a := range row {
				next[c].Add(next[c], t.Mul(t.SetInt64(int64(a.count)), cur[a.cell]))
			}
		}
		cur, next = next, cur
	}
}
