package cayley

import (
	_ "embed"
	"fmt"
	"math/bits"
	"strings"
)

// BestSearched is the greatest order for which Best uses graphs found by a search.
const BestSearched = 256

// bestFound is a line for every order up to BestSearched that is no power of two:
// graph, diameter, sum of the distances from a vertex, sum of |u-v| over the arcs.
// go run ./internal/best makes it.
//
//go:embed best.txt
var bestFound string

// BestLinks is the degree of Best(p): ⌈log₂p⌉, that of the smallest hypercube with at least p
// vertices, or one more where p and ⌈log₂p⌉ are both odd, since the generators of a group of
// odd order come in pairs. It is at most p-1, and 0 for p < 1.
func BestLinks(p int) int {
	if p < 1 {
		return 0
	}
	d := bits.Len(uint(p - 1))
	return d + d&p&1
}

// Best is the best graph known to this package for a machine of p processors. Where p is a
// power of two it is the hypercube. Up to BestSearched it comes from a search among circulant
// and dihedral graphs of BestLinks(p) links a vertex: the smallest diameter found, then the
// smallest sum of distances, then the shortest arcs by number, since neighbours often share a
// core. Beyond that it is the circulant graph of the powers of four, with p/2 where the number
// of links is odd. A universal broadcast on it takes no more steps than on the next larger
// hypercube, ⌈(p-1)/d⌉ (Theorem 4.5), and has less far to go: up to BestSearched the diameter
// of the graphs that are not cubes is 1 to 5, where the cube's is 2 to 8. O(1) memory; p ≤
// MaxOrder.
func Best(p int) (Cayley, error) {
	if err := inRange(fmt.Sprintf("the best graph of %d vertices", p), "they", p, 1, MaxOrder); err != nil {
		return nil, err
	}
	if p&(p-1) == 0 {
		return Hypercube(bits.Len(uint(p)) - 1)
	}
	if p > BestSearched {
		return powersOfFour(p)
	}
	line := p - 1 - bits.Len(uint(p)) // of 3, 5, 6, 7, 9, …
	name, _, _ := strings.Cut(strings.Split(bestFound, "\n")[line], " ")
	g, err := Parse(name)
	if err != nil {
		return nil, err
	}
	return g.(Cayley), nil
}

// powersOfFour is the circulant graph of p whose steps are 1, 4, 16, … and back, as
// many as BestLinks says, and p/2 if they are odd in number. Where p is a power of four
// and 1, the last one would be 1 backwards; half of it stands in.
func powersOfFour(p int) (Cayley, error) {
	var steps []int
	links := BestLinks(p)
	for s := 1; len(steps)+2 <= links; s *= 4 {
		if p-s == 1 {
			s /= 2
		}
		steps = append(steps, s, p-s)
	}
	if links%2 == 1 {
		steps = append(steps, p/2)
	}
	return Circulant(p, steps...)
}
