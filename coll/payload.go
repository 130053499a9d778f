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
//
// On near cores of a Zen 4 teams of several use their banks up to twice as many (ways.bankElems): with
// 192 and 256 elements of float64 a team, by 4, 8 and 64, that takes so much of the time, in
// brackets with vectors that nobody touches between the calls (BenchmarkWide):
//
//	allreduce, 4 and 8; reduce            0.65 … 0.78 (0.85 … 1.13)
//	allgather                             0.69 … 0.76 (0.82 … 1.0)
//	scan                                  0.55 … 0.75 (0.82 … 0.95)
//	reducescatter                         0.80 … 0.90 (0.95 … 1.04)
//	alltoall                              0.82 … 0.96 (0.95 … 1.08)
//	broadcast, gather, scatter            0.68 … 0.95 (0.75 … 0.96)
//
// With 384 the first column is as good, but the second up to 1.5.
const wideElems = 128

// mediumOf is the medium of a call in which every processor gives n elements. It goes by length
// alone: all teams choose the same.
func (g *group) mediumOf(n int) medium {
	return g.medium(int64(n) * int64(g.most)) // on 32 bits more than an int, if all give one src
}

// medium is that for at most n elements in any team.
func (g *group) medium(n int64) medium {
	switch {
	case n <= buffers.LineWords:
		return inLine
	case n <= int64(g.m.bankElems):
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
	own.words = s.packed(p, p.t.id, in, own.gives())
	own.packInto(own.words)
}

// packNear is pack for a call in which the team itself reads what it packs, as the others do: not
// for a gather or a reduce, where one team reads all. On some processors (ways.near) it reads a copy,
// and packNear returns true: there a load from a line that another core has written takes the line
// away from that one, which would have to fetch its own words back. On two near cores of a Zen 4 a
// call takes so much of the time then, with vectors or blocks of so many bytes (BenchmarkNear):
//
//	processors              4                        8                        64
//	allreduce, doubling     0.72 … 0.92 (16 … 256)   0.8 … 0.95 (16 … 256)
//	scan                    0.83 … 1.03 (16 … 256)   0.87 … 0.97 (16 … 256)   0.91 … 0.97 (16, 32)
//	allgather               0.86 … 0.99 (8 … 256)    0.79 … 0.94 (8 … 256)    0.88 … 1.0 (8 … 32)
func (s *typed[T]) packNear(p *Proc, in medium) bool {
	if in == inVectors || !p.c.m.near || len(p.g.teams) == 1 {
		s.pack(p, in)
		return false
	}
	own := s.teams[p.t.id]
	if own.near == nil {
		own.near = spaced[T](p.c.m.bankElems, p.g.gap)
	}
	own.words = own.near[:own.gives()]
	own.packInto(own.words)
	asm.Copy(s.packed(p, p.t.id, in, len(own.words)), own.words)
	return true
}

// packShares is pack of a block of n elements for every processor. What is for the team itself lies
// in the same cache lines as what is for the others if its blocks of one source fill less than one:
// then packNear takes 0.8 … 0.97 of the time, with 8 and 16 bytes by 4 and 8 by 8. Else it takes more.
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
		room := p.c.m.bankElems
		if p.g.onward {
			room = max(room, onwardMost/sizeOf[T]())
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
	if own.sources[k] == nil {
		own.sources[k] = spaced[*T](p.g.size, p.g.gap)
	}
	if own.n[k] != n || own.sources[k][p.t.ranks[0]] != unsafe.SliceData(own.words) {
		own.n[k] = n
		for i, t := range p.g.teams {
			from := unsafe.SliceData(s.wordsOf(p, i, in, n*len(t.ranks))) // n may be 0
			for j, r := range t.ranks {
				own.sources[k][r] = elementAt(from, j*n)
			}
		}
	}
	return own.sources[k]
}
