package spectral

import (
	"math"
	"slices"
)

// rounds turns an order of the factors into coefficients: Graph and the rest
// of the plan are left empty.
func rounds(order []factor, d float64) *Plan {
	p := &Plan{}
	for _, f := range order {
		a, b := real(f.root), imag(f.root)
		gap := d - a
		if b == 0 {
			p.add(a, f.low, 1/(gap-f.low), 0)
			continue
		}
		p.add(a, 0, 1/gap, 0)
		p.add(a, 0, gap/(float64(gap*gap)+float64(b*b)), b*b/gap) // on no processor in one operation
	}
	p.trim()
	return p
}

// add appends a round's coefficients; trim follows the last.
func (p *Plan) add(lambda, low, scale, mu float64) {
	p.Lambda, p.Low = append(p.Lambda, lambda), append(p.Low, low)
	p.Scale, p.Mu = append(p.Scale, scale), append(p.Mu, mu)
}

// trim makes Low and Mu nil where no round has any.
func (p *Plan) trim() {
	some := func(x float64) bool { return x != 0 }
	if !slices.ContainsFunc(p.Mu, some) {
		p.Mu = nil
	}
	if !slices.ContainsFunc(p.Low, some) {
		p.Low = nil
	}
}

// Arcs are the arcs that round t adds up, in their order.
func (p *Plan) Arcs(t int) []int {
	if p.Parts == nil {
		return sequence(0, p.shape.d)
	}
	return slices.Clone(p.Parts[t])
}

// degree is how many they are, and arc the i-th.
func (p *Plan) degree(t int) int {
	if p.Parts == nil {
		return p.shape.d
	}
	return len(p.Parts[t])
}

func (p *Plan) arc(t, i int) int {
	if p.Parts == nil {
		return i
	}
	return p.Parts[t][i]
}

// coefficients of round t; 0 stands for a nil Low or Mu.
func (p *Plan) coefficients(t int) (lambda, low, scale, mu float64) {
	if p.Low != nil {
		low = p.Low[t]
	}
	if p.Mu != nil {
		mu = p.Mu[t]
	}
	return p.Lambda[t], low, p.Scale[t], mu
}

// Order is the roots in the order of the factors. A conjugate pair, which takes two rounds, is
// listed as its root with positive imaginary part.
func (p *Plan) Order() []complex128 {
	var order []complex128
	for t := 0; t < len(p.Lambda); t++ {
		root := complex(p.Lambda[t], 0)
		if t+1 < len(p.Lambda) && p.Mu != nil && p.Mu[t+1] != 0 {
			t++
			root += complex(0, math.Sqrt(p.Mu[t]*(float64(p.degree(t))-p.Lambda[t])))
		}
		order = append(order, root)
	}
	return order
}

// Steps is the number of rounds.
func (p *Plan) Steps() int { return len(p.Lambda) }
