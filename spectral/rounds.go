package spectral

import "math"

// rounds turns an order of the factors into coefficients: Graph and the rest
// of the plan are left empty.
func rounds(order []factor, d float64) *Plan {
	p := &Plan{}
	pairs, lows := false, false
	add := func(lambda, scale, mu, low float64) {
		p.Lambda, p.Scale = append(p.Lambda, lambda), append(p.Scale, scale)
		p.Mu, p.Low = append(p.Mu, mu), append(p.Low, low)
	}
	for _, f := range order {
		a, b := real(f.root), imag(f.root)
		gap := d - a
		if b == 0 {
			add(a, 1/(gap-f.low), 0, f.low)
			lows = lows || f.low != 0
			continue
		}
		pairs = true
		add(a, 1/gap, 0, 0)
		add(a, gap/(gap*gap+b*b), b*b/gap, 0)
	}
	if !pairs {
		p.Mu = nil
	}
	if !lows {
		p.Low = nil
	}
	return p
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

// Order is the roots in the order of the factors; of a conjugate pair, which
// takes two rounds, the one with positive imaginary part.
func (p *Plan) Order() []complex128 {
	var order []complex128
	for t := 0; t < len(p.Lambda); t++ {
		root := complex(p.Lambda[t], 0)
		if t+1 < len(p.Lambda) && p.Mu != nil && p.Mu[t+1] != 0 {
			t++
			root += complex(0, math.Sqrt(p.Mu[t]*(float64(p.shape.d)-p.Lambda[t])))
		}
		order = append(order, root)
	}
	return order
}

// Steps is the number of rounds.
func (p *Plan) Steps() int { return len(p.Lambda) }
