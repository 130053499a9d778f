package sched

import "fmt"

// blocksLimit is the most choices that search makes.
const blocksLimit = 200_000

// search fills the blocks that meet two spheres in every way, in turn, until
// the rest of every sphere can be split evenly over the generators. It decides
// exactly unless more than blocksLimit choices are met.
func (b *blocks) search() (Answer, string) {
	f := &filler{blocks: b, left: blocksLimit, used: make([]int32, len(b.dist))}
	before := 0
	f.bySphere = make([][]int32, len(b.size))
	for v := 1; v < len(b.dist); v++ {
		f.bySphere[b.dist[v]] = append(f.bySphere[b.dist[v]], int32(v))
	}
	for s := 1; s < len(b.size); s++ {
		start := before
		before += b.size[s]
		held := start/b.d == (before-1)/b.d && start%b.d != 0 // all in the block before
		if r := before % b.d; r != 0 && !held {               // a block with r vertices up to sphere s
			near := min(r, b.size[s])
			beyond := 0
			if s+1 < len(b.size) {
				beyond = min(b.d-r, b.size[s+1])
			}
			f.mixed = append(f.mixed, mixedBlock{int32(before/b.d + 1), s, near, beyond})
		}
	}
	switch {
	case f.block(0):
		return Yes, ""
	case f.left < 0:
		return Unknown, fmt.Sprintf("the limit of %d choices was met", blocksLimit)
	}
	return No, fmt.Sprintf("all %d choices for the blocks that meet two spheres fail", blocksLimit-f.left)
}

// mixedBlock is block `time` with its last `near` vertices of sphere s and
// `beyond` of the next; all of the last block of the order.
type mixedBlock struct {
	time         int32
	s            int
	near, beyond int
}

type filler struct {
	*blocks
	mixed    []mixedBlock
	bySphere [][]int32
	used     []int32 // by vertex: the mixed block that holds it, or 0
	left     int
}

// block fills mixed block i and the ones after it.
func (f *filler) block(i int) bool {
	if i == len(f.mixed) {
		for s := 1; s < len(f.size); s++ {
			if !f.middle(s) {
				return false
			}
		}
		return true
	}
	if i > 0 && !f.middle(f.mixed[i-1].s) { // that sphere is settled
		return false
	}
	return f.fill(i, 0, f.mixed[i].near, f.mixed[i].beyond)
}

// fill gives generators x … d-1 of block i a vertex each; the near ones still
// to come and those beyond are counted.
func (f *filler) fill(i, x, near, beyond int) bool {
	if near+beyond == 0 {
		return f.block(i + 1)
	}
	if x == f.d {
		return false
	}
	m := f.mixed[i]
	try := func(v int32, near, beyond int) bool {
		if f.left--; f.left < 0 {
			return false
		}
		f.used[v], f.gen[v], f.time[v] = m.time, int32(x), m.time
		if f.fill(i, x+1, near, beyond) {
			return true
		}
		f.used[v] = 0
		return false
	}
	for _, v := range f.candidates(m.s, near) {
		if u := f.tail(int(v), x); f.used[v] == 0 && f.dist[u] == f.dist[v]-1 && !f.leads(v, m.time) && try(v, near-1, beyond) {
			return true
		}
	}
	for _, v := range f.candidates(m.s+1, beyond) {
		if u := f.tail(int(v), x); f.used[v] == 0 && f.dist[u] == f.dist[v]-1 && f.used[u] != m.time && try(v, near, beyond-1) {
			return true
		}
	}
	if m.near+m.beyond < f.d { // the last block need not be full
		return f.fill(i, x+1, near, beyond)
	}
	return false
}

func (f *filler) candidates(s, want int) []int32 {
	if want == 0 || s >= len(f.bySphere) {
		return nil
	}
	return f.bySphere[s]
}

// leads reports whether v leads to a vertex of the block already.
func (f *filler) leads(v, time int32) bool {
	for k := range int32(f.d) {
		if w := f.adj.next(v, k); f.used[w] == time && f.gen[w] == k {
			return true
		}
	}
	return false
}

// middle gives the vertices of sphere s in no mixed block the blocks that lie
// in the sphere: every generator the same number of them.
func (f *filler) middle(s int) bool {
	var rest []int32
	for _, v := range f.bySphere[s] {
		if f.used[v] == 0 {
			rest = append(rest, v)
		}
	}
	each := len(rest) / f.d
	m := newKuhn(f.d, each, func(int32) int { return f.d }, func(v int32, x int) int32 {
		if f.dist[f.tail(int(v), x)] != f.dist[v]-1 {
			return -1
		}
		return int32(x)
	})
	for _, v := range rest {
		if !m.match(v) {
			return false
		}
	}
	before := 0
	for r := 1; r < s; r++ {
		before += f.size[r]
	}
	first := int32((before+f.d-1)/f.d + 1)
	for x := range f.d {
		for i, c := range m.in(x) {
			f.gen[c.thing], f.time[c.thing] = int32(x), first+int32(i)
		}
	}
	return true
}
