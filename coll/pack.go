package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// How a team's processors' words come into the medium, and where the team itself reads them.

// pack puts src of each of the team's processors into the medium, one after another in the
// order of their ranks; in vectors they stay where they are, and their addresses go out.
func (s *typed[T]) pack(p *Proc, in medium) {
	if in == inVectors {
		s.putAddresses(p)
		return
	}
	own := s.teams[p.t.id]
	own.words = s.packed(p, p.t.id, in, own.gives())
	own.packInto(own.words)
	s.noteBank(p, in, p.seq, len(own.words))
}

// packNear is pack for a call in which the team itself reads what it packs, as the others do: not
// for a gather or a reduce, where one team reads all. On some processors (ways.packsNear) it reads a copy,
// and packNear returns true: there a load from a line that another core has written takes the line
// away from that one, which would have to fetch its own words back. On two near cores of a Zen 4 a
// call then takes so much of the time, by 4 or 8 processors with 8 to 256 bytes, in brackets by 64
// with 8 to 64 (BenchmarkNear):
//
//	allreduce                            0.7 … 0.95
//	allreduce by doubling or spectral    0.8 … 0.97
//	allgather                            0.75 … 1.0 (0.8 … 1.0)
//	scan                                 0.85 … 1.0 (0.8 … 0.97)
//
// On an Intel Xeon (Emerald Rapids) these take 0.86 … 1.05 (0.94 … 1.04), by doubling or spectral 0.82 … 0.96;
// on a Zen 3 0.88 … 1.02 (0.97 … 1.01).
func (s *typed[T]) packNear(p *Proc, in medium) bool {
	if in == inVectors || !p.c.m.packsNear || len(p.g.teams) == 1 {
		s.pack(p, in)
		return false
	}
	own := s.teams[p.t.id]
	if own.near == nil {
		own.near = spaced[T](p.g.bankElems(), p.g.gap)
	}
	own.words = own.near[:own.gives()]
	own.packInto(own.words)
	asm.Copy(s.packed(p, p.t.id, in, len(own.words)), own.words)
	s.noteBank(p, in, p.seq, len(own.words))
	return true
}

// packShares is pack of a block of n elements for every processor. What is for the team itself lies
// in the same cache lines as what is for the others if its blocks of one source fill less than one:
// then packNear takes 0.75 … 0.97 of the time, with 8 to 24 bytes by 4 and 8 by 8. Else it takes more.
func (s *typed[T]) packShares(p *Proc, in medium, n int) {
	const line = 64
	if n*len(p.t.ranks)*sizeOf[T]() < line {
		s.packNear(p, in)
	} else {
		s.pack(p, in)
	}
}

// gives is the elements that the team's processors give together.
func (t *typedTeam[T]) gives() (n int) {
	for _, src := range t.src {
		n += len(src)
	}
	return n
}

// packInto lays them one after another.
func (t *typedTeam[T]) packInto(to []T) {
	for _, src := range t.src {
		if len(src) == 1 {
			to[0] = src[0]
		} else {
			asm.Copy(to[:len(src)], src)
		}
		to = to[len(src):]
	}
}

// wordsOf is what a team has packed, n elements, where this one reads it.
func (s *typed[T]) wordsOf(p *Proc, team int, in medium, n int) []T {
	if team == p.t.id {
		return s.teams[team].words[:n]
	}
	return s.packed(p, team, in, n)
}
