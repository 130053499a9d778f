package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// point is a place on the picture, which is scaled to fit.
type point [2]float64

// edge is a pair of neighbours; Bend is how far the line swings out, as a share
// of its length.
type edge struct {
	U, V int
	Bend float64
}

// edges are the pairs of neighbours of an undirected graph, each once.
func edges(g cayley.Graph) []edge {
	var list []edge
	for u := range g.Order() {
		for k := range g.Degree() {
			if v := g.Neighbor(u, k); u < v {
				list = append(list, edge{U: u, V: v})
			}
		}
	}
	return list
}

// cubeAxes are where the d-cube's directions point, so that no two vertices
// fall on one another.
var cubeAxes = map[int][]point{
	3: {{1, 0}, {0.42, 0.36}, {0, 1}},
	4: {{1, 0}, {0.7071, 0.7071}, {0, 1}, {-0.7071, 0.7071}},
	5: {{0.508, -0.086}, {0.82, 0.291}, {-0.018, 0.798}, {0.132, 0.989}, {-1.072, 0.434}}, // by search
}

func cubeLayout(d int) []point {
	places := make([]point, 1<<d)
	for v := range places {
		for k, a := range cubeAxes[d] {
			if v>>k&1 == 1 {
				places[v][0] += a[0]
				places[v][1] -= a[1]
			}
		}
	}
	return places
}

// circle is n places on a circle of radius r, from the top and to the right.
func circle(n int, r float64) []point {
	places := make([]point, n)
	for i := range places {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		places[i] = point{r * s, -r * c}
	}
	return places
}

// gridLayout is a torus as rows and columns; the edges that close its circles
// swing out.
func gridLayout(rows, columns int, list []edge) []point {
	places := make([]point, rows*columns)
	for v := range places {
		places[v] = point{float64(v % columns), float64(v / columns)}
	}
	for i, e := range list {
		a, b := places[e.U], places[e.V]
		if far := math.Abs(a[0]-b[0]) + math.Abs(a[1]-b[1]); far > 1 {
			list[i].Bend = 0.8 / far
		}
	}
	return places
}

// petersenLayout places a generalised Petersen graph G(n,k), of which the
// Petersen graph is G(5,2) and star:4, the Nauru graph, is G(12,5): an outer
// cycle of n vertices, and within it n more, each joined to the k-th next.
func petersenLayout(g cayley.Graph, n, k int) ([]point, error) {
	outer, inner := outerCycle(g, []int{0}, n, k)
	if outer == nil {
		return nil, fmt.Errorf("report: %s is not a generalised Petersen graph G(%d,%d)", g.Name(), n, k)
	}
	places := make([]point, g.Order())
	far, near := circle(n, 1), circle(n, 0.55)
	for i := range n {
		places[outer[i]], places[inner[i]] = far[i], near[i]
	}
	return places, nil
}

// outerCycle extends a path to the outer cycle, or returns nil.
func outerCycle(g cayley.Graph, path []int, n, k int) (outer, inner []int) {
	if len(path) == n {
		return spokes(g, path, k)
	}
	for j := range g.Degree() {
		v := g.Neighbor(path[len(path)-1], j)
		if !slices.Contains(path, v) {
			if outer, inner := outerCycle(g, append(path, v), n, k); outer != nil {
				return outer, inner
			}
		}
	}
	return nil, nil
}

// spokes are the neighbours of a cycle that lie off it, if they and the cycle
// make up G(n,k).
func spokes(g cayley.Graph, cycle []int, k int) (outer, inner []int) {
	n := len(cycle)
	for i, v := range cycle {
		if cayley.Arc(g, v, cycle[(i+1)%n]) < 0 {
			return nil, nil
		}
		for j := range g.Degree() {
			if w := g.Neighbor(v, j); !slices.Contains(cycle, w) {
				inner = append(inner, w)
			}
		}
		if len(inner) != i+1 {
			return nil, nil
		}
	}
	for i, v := range inner {
		if cayley.Arc(g, v, inner[(i+k)%n]) < 0 {
			return nil, nil
		}
	}
	return cycle, inner
}
