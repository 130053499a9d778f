package cayley

import "slices"

// explicit is a graph given arc by arc, kept as two compressed lists: 8 bytes a
// vertex and 8 an arc.
type explicit struct {
	name          string
	out, in       adjacency
	maxOut, maxIn int
}

// adjacency lists the far ends of the arcs at v in ends[start[v]:start[v+1]].
type adjacency struct {
	start, ends []int32
}

func (a adjacency) at(v, k int) int {
	if i := int(a.start[v]) + k; i < int(a.start[v+1]) {
		return int(a.ends[i])
	}
	return -1
}

func (a adjacency) of(v int) []int32 { return a.ends[a.start[v]:a.start[v+1]] }

func (a adjacency) widest() int {
	w := 0
	for v := range len(a.start) - 1 {
		w = max(w, len(a.of(v)))
	}
	return w
}

// NewGraph is the directed graph with vertices 0 … n-1 and these arcs (u, v); arc k out of u is
// the k-th listed. It may be irregular and not connected. The error names an arc that is out of
// range, is a loop or is repeated, or a vertex that has no arc (so that a few bytes can't ask
// for a huge n). Of an arc it is an EntryError. O(n + arcs·log d).
func NewGraph(name string, n int, arcs [][2]int) (Graph, error) {
	if n < 1 {
		return nil, errf("%s: %d vertices; a graph has at least 1", name, n)
	}
	if n > MaxOrder || len(arcs) > MaxOrder {
		return nil, errf("%s: %w: more than %d vertices or arcs", name, ErrSize, MaxOrder)
	}
	for i, a := range arcs {
		for _, v := range a {
			if v < 0 || v >= n {
				return nil, entryErr(i, "%s: arc %d, [%d,%d]: vertex %d is out of range 0 to %d", name, i, a[0], a[1], v, n-1)
			}
		}
		if a[0] == a[1] {
			return nil, entryErr(i, "%s: arc %d, [%d,%d]: a loop; an arc joins two different vertices", name, i, a[0], a[1])
		}
	}
	if n > 1 && n > 2*len(arcs) {
		return nil, errf("%s: %d arcs cannot touch all of %d vertices", name, len(arcs), n)
	}
	e := compressed(name, n, arcs)
	if err := e.checkArcs(arcs); err != nil {
		return nil, err
	}
	return e, nil
}

// compressed is the graph of arcs that are looked at elsewhere.
func compressed(name string, n int, arcs [][2]int) *explicit {
	e := &explicit{name: name, out: compress(n, arcs, 0), in: compress(n, arcs, 1)}
	e.maxOut, e.maxIn = e.out.widest(), e.in.widest()
	return e
}

// compress lists the far ends of the arcs by their end number side.
func compress(n int, arcs [][2]int, side int) adjacency {
	a := adjacency{make([]int32, n+1), make([]int32, len(arcs))}
	for _, arc := range arcs {
		a.start[arc[side]+1]++
	}
	for v := range n {
		a.start[v+1] += a.start[v]
	}
	next := slices.Clone(a.start[:n])
	for _, arc := range arcs {
		v := arc[side]
		a.ends[next[v]] = int32(arc[1-side])
		next[v]++
	}
	return a
}

// checkArcs refuses repeated arcs and, where there are none, vertices without arcs: a reader
// that has stopped at too many arcs is told what is wrong with one of these.
func (e *explicit) checkArcs(arcs [][2]int) error {
	var sorted []int32
	for v := range e.Order() {
		sorted = append(sorted[:0], e.out.of(v)...)
		slices.Sort(sorted)
		for i := 1; i < len(sorted); i++ {
			if sorted[i] == sorted[i-1] {
				return e.repeated(arcs, v, int(sorted[i]))
			}
		}
	}
	for v := range e.Order() {
		if len(e.out.of(v)) == 0 && len(e.in.of(v)) == 0 && e.Order() > 1 {
			return errf("%s: vertex %d has no arc", e.name, v)
		}
	}
	return nil
}

func (e *explicit) repeated(arcs [][2]int, u, v int) error {
	first := slices.Index(arcs, [2]int{u, v})
	again := first + 1 + slices.Index(arcs[first+1:], [2]int{u, v})
	return entryErr(again, "%s: arc %d, [%d,%d], repeats arc %d", e.name, again, u, v, first)
}

func (e *explicit) Name() string            { return e.name }
func (e *explicit) Order() int              { return len(e.out.start) - 1 }
func (e *explicit) Degree() int             { return e.maxOut }
func (e *explicit) Neighbor(v, k int) int   { return e.out.at(v, k) }
func (e *explicit) InNeighbor(v, k int) int { return e.in.at(v, k) }

// turnAround is g with every arc reversed, in memory.
func turnAround(g Graph) *explicit {
	n, d := g.Order(), g.Degree()
	var list [][2]int
	for v := range n {
		for k := range d {
			u := g.Neighbor(v, k)
			if u < 0 {
				break
			}
			list = append(list, [2]int{u, v})
		}
	}
	return compressed("reverse of "+g.Name(), n, list)
}
