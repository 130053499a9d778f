package cayley

import "math"

// Distances returns the distances from vertex 0, -1 where no path leads: by g's formula if it
// has one (Metric); for a product as sums of its factors' distances, O(P) plus their cost; else
// by a breadth-first search that stops when every vertex is found. O(P·d) time, 8 bytes a
// vertex.
func Distances(g Graph) []int32 {
	if m, ok := g.(Metric); ok {
		dist := make([]int32, g.Order())
		for v := range dist {
			dist[v] = int32(m.Dist(v))
		}
		return dist
	}
	if s, ok := g.(interface{ distances() []int32 }); ok {
		return s.distances()
	}
	return DistancesFrom(g, 0)
}

// DistancesFrom returns the distances from vertex s along the arcs, -1 where no path leads.
// O(P·d) time, 8 bytes a vertex.
func DistancesFrom(g Graph, s int) []int32 {
	dist := make([]int32, g.Order())
	search(g.Degree(), g.Neighbor, s, dist, make([]int32, 0, len(dist)))
	return dist
}

// DistancesWithin is DistancesFrom up to the distance deep, and -1 beyond it: it looks at the arcs of
// vertices that are nearer than deep.
func DistancesWithin(g Graph, s, deep int) []int32 {
	dist := make([]int32, g.Order())
	searchWithin(g.Degree(), g.Neighbor, s, deep, dist, nil)
	return dist
}

// search fills dist with the distances from s and returns the vertices in the
// order found. queue needs the capacity of dist.
func search(d int, neighbor func(v, k int) int, s int, dist, queue []int32) []int32 {
	return searchWithin(d, neighbor, s, len(dist), dist, queue)
}

// searchWithin is search up to the distance deep.
func searchWithin(d int, neighbor func(v, k int) int, s, deep int, dist, queue []int32) []int32 {
	for i := range dist {
		dist[i] = -1
	}
	dist[s] = 0
	queue = append(queue[:0], int32(s))
	for i := 0; i < len(queue) && len(queue) < len(dist); i++ {
		u := int(queue[i])
		if int(dist[u]) >= deep {
			break // all that follow are as far
		}
		for k := range d {
			v := neighbor(u, k)
			if v < 0 {
				break // no more arcs: one vertex of many must not make all others dear
			}
			if dist[v] < 0 {
				dist[v] = dist[u] + 1
				queue = append(queue, int32(v))
			}
		}
	}
	return queue
}

// Spheres returns the numbers of vertices at distance 0, 1, 2, … from vertex 0; their sum is P
// if every vertex is reached. In a vertex-transitive graph they are the same from every vertex,
// and len(Spheres)-1 is the diameter. The cost is that of Distances.
func Spheres(g Graph) []int {
	return CountSpheres(Distances(g))
}

// CountSpheres is Spheres for distances already at hand.
func CountSpheres(dist []int32) []int {
	var count []int
	for _, r := range dist {
		for int(r) >= len(count) {
			count = append(count, 0)
		}
		if r >= 0 {
			count[r]++
		}
	}
	return count
}

// maxWork bounds the arcs that a property of a graph may look at: some seconds.
const maxWork = math.MaxInt32

// Diameter is the greatest distance between two vertices: one search if g is vertex-transitive,
// else one from every vertex, O(P²·d). It is an error if some vertex cannot be reached from
// another, or (ErrSize) if P²·d passes 2^31.
func Diameter(g Graph) (int, error) {
	p := g.Order()
	if VertexTransitive(g) {
		spheres := Spheres(g)
		reached := 0
		for _, s := range spheres {
			reached += s
		}
		if reached < p {
			return 0, errf("%s: not connected: %d of %d vertices are in reach of 0", g.Name(), reached, p)
		}
		return len(spheres) - 1, nil
	}
	if float64(p)*float64(p)*float64(g.Degree()) > maxWork {
		return 0, errf("%s: %w: the diameter of an irregular or unknown graph is searched from each of %d vertices", g.Name(), ErrSize, p)
	}
	diameter := int32(0)
	dist, queue := make([]int32, p), make([]int32, 0, p)
	for s := range p {
		queue = search(g.Degree(), g.Neighbor, s, dist, queue)
		if len(queue) < p {
			return 0, errf("%s: not strongly connected: %s", g.Name(), unreached(s, dist))
		}
		diameter = max(diameter, dist[queue[p-1]])
	}
	return int(diameter), nil
}
