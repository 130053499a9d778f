package spectral

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// quotient is an equitable partition with its start alone in a cell: every
// vertex of cell i has the same number of arcs into cell j. A takes vectors
// that are constant on cells to such vectors, so column `start` of every
// polynomial in A is computed on the cells, exactly (Godsil, Royle, 9.3).
type quotient struct {
	n     int     // vertices
	alike int     // the vertices whose column it is, in columns
	start int     // the cell of the start
	size  []int   // vertices in each cell
	row   [][]arc // arcs out of a vertex of each cell
}

type arc struct{ cell, count int32 }

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

// completeQuotient is that of K_n: to look at its arcs would take most of a plan's time. Where 0
// has n-1 arcs and reaches each vertex by one of them, it has one to each; and so has every
// vertex if the graph is vertex-transitive.
func completeQuotient(n int) *quotient {
	rest := int32(n - 1)
	row := [][]arc{{{1, rest}}, {{0, 1}, {1, rest - 1}}}
	if n == 2 {
		row[1] = row[1][:1]
	}
	return &quotient{n: n, size: []int{1, n - 1}, row: row}
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
		for _, a := range q.row[c] {
			if count[a.cell] != a.count {
				return nil
			}
			count[a.cell] = 0
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

// maxCells bounds the work on graphs whose columns are all different.
const maxCells = 1 << 14

// columns are quotients that stand for every column of a polynomial in A: one
// where the graph is vertex-transitive, else the different ones among all
// vertices, or nil where those would be more than maxCells together.
func (s *shape) columns() []*quotient {
	if s.transitive {
		q := s.quotientAt(0, s.dist)
		q.alike = s.n
		return []*quotient{q}
	}
	var list []*quotient
	seen := map[string]*quotient{}
	cells := 0
	for v := range s.n {
		q := s.quotientAt(v, cayley.DistancesFrom(s.g, v))
		key := q.key()
		if seen[key] == nil {
			seen[key] = q
			list = append(list, q)
			if cells += len(q.size); cells > maxCells {
				return nil
			}
		}
		seen[key].alike++
	}
	return list
}
