package coll

import "unsafe"

// How a team copies blocks to many destinations. Stores are fastest from a tile that stays in
// the first cache, which goes to one destination after the other, where the last cache has
// room for the results: two cores (Zen 4) take 0.6 of the time that they take destination by
// destination. Where it has not (spills), what they write is on its way to memory, and on some
// processors pieces as long as a page or two are slower than long ones, from the second cache.

// spreadAll copies all blocks to all of the given destinations.
func (j *job[T]) spreadAll(to []*T, w passage) {
	for i := range j.p.g.teams {
		j.spreadOf(j.p.t.nth(j.p.g, w, i).ranks, to, w)
	}
}

// nth is the team whose blocks this one copies after i others. On some processors (ways.ownFirst) it
// begins with its own, which the others have not read yet. Where processors write what they give before
// each call and read what they get after it, an allgather then takes so much of the time (Emerald Rapids,
// BenchmarkOwnFirst); with vectors that nobody touches 0.97 … 1.04:
//
//	by 3 and 4      0.72 … 0.87 with 4 to 128 KiB a block
//	by 6            0.81 … 0.92 up to 64 KiB
//	by 8 and 16     0.84 … 0.96 up to 32 and 16 KiB (once 1.02)
//	else            0.95 … 1.03
func (t *team) nth(g *group, w passage, i int) *team {
	i = w.nth(i, len(g.teams))
	if g.m.ownFirst {
		i = (i + t.id) % len(g.teams)
	}
	return g.teams[i]
}

// spreadOf copies the blocks of some ranks: one by one or, where pieces are long, as many
// as make up one.
func (j *job[T]) spreadOf(ranks []int, to []*T, w passage) {
	if !j.spills() {
		for i := range ranks {
			j.spreadBlock(ranks[w.nth(i, len(ranks))], to, w, nearTile)
		}
		return
	}
	tile := farPiece / sizeOf[T]()
	for len(ranks) > 0 {
		some, n := 0, 0
		for ; some < len(ranks); some++ {
			lo, hi := j.blockOf(ranks[some])
			if n += hi - lo; some > 0 && n > tile {
				break
			}
		}
		if some > 1 {
			j.spreadPiece(ranks[:some], to, w.past)
		} else {
			j.spreadBlock(ranks[0], to, w, tile)
		}
		ranks = ranks[some:]
	}
}

// spreadBlock copies the block of a rank, a tile at a time.
func (j *job[T]) spreadBlock(r int, to []*T, w passage, tile int) {
	if lo, hi := j.blockOf(r); hi > lo {
		spread(j.p, w, to, lo, unsafe.Slice(j.s.srcAt(j.p, r), hi-lo), tile)
	}
}

// spreadPiece copies the blocks of some ranks, which make up a piece, to one destination after
// another.
func (j *job[T]) spreadPiece(ranks []int, to []*T, past bool) {
	p := j.p
	from := j.s.teams[p.t.id].from[:len(ranks)]
	for k, r := range ranks {
		from[k] = j.s.srcAt(p, r)
	}
	for _, first := range to {
		p.look()
		for k, r := range ranks {
			lo, hi := j.blockOf(r)
			if d := span(first, lo, hi-lo); hi > lo && &d[0] != from[k] {
				copyInto(p, past, d, span(from[k], 0, hi-lo))
			}
		}
	}
}

// nearTile is the elements of a tile that stays in the first cache.
const nearTile = 2 << 10

// farPiece is the bytes of a piece that stays in the second cache.
const farPiece = 256 << 10

// spills reports whether pieces are long: where the last cache has no room for the call's vectors,
// beside others' words and with lines that push each other out, from three quarters of its size on.
// Long pieces then take 0.75 … 0.85 of the time of short ones by 64 processors with blocks of 6 to
// 12 KiB, 0.9 … 1.05 by 8 and 16 with longer ones (Zen 4); a broadcast takes up to 1.4 times as long
// with them. In the last cache of Emerald Rapids they take up to twice as long, and past it not
// less: on Intel's servers none are, unless Tuning.StreamBytes says from what on.
func (j *job[T]) spills() bool { return j.bytes() >= j.p.c.m.spill.pieces }

// spread copies a vector to elements at … of all of the given ones, a tile at a time.
func spread[T Elem](p *Proc, w passage, to []*T, at int, from []T, tile int) {
	tiles := (len(from) + tile - 1) / tile
	for i := range tiles {
		p.look()
		lo := w.nth(i, tiles) * tile
		part := from[lo:min(len(from), lo+tile)]
		for i, first := range to {
			if i%16 == 15 {
				p.look()
			}
			if d := span(first, at+lo, len(part)); &d[0] != &part[0] {
				copyInto(p, w.toward(p, i).past, d, part)
			}
		}
	}
}
