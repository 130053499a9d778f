package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Where the vectors lie. A direct collective on the processors' own vectors needs
// their addresses, and the arrays that hold them are written by another core: to
// fetch them after its signal is one more way between two cores. A team of few
// processors sends the addresses beside the signal.

// handed is the most processors whose addresses, of dst and src, a line holds.
const handed = buffers.LineWords / 2

// hand puts the addresses of the team's vectors into its line, before publish.
// They are numbers there, which the garbage collector does not see: it sees the
// slices in the team's arrays.
func (s *typed[T]) hand(p *Proc) {
	own := s.teams[p.t.id]
	if len(own.src) > handed {
		return
	}
	w := buffers.Payload[int64](&p.t.line, p.seq)
	for i, src := range own.src {
		w[2*i] = int64(uintptr(unsafe.Pointer(unsafe.SliceData(own.dst[i]))))
		w[2*i+1] = int64(uintptr(unsafe.Pointer(unsafe.SliceData(src))))
	}
}

// addresses are those that a team handed over, dst and src of each processor in
// turn; nil where it has not: then they are in its arrays.
func (s *typed[T]) addresses(p *Proc, t *team) []int64 {
	if t == p.t || len(t.ranks) > handed {
		return nil
	}
	return buffers.Payload[int64](&t.line, p.seq)
}

// address makes a number a pointer again. Its vector is alive, since its owner is in the
// same collective, and lies on no stack, which could move (TestVectorsEscape).
func address[T Elem](n int64) *T {
	u := uintptr(n)
	return *(**T)(unsafe.Pointer(&u))
}

// dstAt is the first element of the destination of a rank, after meet in a
// collective in which every team called hand.
func (s *typed[T]) dstAt(p *Proc, r int) *T {
	at := p.g.seats[r]
	if w := s.addresses(p, at.t); w != nil {
		return address[T](w[2*at.place])
	}
	return unsafe.SliceData(s.teams[at.t.id].dst[at.place])
}

// srcAt is the same of its source.
func (s *typed[T]) srcAt(p *Proc, r int) *T {
	at := p.g.seats[r]
	if w := s.addresses(p, at.t); w != nil {
		return address[T](w[2*at.place+1])
	}
	return unsafe.SliceData(s.teams[at.t.id].src[at.place])
}

// sources is every rank's first element of src, in this team's own array.
func (s *typed[T]) sources(p *Proc) []*T {
	own := s.teams[p.t.id]
	for i, t := range p.g.teams {
		w := s.addresses(p, t)
		for j, r := range t.ranks {
			if w != nil {
				own.from[r] = address[T](w[2*j+1])
			} else {
				own.from[r] = unsafe.SliceData(s.teams[i].src[j])
			}
		}
	}
	return own.from
}

// destinations is every rank's first element of dst, likewise.
func (s *typed[T]) destinations(p *Proc) []*T {
	own := s.teams[p.t.id]
	for i, t := range p.g.teams {
		w := s.addresses(p, t)
		for j, r := range t.ranks {
			if w != nil {
				own.to[r] = address[T](w[2*j])
			} else {
				own.to[r] = unsafe.SliceData(s.teams[i].dst[j])
			}
		}
	}
	return own.to
}

// ownDestinations is the same of the team's own processors, in its order.
func (s *typed[T]) ownDestinations(p *Proc) []*T {
	own := s.teams[p.t.id]
	for i, d := range own.dst {
		own.to[i] = unsafe.SliceData(d)
	}
	return own.to[:len(own.dst)]
}
