package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
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
// On near cores of a Zen 4 teams of several use their banks for up to twice as many
// (ways.bankElems). With 192 and 256 elements of float64 a team, by 4, 8 and 64 processors, that takes
// so much of the time, in brackets with vectors that nobody touches between the calls (BenchmarkWide):
//
//	allreduce of 4 and 8, reduce    0.65 … 0.80 (0.80 … 1.18)
//	allgather, scan                 0.55 … 0.79 (0.80 … 1.04)
//	reducescatter                   0.86 … 0.95 (0.97 … 1.09)
//	alltoall                        0.85 … 1.00 (0.99 … 1.15)
//	broadcast, gather, scatter      0.70 … 0.95 (0.74 … 1.05)
//
// With 384 the times in brackets are up to 1.5.
//
// On an Intel Xeon (Emerald Rapids) the more processors a team has, the longer that pays: it is up to 64
// elements for each (ways.bankEach). With 256 by 8, and with 512 by 16, 32 and 64, it takes:
//
//	allreduce, reduce of 8          0.71 … 0.75 (0.98 … 1.10; as collbench calls them 1.3)
//	allgather, scan                 0.55 … 0.86 (0.81 … 1.12)
//	reducescatter of 8              0.79 … 0.86 (1.16 … 1.18)
//	alltoall                        0.76 … 0.89 (1.11 … 1.33)
//	gather, scatter                 0.71 … 0.91 (0.90 … 1.24)
//
// By 4 that takes 0.66 … 0.96 with 256, but in brackets up to 1.7. Two cores of a Zen 3 take 0.62 … 0.96
// (0.73 … 1.39) of the time by 8 with 256, by 16 to 64 with 512: there the same holds.
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
	case n <= int64(g.bankElems()):
		return inBank
	}
	return inVectors
}

// bankElems is how many elements of a team go by its bank, in this group.
func (g *group) bankElems() int {
	return min(g.m.bankElems, max(wideElems, g.most*g.m.bankEach))
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
		room := p.g.bankElems()
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
