package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Where the vectors lie. A collective on the processors' own vectors needs their addresses. A
// team of few processors sends them beside the signal, which saves a way between two cores. A
// larger one lists them, for the others to read, when all its processors have come. Each could
// do so for itself as it comes, but would store to a line that another core has, and the switch
// to the next processor would wait for that.

// addressedMost is the most processors whose addresses, of dst and src, a line holds.
const addressedMost = buffers.LineWords / 2

// putAddresses puts the addresses of the team's vectors where the others find them, before publish.
// In the line they are numbers, which the garbage collector does not see: it sees the slices
// in the team's arrays.
func (s *typed[T]) putAddresses(p *Proc) {
	own := s.teams[p.t.id]
	p.sayAnew()
	switch {
	case len(p.g.teams) == 1:
		return
	case len(own.src) > addressedMost:
		laid := &own.laid[p.seq&1]
		if *laid == nil {
			*laid = spaced[addresses[T]](len(own.src), p.g.gap)
		}
		for i, src := range own.src {
			(*laid)[i] = addressesOf(own.dst[i], src)
		}
		return
	}
	w := buffers.Payload[int64](&p.t.line, p.seq, 2*len(own.src))
	for i, src := range own.src {
		addressesOf(own.dst[i], src).tell(w[2*i:])
	}
}

// addresses are where a processor's vectors begin.
type addresses[T Elem] struct {
	dst, src *T
	roomed   bool // src is a copy in a room: see direct_room.go
}

func addressesOf[T Elem](dst, src []T) addresses[T] {
	return addresses[T]{dst: unsafe.SliceData(dst), src: unsafe.SliceData(src)}
}

// inRoom is the bit of a line's word that says roomed. A vector may begin at any byte, so that the lowest bit
// of its address is not free. But of the two highest, which are alike on all systems, one is enough.
const inRoom = 1

// tell puts them as numbers into two words of a line.
func (a addresses[T]) tell(w []int64) {
	w[0], w[1] = int64(uintptr(unsafe.Pointer(a.dst))), int64(uintptr(unsafe.Pointer(a.src)))<<1
	if a.roomed {
		w[1] |= inRoom
	}
}

// told is what the words say.
func told[T Elem](w []int64) addresses[T] {
	return addresses[T]{address[T](w[0]), address[T](w[1] >> 1), w[1]&inRoom != 0}
}

// addressesBy is the addresses that a processor has put; those of p's own team are at hand. In
// calls with private lengths (openPrivate) nobody puts any this way, and its vectors are so long
// that the time to look for them does not count.
func (s *typed[T]) addressesBy(p *Proc, t *team, place int) addresses[T] {
	switch o := s.teams[t.id]; {
	case t == p.t || p.g.lengthsFit() && p.t.calls[p.place].collective().private():
		return addressesOf(o.dst[place], o.src[place])
	case len(t.ranks) > addressedMost:
		return o.laid[p.seq&1][place]
	}
	return told[T](buffers.Payload[int64](&t.line, p.seq, 2*len(t.ranks))[2*place:])
}

// address makes a number a pointer again. Its vector is alive, since its owner is in the
// same collective, and lies on no stack, which could move (TestVectorsEscape).
func address[T Elem](n int64) *T {
	u := uintptr(n)
	return *(**T)(unsafe.Pointer(&u))
}

// dstAt is the first element of the destination of a rank, after meet in a
// collective in which every team called putAddresses.
func (s *typed[T]) dstAt(p *Proc, r int) *T {
	at := p.g.seats[r]
	return s.addressesBy(p, at.t, at.place).dst
}

// srcAt is the same of its source.
func (s *typed[T]) srcAt(p *Proc, r int) *T {
	at := p.g.seats[r]
	return s.addressesBy(p, at.t, at.place).src
}

// sources is every rank's first element of src, in this team's own array.
func (s *typed[T]) sources(p *Proc) []*T {
	own := s.teams[p.t.id]
	for _, t := range p.g.teams {
		for place, r := range t.ranks {
			own.from[r] = s.addressesBy(p, t, place).src
		}
	}
	return own.from
}

// destinations is every rank's first element of dst, likewise.
func (s *typed[T]) destinations(p *Proc) []*T {
	own := s.teams[p.t.id]
	for _, t := range p.g.teams {
		for place, r := range t.ranks {
			own.to[r] = s.addressesBy(p, t, place).dst
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
