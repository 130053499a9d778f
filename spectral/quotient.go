package spectral

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// quotient is an equitable partition with its start alone in a cell: every
// vertex of cell i has the same number of arcs into cell j. A takes vectors
// that are constant on cells to such vectors, so column `start` of every
// polynomial in A is computed on the cells, exactly (Godsil, Royle, 9.3).
type quotient struct {
	n     int     // vertices
	start int     // the cell of the start
	size  []int   // vertices in each cell
	row   [][]arc // arcs out of a vertex of each cell
}

type arc struct{ cell, count int32 }

// quotientAt is the partition from v: spheres where these are equitable (as in
// every distance-regular graph), else refined by the colours of neighbours
// until they are. dist: from v. Cost: O(P·d) a round of refinement.
func (s *shape) quotientAt(v int, dist []int32) *quotient {
	if s.xor {
		return cubeQuotient(s.d)
	}
	if q := s.equitable(v, dist); q != nil {
		return q
	}
	colour := make([]uint64, s.n)
	if s.directed { // spheres along the arcs may be finer than necessary
		colour[v] = 1
	} else {
		for w, d := range dist {
			colour[w] = uint64(d) + 1
		}
	}
	next := make([]uint64, s.n)
	cells := 0
	for {
		cell, count := number(colour, dist)
		if count == cells {
			if q := s.equitable(v, cell); q != nil {
				return q
			}
			// Two colours collided in 64 bits: mixing again parts them.
		}
		cells = count
		for w := range next {
			sum := mix(colour[w])
			for k := range s.d {
				sum += mix(colour[s.g.Neighbor(w, k)] ^ 0x5bd1e9955bd1e995)
			}
			next[w] = sum
		}
		next[v] = mix(next[v] + 1) // stays alone
		colour, next = next, colour
	}
}

// cubeQuotient is that of Q_d by weights: i ones can be cleared, d-i set.
func cubeQuotient(d int) *quotient {
	q := &quotient{n: 1 << d, size: make([]int, d+1), row: make([][]arc, d+1)}
	for i := range d + 1 {
		q.size[i] = toInt(binomial(d, i))
		if i > 0 {
			q.row[i] = append(q.row[i], arc{int32(i - 1), int32(i)})
		}
		if i < d {
			q.row[i] = append(q.row[i], arc{int32(i + 1), int32(d - i)})
		}
	}
	return q
}

// number replaces colours by 0, 1, … in the order of (distance, colour), which
// doesn't depend on the names of the vertices.
func number(colour []uint64, dist []int32) ([]int32, int) {
	first := map[uint64]int32{}
	for v, c := range colour {
		if _, ok := first[c]; !ok {
			first[c] = int32(v)
		}
	}
	list := make([]uint64, 0, len(first))
	for c := range first {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(dist[first[a]], dist[first[b]]), cmp.Compare(a, b))
	})
	for i, c := range list {
		first[c] = int32(i)
	}
	cell := make([]int32, len(colour))
	for v, c := range colour {
		cell[v] = first[c]
	}
	return cell, len(list)
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// equitable is the quotient by the cells 0, 1, …, or nil if they are not
// equitable. This check is the proof: it looks at every arc.
func (s *shape) equitable(v int, cell []int32) *quotient {
	cells := int(slices.Max(cell)) + 1
	q := &quotient{n: s.n, start: int(cell[v]), size: make([]int, cells), row: make([][]arc, cells)}
	count := make([]int32, cells) // arcs of the vertex at hand into each cell
	for w, c := range cell {
		q.size[c]++
		for k := range s.d {
			count[cell[s.g.Neighbor(w, k)]]++
		}
		if q.row[c] == nil {
			q.row[c] = make([]arc, 0, min(s.d, 4))
			for k := range s.d {
				if to := cell[s.g.Neighbor(w, k)]; count[to] > 0 {
					q.row[c] = append(q.row[c], arc{to, count[to]})
					count[to] = 0
				}
			}
			slices.SortFunc(q.row[c], func(a, b arc) int { return cmp.Compare(a.cell, b.cell) })
			continue
		}
		var seen int32
		for _, a := range q.row[c] {
			if count[a.cell] != a.count {
				return nil
			}
			count[a.cell] = 0
			seen += a.count
		}
		if int(seen) != s.d {
			return nil
		}
	}
	if q.size[q.start] != 1 {
		return nil
	}
	return q
}

// whole is the partition into single vertices, the start being v.
func (s *shape) whole(v int) *quotient {
	cell := make([]int32, s.n)
	for w := range cell {
		cell[w] = int32(w)
	}
	return s.equitable(v, cell)
}

// columns are quotients that stand for every column of a polynomial in A: one
// where the graph is vertex-transitive, else the different ones among all
// vertices, or nil where those would be more than limit cells together.
func (s *shape) columns(limit int) []*quotient {
	if s.transitive {
		return []*quotient{s.quotientAt(0, s.dist)}
	}
	if s.n > maxDense {
		return nil
	}
	var list []*quotient
	seen := map[string]bool{}
	cells := 0
	for v := range s.n {
		dist, _, _ := distances(s.g, v)
		q := s.quotientAt(v, dist)
		if key := q.key(); !seen[key] {
			seen[key] = true
			list = append(list, q)
			if cells += len(q.size); cells > limit {
				return nil
			}
		}
	}
	return list
}

// key is equal for equal quotients.
func (q *quotient) key() string {
	b := binary.AppendUvarint(nil, uint64(q.start))
	for c, row := range q.row {
		b = binary.AppendUvarint(b, uint64(q.size[c]))
		b = binary.AppendUvarint(b, uint64(len(row)))
		for _, a := range row {
			b = binary.AppendUvarint(b, uint64(a.cell))
			b = binary.AppendUvarint(b, uint64(a.count))
		}
	}
	return string(b)
}

// arcs is the number of non-zero entries.
func (q *quotient) arcs() (c int) {
	for _, r := range q.row {
		c += len(r)
	}
	return c
}

// times is to = A·from modulo p, on the cells.
func (q *quotient) times(p field, to, from []uint64) {
	for c, row := range q.row {
		var sum uint64
		for _, a := range row {
			if a.count == 1 {
				sum = p.add(sum, from[a.cell])
			} else {
				sum = p.add(sum, p.mul(uint64(a.count), from[a.cell]))
			}
		}
		to[c] = sum
	}
}

// minimal is the minimal polynomial modulo p of the start's vector under A,
// with a random functional: its degree is never more than that of the minimal
// polynomial of A, and for vertex-transitive graphs equal to it but with a
// chance of about cells²/p. scatter starts from a random vector instead, which
// serves any graph. O(cells·(arcs + cells)).
func (q *quotient) minimal(p field, scatter bool) []uint64 {
	m := len(q.size)
	cur, next, weight := make([]uint64, m), make([]uint64, m), make([]uint64, m)
	cur[q.start] = 1
	for i := range weight {
		weight[i] = mix(uint64(i)) % uint64(p)
		if scatter {
			cur[i] = mix(uint64(i+m)) % uint64(p)
		}
	}
	seq := make([]uint64, 2*m)
	for k := range seq {
		for i, w := range weight {
			if cur[i] != 0 {
				seq[k] = p.add(seq[k], p.mul(w, cur[i]))
			}
		}
		q.times(p, next, cur)
		cur, next = next, cur
	}
	return p.recurrence(seq)
}
