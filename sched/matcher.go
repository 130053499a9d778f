package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// matcher matches vertices to slots (generator x, time t). Vertex v may use the
// slots of x from time soon(v, x) to time late(dist(v)): an interval, so that a
// union-find of free or unvisited slots replaces lists of edges.
type matcher struct {
	d     int
	dist  []int32
	soon  []int32 // v·d + x
	late  []int32 // by distance: the last time; nil: the last of all
	order []int32 // vertices in scope, farthest first: fewest choices first
	steps int
	owner []int32 // by slot x·(steps+1)+t-1; the last slot of x is a wall
	free  []int32 // union-find: the next free slot
	fresh []int32 // union-find: the next slot not visited in this search
	from  []int32 // by slot: the vertex that reached it
	slot  []int32 // by vertex
	queue []int32 // of a search: vertices to be moved
	seen  []int32 // slots visited; only their links in fresh ever change
	moved int     // vertices that searches have looked at
}

// newMatcher allows a slot from soon(v, x) = dist(v·x⁻¹)+1 on.
func newMatcher(adj *adjacency, dist []int32, scope Scope) *matcher {
	p, d := len(dist), adj.d
	m := &matcher{d: d, dist: dist, soon: make([]int32, p*d), slot: make([]int32, p)}
	for u := range int32(p) {
		for x := range int32(d) {
			m.soon[int(adj.next(u, x))*d+int(x)] = dist[u] + 1
		}
	}
	size := cayley.CountSpheres(dist)
	start := make([]int, len(size)+1)
	for s := len(size) - 1; s >= 0; s-- {
		start[s] = start[s+1]
		if scope.Has(s) {
			start[s] += size[s]
		}
	}
	m.order = make([]int32, start[0])
	for v, s := range dist {
		if scope.Has(int(s)) {
			m.order[start[s+1]] = int32(v)
			start[s+1]++
		}
	}
	return m
}

// run matches every vertex within `steps` times. It returns nil, or a set of
// vertices with too few slots (Hall's condition fails). For vertices that find no free
// slot, others move: for one after the other, until that takes long, then together.
func (m *matcher) run(steps int) (hall []int32) { return m.runSingly(steps, singly) }

// runSingly is run, where searches for one after the other may look at so many vertices a slot.
func (m *matcher) runSingly(steps, most int) (hall []int32) {
	m.steps = steps
	n := m.d * (steps + 1)
	m.owner, m.free, m.fresh, m.from = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n)
	for i := range m.owner {
		m.owner[i], m.free[i], m.fresh[i] = -1, int32(i), int32(i)
	}
	m.moved = 0
	var left []int32
	for _, v := range m.order {
		if s := m.open(v); s >= 0 {
			m.take(v, s)
		} else if m.moved >= most*n {
			left = append(left, v)
		} else if hall = m.augment(v); hall != nil {
			return hall
		}
	}
	return m.together(left)
}

func (m *matcher) take(v, s int32) {
	m.owner[s], m.slot[v], m.free[s] = v, s, s+1
}

// at is the first slot of x that v may use, or its wall.
func (m *matcher) at(v int32, x int) int32 {
	return int32(x*(m.steps+1) + min(int(m.soon[int(v)*m.d+x])-1, m.steps))
}

// end is the slot after the last one of x that v may use: at most its wall.
func (m *matcher) end(v int32, x int) int32 {
	if m.late == nil {
		return int32(x*(m.steps+1) + m.steps)
	}
	return int32(x*(m.steps+1)) + m.late[m.dist[v]]
}

// open is a free slot of v, or -1.
func (m *matcher) open(v int32) int32 { return m.first(m.free, v) }

// first is the first slot of v in a union-find of slots, or -1.
func (m *matcher) first(of []int32, v int32) int32 {
	for x := range m.d {
		if s := find(of, m.at(v, x)); s < m.end(v, x) {
			return s
		}
	}
	return -1
}

// augment searches breadth first for a chain of moves that frees a slot for v;
// when there is none, all it has seen is the set that breaks Hall's condition.
func (m *matcher) augment(v int32) (hall []int32) {
	queue, seen := append(m.queue[:0], v), m.seen[:0]
	defer func() {
		for _, s := range seen {
			m.fresh[s] = s
		}
		m.queue, m.seen = queue, seen
		m.moved += len(queue)
	}()
	for head := 0; head < len(queue); head++ {
		u := queue[head]
		if s := m.open(u); s >= 0 {
			m.shift(v, u, s)
			return nil
		}
		for x := range m.d {
			for s := find(m.fresh, m.at(u, x)); s < m.end(u, x); s = find(m.fresh, s) {
				m.fresh[s] = s + 1
				seen = append(seen, s)
				m.from[s] = u
				queue = append(queue, m.owner[s])
			}
		}
	}
	return slices.Clone(queue)
}

// shift gives u the free slot s, and every vertex on the way from v to u the slot that it found.
func (m *matcher) shift(v, u, s int32) {
	for u != v {
		was := m.slot[u]
		m.take(u, s)
		u, s = m.from[was], was
	}
	m.take(v, s)
}

// matching is the result of a run that succeeded.
func (m *matcher) matching() (gen, time []int32) {
	gen, time = slices.Repeat([]int32{-1}, len(m.dist)), make([]int32, len(m.dist))
	for _, v := range m.order {
		gen[v] = m.slot[v] / int32(m.steps+1)
		time[v] = m.slot[v]%int32(m.steps+1) + 1
	}
	return gen, time
}

// find follows a union-find chain to its end, halving it on the way.
func find(up []int32, i int32) int32 {
	for up[i] != i {
		up[i] = up[up[i]]
		i = up[i]
	}
	return i
}
