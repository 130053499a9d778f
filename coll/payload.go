package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// medium is where a team leaves its processors' words for the other teams to read.
type medium int

const (
	inLine    medium = iota // beside the signal
	inBank                  // packed in the team's bank
	inVectors               // in the processors' own vectors
)

// wideElems is how many elements of a team's processors together go by its bank; longer vectors
// are read where they are. A bank saves the second signal and costs a copy, into lines that the
// other core has, which then fetches them. Both ways cost the same at 2 KiB a team if sources
// were written since the last call, at some 700 bytes if the other core has read them before.
// Single processors: see direct_bank.go.
const wideElems = 128

// mediumOf is the medium of a call in which every processor gives n elements. It goes by length
// alone: all teams choose the same.
func (g *group) mediumOf(n int) medium {
	return mediumOf(int64(n) * int64(g.most)) // on 32 bits more than an int, if all give one src
}

// mediumOf is that for at most n elements in any team.
func mediumOf(n int64) medium {
	switch {
	case n <= buffers.LineWords:
		return inLine
	case n <= wideElems:
		return inBank
	}
	return inVectors
}

// pack puts src of each of the team's processors into the medium, one after another in the
// order of their ranks; in vectors they stay where they are, and their addresses go out.
func (s *typed[T]) pack(p *Proc, in medium) {
	if in == inVectors {
		s.putAddresses(p)
		return
	}
	own := s.teams[p.t.id]
	n := 0
	for _, src := range own.src {
		n += len(src)
	}
	to := s.packed(p, p.t.id, in, n)
	for _, src := range own.src {
		if len(src) == 1 {
			to[0] = src[0]
		} else {
			asm.Copy(to[:len(src)], src)
		}
		to = to[len(src):]
	}
}

// packed is the payload of a team in this collective, n elements by line or bank. A bank is made
// by its own team, which packs before it publishes.
func (s *typed[T]) packed(p *Proc, team int, in medium, n int) []T {
	if in == inLine {
		return buffers.Payload[T](&p.g.teams[team].line, p.seq, n)
	}
	return s.bankAt(p, team, p.seq)[:n]
}

// bankAt is the bank of a team for the collective of that number.
func (s *typed[T]) bankAt(p *Proc, team int, seq uint64) []T {
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

// inputs is every rank's first element, in whatever medium. Those on lines and in banks are
// remembered for the next call of the same length. Call it after greet.
func (s *typed[T]) inputs(p *Proc, n int, in medium) []*T {
	own, k := s.teams[p.t.id], p.seq%buffers.LineBanks
	if in == inVectors {
		return s.sources(p)
	}
	if own.n[k] != n {
		own.n[k] = n
		if own.sources[k] == nil {
			own.sources[k] = spaced[*T](p.g.size, p.g.gap)
		}
		for i, t := range p.g.teams {
			from := unsafe.SliceData(s.packed(p, i, in, n*len(t.ranks))) // n may be 0
			for j, r := range t.ranks {
				own.sources[k][r] = elementAt(from, j*n)
			}
		}
	}
	return own.sources[k]
}
