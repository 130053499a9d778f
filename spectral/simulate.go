package spectral

// Simulate runs the plan on one number a processor and returns what each
// processor holds at the end: P times the value after the last round. x is not
// changed. len(x) = P, else nil. Cost: P·d additions a round, three vectors.
func (p *Plan) Simulate(x []float64) []float64 {
	n := p.Graph.Order()
	if len(x) != n {
		return nil
	}
	cur := append([]float64(nil), x...)
	prev, next := make([]float64, n), make([]float64, n)
	for t := range p.Lambda {
		p.round(t, next, cur, prev)
		prev, cur, next = cur, next, prev
	}
	for v := range cur {
		cur[v] *= float64(n)
	}
	return cur
}

// round is the recurrence of Plan: sum left to right in the order of the
// arcs, then -λ·own, then +μ·older, then the scale, each rounded once.
func (p *Plan) round(t int, next, cur, prev []float64) {
	lambda, scale, d := p.Lambda[t], p.Scale[t], p.Graph.Degree()
	for v := range next {
		var sum float64
		for k := range d {
			sum += cur[p.Graph.Neighbor(v, k)]
		}
		sum -= float64(lambda * cur[v])
		if p.Mu != nil {
			sum += float64(p.Mu[t] * prev[v])
		}
		next[v] = sum * scale
	}
}
