package coll

// Alltoallv by direct, in which every pair has a length of its own: between two signals each
// team checks, then copies. A length on which two ranks disagree is found before anything is
// written by the team that finds it. With a core for each of privateMost processors at most, calls
// begin as direct_private.go says, and short ones end there.

// directAlltoallv copies what the team's processors get or give: see distant and servesBlocks, but the
// blocks' mean decides. Either way all their counts are checked first.
func (j *job[T]) directAlltoallv() {
	p, w := j.p, passage{past: j.copiesPast()}
	vector := j.elems() / 2 / p.g.size * sizeOf[T]() // in the mean, as the block
	distant := j.distant(vector)
	if distant || j.servesBlocks(vector/p.g.size, serveMean) {
		p.compareCounts(sent)
		w.others = distant && p.t.beginWriting(j.c, vector)
		p.t.endWriting(j.serveCounts(w) * sizeOf[T]())
	} else {
		p.compareCounts(received)
		j.dealCounts(w)
	}
	p.leaveFrom(inVectors)
}

// serveMean is the bytes of a mean block from which a team serves in an alltoallv. Two cores
// (Zen 5) with 2 to 64 processors and blocks of 4 to 32 KiB take 0.4 … 1.0 of the time where
// processors write what they give before each call and read what they get after it, otherwise
// 0.65 … 1.1; with shorter ones 8 to 64 take 0.8 … 1.6.
const serveMean = 4 << 10

// changes is how often counts of the group's processors have changed.
func (g *group) changes() (all uint64) {
	for _, m := range g.members {
		all += m.changes
	}
	return all
}

// compareCounts ends the Run where what a processor of the team receives or, on the other
// side, sends has another length for the other rank, and notes where in their vectors the blocks
// begin. It need not look while nobody's counts have changed.
func (m *member) compareCounts(side int) {
	g, t, now := m.g, m.t, m.g.changes()
	if t.compared[side] == now {
		return
	}
	t.begins[side] = grown(t.begins[side], len(t.ranks)*g.size)
	other := received
	if side == received {
		other = sent
	}
	for i, r := range t.ranks {
		m.look()
		own, begins := *g.members[r].side(side), t.beginsOf(side, i, g.size)
		for q, o := range g.members {
			their := *o.side(other)
			begins[q] = their[r]
			switch n, k := own[q+1]-own[q], their[r+1]-their[r]; {
			case n == k:
			case side == received:
				m.miscounted(alltoallv, q, r, k, n)
			default:
				m.miscounted(alltoallv, r, q, n, k)
			}
		}
	}
	t.compared[side] = now
}

// beginsOf is, of every rank's vector on the other side, where the block for the team's i-th
// begins, or that from it.
func (t *team) beginsOf(side, i, size int) []int { return t.begins[side][i*size:][:size] }

// dealCounts is deal, after the lengths are compared; a tile is dealt to one processor after the other.
func (j *job[T]) dealCounts(w passage) {
	p, from := j.p, j.s.sources(j.p)
	dst := j.s.teams[p.t.id].dst
	for i0 := 0; i0 < len(dst); i0 += dealTile {
		for q0 := 0; q0 < len(from); q0 += dealTile {
			some := from[q0:min(q0+dealTile, len(from))]
			for i := i0; i < min(i0+dealTile, len(dst)); i++ {
				p.look()
				to, at := dst[i], p.g.members[p.t.ranks[i]].arrivals[q0:]
				begins := p.t.beginsOf(received, i, len(from))[q0:]
				for q, f := range some {
					switch to := to[at[q]:at[q+1]]; {
					case len(to) > byWords:
						carry(p, w, to, span(f, begins[q], len(to)))
					case len(to) > 0:
						copyWords(to, span(f, begins[q], len(to)))
					}
				}
			}
		}
	}
}

// serveCounts is serve, likewise, but for the tiles, which gain nothing with blocks of pastLeast and more. It
// returns how many elements, with those that the team keeps, which take their time, too: who gives little to
// others does not learn that it takes long.
func (j *job[T]) serveCounts(w passage) (moved int) {
	p, to := j.p, j.s.destinations(j.p)
	for i, r := range p.t.ranks {
		src, at, begins := j.s.teams[p.t.id].src[i], p.g.members[r].offsets, p.t.beginsOf(sent, i, len(to))
		for q, first := range to {
			if n := at[q+1] - at[q]; n > 0 {
				carry(p, w.toward(p, q), span(first, begins[q], n), src[at[q]:][:n])
				moved += n
			}
		}
	}
	return moved
}
