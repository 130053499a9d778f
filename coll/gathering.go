package coll

import "unsafe"

// gathering is who copies what in a gather or a scatter of vectors: each team the blocks of its own
// processors, which may just have written them, unless others would wait for it. They do where the
// root's block stays in its place, where the blocks of a v-form are unlike, or where teams are. Then
// all copy as many elements. In place by 2 that takes 0.97 of the time with blocks of 16 KiB and 0.45
// … 0.63 with longer ones; by 3 and 4 on two hosts 0.47 … 0.97, by 8 0.84 … 0.99. Where processors
// write what they give before each call, and the root reads all after it, it takes 0.77 … 0.93, by 8
// 0.94 … 1.01 (Emerald Rapids, BenchmarkGatherings).
type gathering struct {
	blocks
	root  int
	stays bool // the root's block is in place
}

const (
	shareMost  = 4        // processors of a team; of more, one block is little
	shareLeast = 8 << 10  // bytes that a team would wait for: fewer take longer to come from elsewhere
	shareBlock = 16 << 10 // bytes of blocks of one length: 3 on two hosts take 1.25 of the time with 8 KiB
)

// gatheringOf is that of a root whose vector of all blocks begins at all, and that of its own at own.
func gatheringOf[T Elem](b blocks, root int, all, own *T) gathering {
	lo, hi := b.of(root)
	return gathering{b, root, lo < hi && elementAt(all, lo) == own}
}

// moved is how many elements of the block of a rank are copied.
func (d *gathering) moved(r int) int {
	if d.stays && r == d.root {
		return 0
	}
	lo, hi := d.of(r)
	return hi - lo
}

// gathering is that of the call, after meet, with the root's vector of all blocks and how it is gone
// over.
func (j *job[T]) gathering() (d gathering, whole []T, w passage) {
	g, root := j.p.g, j.c.root()
	all, own := j.s.dstAt(j.p, root), j.s.srcAt(j.p, root)
	if c := j.c.collective(); c == scatter || c == scatterv {
		all, own = own, all
	}
	d = gatheringOf(j.blocks(), root, all, own)
	whole = unsafe.Slice(all, d.end(g.size))
	w = j.passageOf(all, 2*sizeOf[T]()*len(whole)/len(g.teams))
	w.hands = j.c.collective() == scatter && j.fromRoom(root)
	return d, whole, w
}

// shared reports whether all teams copy as many elements, of so many bytes each.
func (d *gathering) shared(g *group, size int) bool {
	least := shareLeast / size
	if g.most > g.m.shareMost || d.at == nil && d.n < shareBlock/size || d.end(g.size) < least {
		return false // without another look: short calls are short
	}
	all, fullest := 0, 0
	for _, t := range g.teams {
		n := 0
		for _, r := range t.ranks {
			n += d.moved(r)
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
			n := d.moved(r)
			if lo, hi := max(0, from), min(n, to); lo < hi {
				do(r, lo, hi)
			}
			from, to = from-n, to-n
		}
	}
}
