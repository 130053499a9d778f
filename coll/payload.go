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

// nearShare is how many elements of a team, each for one processor, are packed near it too. Of more,
// what it reads itself lies in other cache lines than what the others take away.
const nearShare = 32

// pack puts src of each of the team's processors into the medium, one after another in the
// order of their ranks; in vectors they stay where they are, and their addresses go out.
func (s *typed[T]) pack(p *Proc, in medium) {
	if in == inVectors {
		s.putAddresses(p)
		return
	}
	own := s.teams[p.t.id]
	own.given = s.packed(p, p.t.id, in, own.gives())
	own.packInto(own.given)
}

// packNear is pack of what the team itself reads too. On some processors (ways.near) it does so from
// a copy: there a load from a line that another core has written takes it away from that one, which
// would have to fetch its own words back. On two near cores of a Zen 4 that takes so much of the
// time, with vectors or blocks of so many bytes (BenchmarkNear):
//
//	processors                    4             8             64
//	allreduce       16 … 256      0.72 … 0.92   0.8 … 0.95    1.0
//	scan            16 … 256      0.83 … 1.03   0.87 … 0.97   0.91 … 0.97
//	allgather        8 … 256      0.86 … 0.99   0.79 … 0.94   0.88 … 1.0
//	reducescatter    8, 16        0.8, 0.95     0.85, 1.0
//	alltoall         8, 16        0.87, 0.97    0.94, 1.0
//
// An allreduce by doubling or spectral of 8 to 32 bytes takes 0.83 … 0.94.
func (s *typed[T]) packNear(p *Proc, in medium) {
	if in == inVectors || !p.c.m.near || len(p.g.teams) == 1 {
		s.pack(p, in)
		return
	}
	own := s.teams[p.t.id]
	if own.near == nil {
		own.near = spaced[T](wideElems, p.g.gap)
	}
	own.given = own.near[:own.gives()]
	own.packInto(own.given)
	asm.Copy(s.packed(p, p.t.id, in, len(own.given)), own.given)
}

// packShares is pack of words each of which is for one processor.
func (s *typed[T]) packShares(p *Proc, in medium) {
	if in != inVectors && s.teams[p.t.id].gives() <= nearShare {
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

// given is what a team has packed, n elements, where this one reads it.
func (s *typed[T]) given(p *Proc, team int, in medium, n int) []T {
	if team == p.t.id {
		return s.teams[team].given[:n]
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
	if own.sources[k] == nil {
		own.sources[k] = spaced[*T](p.g.size, p.g.gap)
	}
	if own.n[k] != n || own.sources[k][p.t.ranks[0]] != unsafe.SliceData(own.given) {
		own.n[k] = n
		for i, t := range p.g.teams {
			from := unsafe.SliceData(s.given(p, i, in, n*len(t.ranks))) // n may be 0
			for j, r := range t.ranks {
				own.sources[k][r] = elementAt(from, j*n)
			}
		}
	}
	return own.sources[k]
}
