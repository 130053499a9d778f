package spectral

import (
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// maxArcs is the most arcs of a graph that has a plan: as many as cayley.Diameter looks at.
const maxArcs = math.MaxInt32

// shape is what the mathematics needs to know of a graph before its spectrum.
type shape struct {
	g          cayley.Graph
	n, d       int
	directed   bool // some arc has no arc back
	transitive bool // an automorphism takes 0 to any vertex: one column of a polynomial in A tells all
	abelian    bool // Cayley graph whose generators commute
	xor        bool // Neighbor(v,k) = v ^ 1<<k was seen for every v, k: a cube
	diameter   int
	dist       []int32  // from 0 along the arcs; nil for a cube
	closed     Spectrum // that its name has; nil: none
	minimal    []uint64 // polynomial by modulo; nil: not asked for
	values     Spectrum // by characters, or why there are none; both nil: not asked for
	refused    error
}

// examine recognises the graphs that have a plan at all: in- and out-regular
// and connected (errata 16), and neither beyond every source of a spectrum nor with too many
// eigenvalues. O(P·d) for Cayley graphs and families known to be vertex-transitive, O(P·d²) for large
// ones of abelian groups, as cayley.Diameter for others.
func examine(g cayley.Graph) (*shape, error) {
	s := &shape{g: g, n: g.Order(), d: g.Degree()}
	if s.n < 1 {
		return nil, fmt.Errorf("spectral: %s has %d vertices; at least one is needed", cayley.ShortName(g), s.n)
	}
	if float64(s.n)*float64(s.d) > maxArcs {
		return nil, fmt.Errorf("spectral: %s: %w: a plan would look at %d x %d arcs, more than %d", cayley.ShortName(g), cayley.ErrSize, s.n, s.d, maxArcs)
	}
	if err := s.regular(); err != nil {
		return nil, err
	}
	s.closed = closedForm(g.Name(), s.n, s.d)
	if s.cube() {
		s.transitive, s.abelian, s.xor, s.diameter = true, true, true, s.d
		return s, nil
	}
	s.dist = cayley.DistancesFrom(g, 0)
	s.diameter = int(slices.Max(s.dist))
	if err := connected(g, s.dist); err != nil {
		return nil, err
	}
	s.symmetry()
	if s.transitive {
		return s, s.countable()
	}
	if err := s.sourceless(); err != nil { // before a search from every vertex
		return nil, err
	}
	var err error
	if s.diameter, err = cayley.Diameter(g); err != nil {
		return nil, fmt.Errorf("spectral: %w", err)
	}
	return s, s.countable()
}

// connected demands that 0, the distances from which these are, reaches every vertex.
func connected(g cayley.Graph, dist []int32) error {
	v := slices.Index(dist, -1)
	if v < 0 {
		return nil
	}
	reached := 0
	for _, vertices := range cayley.CountSpheres(dist) {
		reached += vertices
	}
	return fmt.Errorf("spectral: %s is not connected: %d of %d vertices can be reached from 0, vertex %d cannot; the eigenvalue %d is multiple, so only sums of components exist; join the components",
		cayley.ShortName(g), reached, g.Order(), v, g.Degree())
}

// regular demands d arcs out of and d arcs into every vertex: otherwise the
// vector of ones is no eigenvector of A and of its transpose.
func (s *shape) regular() error {
	if _, ok := s.g.(cayley.Cayley); ok {
		return nil // v -> v·g is a permutation
	}
	in := make([]int32, s.n)
	for v := range s.n {
		for k := range s.d {
			w := s.g.Neighbor(v, k)
			if w < 0 {
				return fmt.Errorf("spectral: %s is irregular: vertex %d has fewer than %d arcs out, so the vector of ones is not an eigenvector and no product of (A-λI) gives the sum; use a regular graph or another algorithm", cayley.ShortName(s.g), v, s.d)
			}
			if w >= s.n {
				return fmt.Errorf("spectral: %s: arc %d of vertex %d leads to %d; vertices are 0 to %d", cayley.ShortName(s.g), k, v, w, s.n-1)
			}
			in[w]++
		}
	}
	for v, c := range in {
		if int(c) != s.d {
			return fmt.Errorf("spectral: %s is irregular: vertex %d has %d arcs in and %d out, so a product of (A-λI) gives a weighted sum; use a graph with as many arcs in as out, or another algorithm", cayley.ShortName(s.g), v, c, s.d)
		}
	}
	return nil
}

// symmetry fills in directed, transitive and abelian.
func (s *shape) symmetry() {
	c, ok := s.g.(cayley.Cayley)
	s.transitive = ok || cayley.VertexTransitive(s.g)
	s.abelian = ok && cayley.Abelian(c)
	s.directed = !cayley.IsSymmetric(s.g)
}

// cube reports whether every arc is that of a hypercube, v → v ^ 1<<k: then
// distances and spheres are known without a search or a table.
func (s *shape) cube() bool {
	if _, ok := s.g.(cayley.Cayley); !ok || s.d > 30 || s.n != 1<<s.d {
		return false
	}
	for v := range s.n {
		for k := range s.d {
			if s.g.Neighbor(v, k) != v^1<<k {
				return false
			}
		}
	}
	return true
}
