package coll

import "unsafe"

// gathering is who copies what in a gather or a scatter of vectors: each team the blocks of its own
// processors, which may just have written them, unless others would wait for it. They do where the
// root's block stays in its place, where the blocks of a v-form are unlike, or where teams are.
// Then all copy as many elements. In place by two processors that takes 0.94 of the time with blocks of
// 16 KiB, 0.43 … 0.6 with longer ones (in brackets where processors write what they give before each
// call and the root reads all after it: 0.8 … 0.9), by three on two hosts 0.6 … 0.75 (0.75 … 0.9), by
// eight 0.9 … 1.0 (0.95 … 1.0). That is Emerald Rapids: see BenchmarkGatherings.
type gathering struct {
	blocks
	root  int
	stays bool // the root's block is in place
}

const (
	shareMost  = 4       // processors of a team; of more, one block is little
	shareLeast = 8 << 10 // bytes that a team would wait for: fewer take longer to come from elsewhere
)

// gatheringOf is that of a root whose vector of all blocks begins at all, and that of its own at own.
func gatheringOf[T Elem](b blocks, root int, all, own *T) gathering {
	lo, hi := b.of(root)
	return gathering{b, root, lo < hi && elementAt(all, lo) == own}
}

// gathering is that of the call, after meet, with the root's vector of all blocks.
func (j *job[T]) gathering() (d gathering, whole []T) {
	g, root := j.p.g, j.c.root()
	seat := g.seats[root]
	at := j.s.addressesBy(j.p, seat.t, seat.place)
	all, own := at.dst, at.src
	if c := j.c.collective(); c == scatter || c == scatterv {
		all, own = own, all
	}
	d = gatheringOf(j.blocks(), root, all, own)
	return d, unsafe.Slice(all, d.end(g.size))
}

// shared reports whether all teams copy as many elements, of so many bytes each.
func (d *gathering) shared(g *group, size int) bool {
	least := shareLeast / size
	if g.most > g.m.shareMost || d.at == nil && d.n < least || d.end(g.size) < least {
		return false // without another look: short calls are short
	}
	all, fullest := 0, 0
	for _, t := range g.teams {
		n := d.n * len(t.ranks)
		if d.at != nil {
			for _, r := range t.ranks {
				lo, hi := d.of(r)
				n += hi - lo
			}
		}
		if d.stays && g.seats[d.root].t == t {
			lo, hi := d.of(d.root)
			n -= hi - lo
		}
		all, fullest = all+n, max(fullest, n)
	}
	return fullest-all/len(g.teams) >= least
}

// share calls do for the elements lo … hi-1 of the block of rank r, for all that a team is to copy
// where teams copy as many.
func (d *gathering) share(g *group, t *team, do func(r, lo, hi int)) {
	all := d.end(g.size)
	if d.stays {
		all = d.others(d.root, g.size)
	}
	from, to := cut(all, len(g.teams), t.id) // of what is left
	for _, o := range g.teams {
		for _, r := range o.ranks {
			if d.stays && r == d.root {
				continue
			}
			lo, hi := d.of(r)
			n := hi - lo
			if from < n && to > 0 {
				do(r, max(0, from), min(n, to))
			}
			from, to = from-n, to-n
		}
	}
}
