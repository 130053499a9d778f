package cayley

import "slices"

// Intersection is the intersection array of a distance-regular graph of
// diameter D: a vertex at distance i from any other has B[i] neighbours farther
// away (0 ≤ i < D) and C[i-1] nearer (1 ≤ i ≤ D).
type Intersection struct {
	B, C []int
}

// String is the customary form, "{3,2;1,1}" for the Petersen graph.
func (a Intersection) String() string {
	return "{" + joined(a.B, ",") + ";" + joined(a.C, ",") + "}"
}

// IntersectionArray returns the intersection array of g, or false if g is not distance-regular
// (directed, irregular, not connected, or the numbers differ between vertices). Global sum
// takes exactly D steps on a distance-regular graph (paper, 5.2 with errata 16). That of a Hamming,
// Johnson or odd graph is known; else it takes one search if g is vertex-transitive, O(P·d), or O(P) if it is
// complete, and one from every vertex if not, O(P²·d). The error is ErrSize: undecided, since that
// would mean looking at more than 2^31 arcs.
func IntersectionArray(g Graph) (Intersection, bool, error) {
	if k, ok := g.(interface{ intersection() (Intersection, bool) }); ok {
		if a, known := k.intersection(); known {
			return a, true, nil
		}
	}
	p, d := g.Order(), g.Degree()
	starts := 1
	if !VertexTransitive(g) {
		starts = p
	} else if d == p-1 {
		if size := Spheres(g); len(size) == 2 && size[1] == d { // complete: nothing is nearer or farther
			return Intersection{B: []int{d}, C: []int{1}}, true, nil
		}
	}
	if float64(starts)*float64(p)*float64(d) > maxWork {
		return Intersection{}, false, errf("%s: %w: distance-regularity would look at %d x %d x %d arcs; at most %d are possible", g.Name(), ErrSize, starts, p, d, maxWork)
	}
	if !Regular(g) || !IsSymmetric(g) {
		return Intersection{}, false, nil
	}
	dist, queue := Distances(g), make([]int32, 0, p)
	var b, c []int // by distance, -1 where not seen yet
	for s := range starts {
		if s > 0 {
			search(d, g.Neighbor, s, dist, queue)
		}
		if slices.Contains(dist, -1) {
			return Intersection{}, false, nil
		}
		for v, r := range dist {
			i, farther, nearer := int(r), 0, 0
			for k := range d {
				switch int(dist[g.Neighbor(v, k)]) - i {
				case 1:
					farther++
				case -1:
					nearer++
				}
			}
			for len(b) <= i {
				b, c = append(b, -1), append(c, -1)
			}
			if b[i] < 0 {
				b[i], c[i] = farther, nearer
			}
			if b[i] != farther || c[i] != nearer {
				return Intersection{}, false, nil
			}
		}
	}
	diameter := len(b) - 1
	return Intersection{B: b[:diameter], C: c[1:]}, true, nil
}
