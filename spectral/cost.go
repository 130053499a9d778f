package spectral

import (
	"fmt"
	"math/bits"
)

// Cost is what a sum of vectors of n words on all P processors takes by one
// algorithm on a graph of degree d.
type Cost struct {
	Algorithm string  // the name in coll
	Steps     int     // rounds of communication
	Words     float64 // sent per processor and word of the vector, on average
	Formula   string  // of n·Words, in P, d and n
	Shared    bool    // nothing is sent: the words are read or written in the vectors of others
}

// Costs compares the spectral sum with the other ways (Corollary 5.2, Example 5.3). If its
// rounds equal D, they are the fewest that a graph of this diameter allows. Every round sends
// the whole vector over every arc, or every arc of its part if the plan has parts: it is for
// vectors short enough that only rounds count. Dimension exchange needs hypercube:D and is left
// out elsewhere. cayley counts the bound 2⌈(P-1)/d⌉, which its schedules reach on nearly every
// graph.
func Costs(p *Plan) []Cost {
	P, d, r := p.Graph.Order(), p.shape.d, p.Steps()
	words := 0
	for t := range p.Lambda {
		words += p.degree(t)
	}
	log := bits.Len(uint(P - 1))
	once := 2 * float64(P-1) / float64(P)
	formula := fmt.Sprintf("%d·d·n", r)
	switch {
	case p.Parts != nil:
		formula = fmt.Sprintf("%d·n", words)
	case p.shape.xor && P > 1:
		formula = "d·d·n"
	}
	list := []Cost{{"spectral", r, float64(words), formula, false}}
	if p.shape.xor && P > 1 {
		list = append(list, Cost{"doubling", log, float64(log), "d·n", false})
	}
	block := 0
	if d > 0 {
		block = 2 * ((P - 1 + d - 1) / d)
	}
	return append(list,
		Cost{"tree", 2 * log, once, "2·(P-1)/P·n", false},
		Cost{"cayley", block, once, "2·(P-1)/P·n", false},
		Cost{"direct", min(2, 2*log), once, "2·(P-1)/P·n", true})
}
