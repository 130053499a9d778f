package coll

import (
	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Rooms. Where src is written anew before each call (anew.go) and nobody stores to what others read of it,
// a processor that is a team of its own gives a copy in room of the team's. Who has read that hands its
// lines back (handBack). Where all give such copies nobody comes near another's vectors, so there is no
// second signal: the two rooms serve in turn, as banks do. What more than one would read is given as it is.
//
// By two processors, on two cores of a Zen 4, that takes so much of the time with 4 KiB and more of the
// longer vector, touched and untouched as in anew.go (BenchmarkFresh). Far cores write allgathers, alltoalls
// and gathers of 8 KiB and more past the caches (direct_past.go), and of what is longer than aloneMost they
// give only broadcasts and scatters so:
//
//	                 near, to 64 KiB    to 512 KiB (untouched)       far, to 64 KiB    to 512 KiB (untouched)
//	reducescatter    0.70 … 1.0         0.83 … 0.96 (0.92 … 0.98)    0.57 … 0.67
//	allgather        0.69 … 0.98        0.74 … 0.78 (0.90 … 1.28)    0.57
//	alltoall         0.78 … 0.89        0.85 … 0.99 (0.96 … 1.05)    0.57
//	broadcast        0.41 … 0.75        0.45 … 0.63 (0.89 … 0.94)    0.45 … 0.59       0.40 … 0.57 (0.71 … 0.94)
//	gather           0.46 … 0.81        0.58 … 0.89 (0.96 … 1.0)     0.44
//	scatter          0.42 … 0.79        0.69 … 0.79 (0.96 … 1.0)     0.35 … 0.53       0.34 … 0.48 (0.73 … 1.02)
//
// Two cores of an Intel Xeon (Emerald Rapids) gain by it only where one gives the other what it has written
// (ways.pairMost), and if that hands no lines back: broadcasts, gathers and scatters of 4 to 256 KiB take 0.58 … 0.94 of
// the time (0.93 … 1.06). If lines are handed back, reducescatters, allgathers and alltoalls by two take 0.87 … 1.51, and
// by teams of 2 and 4 reducescatters, gathers and scatters from 32 to 128 KiB 1.07 … 1.36. On a Zen 3 gathers, scatters
// and broadcasts by two of 4 KiB take 0.73 … 0.94 (1.01 … 1.04), of 16 KiB 0.74 … 1.04 (1.00 … 1.11), of 64 KiB up to 1.26;
// if lines are handed back, gathers, scatters and reducescatters take up to 1.57 from 16 KiB on.

// fitsRoom reports whether a processor gives so many bytes in a room: as all may in such a call, or as one does.
func (m *Machine) fitsRoom(bytes int, all bool) bool {
	return m.handing || !all && bytes <= m.pairMost
}

// mayRoom reports whether it looks whether it is to.
func (m *member) mayRoom(bytes int, all bool) bool {
	return m.c.m.fitsRoom(bytes, all) && m.mayBeFresh(bytes, freshFrom)
}

// openRoom is openAlone with a copy of src in a room, if src is written anew; it reports whether. Only src's
// owner reads elements lo … hi-1.
func openRoom[T Elem](m *member, c call, dst, src []T, lo, hi int) bool {
	if !gaveAnew(m.t, src) {
		return false
	}
	m.look() // who unwinds must leave alone what others may be reading yet
	m.t.roomed = m.seq + 1
	room := &stateOf[T](m.g).teams[m.rank].rooms[m.t.roomed&1]
	*room = grown(*room, len(src))
	asm.Copy((*room)[:lo], src[:lo])
	asm.Copy((*room)[hi:], src[hi:])
	a := addressesOf(dst, *room)
	a.roomed = true
	a.tell(buffers.Payload[int64](&m.t.line, m.t.roomed, 2))
	m.announce(c)
	m.c.hold()
	return true
}

// roomed reports whether the source of a team's only processor is in a room.
func (m *member) roomed(t *team) bool {
	if t == m.t {
		return t.roomed == m.seq
	}
	return buffers.Payload[int64](&t.line, m.seq, 2)[1]&inRoom != 0
}

// allRoomed reports whether all sources are.
func (m *member) allRoomed() bool {
	for _, t := range m.g.teams {
		if !m.roomed(t) {
			return false
		}
	}
	return true
}

// fetch copies to dst what another team's room has from element lo on, and hands it back.
func fetch[T Elem](m *member, t *team, dst []T, lo int) {
	src := span(aloneSrc[T](m, t, nil), lo, len(dst))
	asm.Copy(dst, src)
	if m.c.m.handing {
		handBack(src)
	}
}
