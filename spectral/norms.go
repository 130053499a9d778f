package spectral

import "math"

// norms of a vector of P numbers.
type norms struct{ one, two, inf float64 }

func (a norms) max(b norms) norms {
	return norms{max(a.one, b.one), max(a.two, b.two), max(a.inf, b.inf)}
}

// lost reports whether a vector has left the range of float64: any bound made of its norms has, too.
func (a norms) lost() bool { return !(a.inf <= math.MaxFloat64) }

// normsOf are those of a vector that has y[c] in size[c] places, in one if size is nil.
func normsOf(y []float64, size []int) (m norms) {
	places := 1.0
	for c, v := range y {
		if v == 0 { // as most of a unit vector's are for long
			continue
		}
		if size != nil {
			places = float64(size[c])
		}
		v = math.Abs(v)
		m.one += places * v
		m.two += places * v * v
		if v > m.inf {
			m.inf = v
		}
	}
	if math.IsNaN(m.one) { // then so is some v, which no comparison finds
		m.inf = m.one
	}
	m.two = math.Sqrt(m.two)
	return m
}

// column is where the rounds of a plan are followed from a unit vector on: of a vector of n
// numbers, number c stands in size[c] places, in one if size is nil. step is round t with
// these coefficients, to = scale·(A·from - λ·from - low·from + μ·older).
type column struct {
	n, start int
	size     []int
	step     func(t int, to, from, older []float64, lambda, low, scale, mu float64)
}

func (c column) vectors() (cur, next, prev []float64) {
	cur, next, prev = make([]float64, c.n), make([]float64, c.n), make([]float64, c.n)
	cur[c.start] = 1
	return cur, next, prev
}

// forward is the column after all rounds; it raises before[t] to its norms before round t. It stops
// where the column is lost.
func (p *Plan) forward(c column, before []norms) []float64 {
	cur, next, prev := c.vectors()
	for t := range p.Lambda {
		size := normsOf(cur, c.size)
		if before[t] = before[t].max(size); size.lost() {
			break
		}
		lambda, low, scale, mu := p.coefficients(t)
		c.step(t, next, cur, prev, lambda, low, scale, mu)
		prev, cur, next = cur, next, prev
	}
	return cur
}

// backward takes the rounds from the last on and raises after[t] to the norms of what
// follows round t-1. It stops where the column is lost.
func (p *Plan) backward(c column, after []norms) {
	cur, next, prev := c.vectors()
	for t := p.Steps() - 1; t >= 0; t-- {
		size := normsOf(cur, c.size)
		if after[t+1] = after[t+1].max(size); size.lost() {
			break
		}
		lambda, low, scale, mu := p.coefficients(t)
		c.step(t, next, cur, prev, lambda, low, scale, 0)
		if mu == 0 {
			cur, next = next, cur
			continue
		}
		// A pair: its second round alone follows its first, both follow the
		// round before. cur is kept for the older term.
		after[t] = after[t].max(normsOf(next, c.size))
		t--
		c.step(t, prev, next, cur, lambda, 0, p.Scale[t], mu*scale/p.Scale[t])
		cur, prev = prev, cur
	}
}

// off is how far the end of all rounds is from the mean, as a part of it: max |P·y - 1|.
func off(end []float64, p int) (worst float64) {
	for _, y := range end {
		worst = max(worst, math.Abs(y*float64(p)-1))
	}
	return worst
}

// column is that of the start, on the cells.
func (q *quotient) column() column {
	return column{len(q.size), q.start, q.size, func(_ int, to, from, older []float64, lambda, low, scale, mu float64) {
		for c, row := range q.row {
			sum := -lambda*from[c] - low*from[c] + mu*older[c]
			for _, a := range row {
				sum += float64(a.count) * from[a.cell]
			}
			to[c] = sum * scale
		}
	}}
}

// norming for a normal A: the 2-norm of a polynomial is its greatest value on
// the eigenvalues. No bound for complex ones.
func (s Spectrum) norming(before, after []norms, p *Plan) {
	if !s.Real() {
		before[0].two = math.Inf(1)
		return
	}
	for _, e := range s { // a graph of one vertex whose A is the number e
		one := &quotient{size: []int{1}, row: [][]arc{nil}}
		shifted := *p
		shifted.Lambda = nil
		for _, l := range p.Lambda {
			shifted.Lambda = append(shifted.Lambda, l-real(e.Value))
		}
		shifted.forward(one.column(), before)
		shifted.backward(one.column(), after)
	}
}
