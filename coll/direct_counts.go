package coll

// Alltoallv by direct, in which every pair has a length of its own: between two signals each
// team checks, then copies. A length on which two ranks disagree is found before anything is
// written by the team that finds it. With a core for each processor short calls go as
// direct_told.go says.

// directAlltoallv copies what the team's processors get or, of long blocks, give: see
// serveBlock, but the blocks' mean decides. Either way all their counts are checked first.
func (j *job[T]) directAlltoallv() {
	p := j.p
	if past := j.copiesPast(); p.g.servesCounts(j.elems() / 2 * sizeOf[T]()) {
		j.serveCounts(past)
	} else {
		j.dealCounts(past)
	}
	p.leaveFrom(inPlace)
}

// serveMean is the bytes of a mean block from which a team serves in an alltoallv. Two cores
// (Zen 5) with 2 to 64 processors and blocks of 4 to 32 KiB take 0.4 … 1.0 of the time where
// processors write what they give before each call and read what they get after it, otherwise
// 0.65 … 1.1; with shorter ones 8 to 64 take 0.8 … 1.6.
const serveMean = 4 << 10

// servesCounts reports whether each serves in an alltoallv of so many bytes.
func (g *group) servesCounts(bytes int) bool {
	return (g.m.gives || !g.alone) && bytes/g.size/g.size >= serveMean
}

// changes is how often counts of the group's processors have changed.
func (g *group) changes() (all uint64) {
	for _, m := range g.members {
		all += m.changes
	}
	return all
}

// The sides of a processor's lengths.
const (
	received = iota
	sent
)

func (l *layout) side(s int) []int {
	if s == received {
		return l.arrivals
	}
	return l.offsets
}

// compareCounts ends the Run where what a processor of the team receives or, on the other
// side, sends has another length for the other rank. It need not look while nobody's
// counts have changed.
func (m *member) compareCounts(side int) {
	now := m.g.changes()
	if m.t.compared[side] == now {
		return
	}
	other := received
	if side == received {
		other = sent
	}
	for _, r := range m.t.ranks {
		m.look()
		own := m.g.members[r].side(side)
		for q, o := range m.g.members {
			their := o.side(other)
			switch n, k := own[q+1]-own[q], their[r+1]-their[r]; {
			case n == k:
			case side == received:
				m.miscounted(alltoallv, q, r, k, n)
			default:
				m.miscounted(alltoallv, r, q, n, k)
			}
		}
	}
	m.t.compared[side] = now
}

// dealCounts is deal, after the lengths are compared.
func (j *job[T]) dealCounts(past bool) {
	p, from := j.p, j.s.sources(j.p)
	p.compareCounts(received)
	dst := j.s.teams[p.t.id].dst
	for i := 0; i < len(dst); i += dealTile {
		ranks := p.t.ranks[i:min(i+dealTile, len(dst))]
		for q0 := 0; q0 < len(from); q0 += dealTile {
			for q := q0; q < min(q0+dealTile, len(from)); q++ {
				p.look()
				lo := p.g.members[q].offsets
				for k, r := range ranks {
					at := p.g.members[r].arrivals
					to := dst[i+k][at[q]:at[q+1]]
					switch n := len(to); {
					case n > byWords:
						carry(p, past, to, span(from[q], lo[r], n))
					case n > 0:
						copyWords(to, span(from[q], lo[r], n))
					}
				}
			}
		}
	}
}

// serveCounts is serve, likewise, but for the tiles, which gain nothing with blocks as long as
// serveMean.
func (j *job[T]) serveCounts(past bool) {
	p, to := j.p, j.s.destinations(j.p)
	p.compareCounts(sent)
	for i, r := range p.t.ranks {
		src, at := j.s.teams[p.t.id].src[i], p.g.members[r].offsets
		for q, m := range p.g.members {
			if n := at[q+1] - at[q]; n > 0 {
				carry(p, past, span(to[q], m.arrivals[r], n), src[at[q]:][:n])
			}
		}
	}
}
