package coll

import (
	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// place is where the other teams find a team's words.
type place int

const (
	inLine  place = iota // beside the signal
	inBank               // packed in the team's bank
	inPlace              // in the processors' own vectors
)

// wideElems is how many elements of a team's processors together go by its bank; longer vectors
// are read where they are. A bank saves the second signal and costs a copy, into lines that the
// other core has, which then fetches them. Both ways cost the same at 2 KiB a team if sources
// were written since the last call, at some 700 bytes if the other core has read them before.
// Single processors: see direct_bank.go.
const wideElems = 128

// placeOf is where the payloads of a team's processors go, n elements of each: alike on all
// teams, by length alone.
func (g *group) placeOf(n int) place {
	return placeOf(int64(n) * int64(g.most)) // on 32 bits more than an int, if all give one src
}

// placeOf is the same for at most n elements in any team.
func placeOf(n int64) place {
	switch {
	case n <= buffers.LineWords:
		return inLine
	case n <= wideElems:
		return inBank
	}
	return inPlace
}

// pack puts src of each of the team's processors where they are decided to be, one after
// another in the order of their ranks; or hands over where they are.
func (s *typed[T]) pack(p *Proc, b place) {
	if b == inPlace {
		s.hand(p)
		return
	}
	own := s.teams[p.t.id]
	to := s.packed(p, p.t.id, b)
	for _, src := range own.src {
		if len(src) == 1 {
			to[0] = src[0]
		} else {
			asm.Copy(to[:len(src)], src)
		}
		to = to[len(src):]
	}
}

// packed is the payload of a team in this collective. A bank is made by its own
// team, which packs before it publishes.
func (s *typed[T]) packed(p *Proc, team int, b place) []T {
	return s.packedAt(p, team, b, p.seq)
}

// packedAt is the same for the collective of another number.
func (s *typed[T]) packedAt(p *Proc, team int, b place, seq uint64) []T {
	if b == inLine {
		return buffers.Payload[T](&p.g.teams[team].line, seq)
	}
	t := s.teams[team]
	bank := &t.wide[seq&1]
	if *bank == nil && team == p.t.id {
		room := wideElems
		if p.g.onward {
			room = onwardMost / sizeOf[T]()
		}
		*bank = spaced[T](room, p.g.gap)
	}
	return *bank
}

// bank is where the words of a team that has published lie in a collective of that number.
func (s *typed[T]) bank(team int, seq uint64) []T { return s.teams[team].wide[seq&1] }

// inputs is every rank's first element, wherever it lies; where the places are
// the same as at the last call, they are remembered. Call it after greet.
func (s *typed[T]) inputs(p *Proc, n int, b place) []*T {
	own, k := s.teams[p.t.id], p.seq%buffers.LineBanks
	if b == inPlace {
		return s.sources(p)
	}
	if own.n[k] != n {
		own.n[k] = n
		if own.sources[k] == nil {
			own.sources[k] = spaced[*T](p.g.size, p.g.gap)
		}
		for i, t := range p.g.teams {
			from := s.packed(p, i, b)
			for j, r := range t.ranks {
				own.sources[k][r] = &from[j*n]
			}
		}
	}
	return own.sources[k]
}
