package spectral

import "strings"

// alongPermutations is the chain S_2 < S_3 < … < S_n of the families whose vertices
// arrange n symbols: with all arrangements of the first m-1 places equal, symbol m, still
// in its own place, is spread over m places. It reports whether the graph is of such a
// family by its name, order and degree; the proof decides.
//
// A star's arc m-2 or a pancake's takes the symbol to place 0 and from there its arcs
// 0 … m-2 to every other, so one round moves it and the next averages. A bubble's arcs lead down a
// path: of the r places still to be served the round keeps one share and hands on r-1.
func (p *Plan) alongPermutations() bool {
	family, _, _ := strings.Cut(p.Graph.Name(), ":")
	n, order := 1, 1
	for order < p.shape.n {
		n++
		order *= n
	}
	if order != p.shape.n || n < 2 {
		return false
	}
	degree := n - 1
	if family == "transposition" {
		degree = n * (n - 1) / 2
	}
	if p.shape.d != degree {
		return false
	}
	arcs := sequence(0, degree)
	for m := 2; m <= n; m++ {
		switch family {
		case "star", "pancake":
			if m > 2 {
				p.average(0, m-2)
			}
			p.average(1, arcs[:m-1]...)
		case "bubble":
			for r := m; r > 1; r-- {
				p.average(1/float64(r-1), r-2)
			}
		case "transposition":
			var part []int
			for i := range m - 1 { // the arc of places i and m-1
				part = append(part, i*n-i*(i+1)/2+m-2-i)
			}
			p.average(1, part...)
		default:
			return false
		}
	}
	p.Source = "stabilizers of symbols"
	return true
}
