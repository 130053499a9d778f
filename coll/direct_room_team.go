package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Rooms of teams of several processors. Others read them between two signals, as they read vectors, so one
// room serves every call. In a gather by two teams the one without the root only fills its room, and the
// root's copies all: what it copies lies in its own cache afterwards, where the root reads it.
//
// Two cores of a Zen 4 take so much of the time by 4 to 16 processors, and in a gather by 64, where these write
// what they give before each call and read what they get after it, with as much of the longer vector as is
// copied (BenchmarkFresh; with vectors that nobody touches between the calls 0.95 … 1.04). Allgathers and
// alltoalls give no rooms: that would gain little.
//
//	                 near            far
//	broadcast        0.90 … 1.0      0.69 … 0.94
//	reducescatter    0.82 … 1.0      0.57 … 0.70
//	scatter          0.84 … 1.0      0.61 … 0.89
//	gather           0.55 … 1.04     past the caches, as before

// giveRooms comes after putAddresses. It copies what other teams will read of the sources of count processors
// of the team, from the one at place on, and says that they lie there, if the first of these is written anew
// and has so many bytes at least.
func (j *job[T]) giveRooms(place, count, least int) {
	p, own := j.p, j.s.teams[j.p.t.id]
	src, size := own.src[place:][:count], sizeOf[T]()
	n := len(src[0])
	if !j.roomy(n*size) || !p.mayBeFresh(n*size, least) {
		return
	}
	whole := j.readWhole(place)
	if whole && len(p.g.teams) > 2 || !gaveAnew(p.t, src[0]) {
		return
	}
	step := (n*size + 63) / 64 * 64 / size // processors' copies share no cache line
	own.rooms[0] = grown(own.rooms[0], step*count)
	p.t.roomed = p.seq
	for i, src := range src {
		p.look()
		room, dst := own.rooms[0][i*step:][:n], own.dst[place+i]
		for _, t := range p.g.teams {
			if lo, hi := j.spanOf(t); t != p.t && !whole {
				move(room[lo:hi], src[lo:hi])
			}
		}
		if whole {
			move(room, src)
		}
		if lo, hi := j.blockOf(p.t.ranks[place+i]); j.c.collective() == scatter && &src[lo] == &dst[0] {
			dst = room[lo:hi] // in place for others, too
		}
		j.s.putRoom(p, place+i, addressesOf(dst, room))
	}
}

// roomedMost is the most processors of a team that others' blocks are read by in rooms.
const roomedMost = 8

// roomy reports whether teams may give rooms for vectors of so many bytes.
func (j *job[T]) roomy(bytes int) bool {
	g, c := j.p.g, j.c.collective()
	if c != scatter { // of which only the root has one
		bytes *= len(j.p.t.ranks)
	}
	return g.most > 1 && (g.most <= roomedMost || c == gather) && g.dense && bytes <= g.m.freshMost && j.bytesApart() < g.m.spill.pieces
}

// readWhole reports whether others read all that the processor at that place of the team gives, not only the
// blocks of their processors.
func (j *job[T]) readWhole(place int) bool {
	switch own := j.s.teams[j.p.t.id]; j.c.collective() {
	case broadcast, gather:
		return true
	case scatter:
		d := gatheringOf(j.blocks(), j.c.root(), &own.src[place][0], &own.dst[place][0])
		return d.shared(j.p.g, sizeOf[T]())
	}
	return false
}

// spanOf is where the blocks of a team's processors lie, whose ranks are successive.
func (j *job[T]) spanOf(t *team) (lo, hi int) {
	lo, _ = j.blockOf(t.ranks[0])
	_, hi = j.blockOf(t.ranks[len(t.ranks)-1])
	return lo, hi
}

// putRoom puts the addresses of a processor whose source is in a room.
func (s *typed[T]) putRoom(p *Proc, place int, a addresses[T]) {
	a.src = (*T)(unsafe.Add(unsafe.Pointer(a.src), inRoom))
	if own := s.teams[p.t.id]; len(own.src) > addressedMost {
		own.laid[p.seq&1][place] = a
	} else {
		a.tell(buffers.Payload[int64](&p.t.line, p.seq, 2*len(own.src))[2*place:])
	}
}

// unflagged is the address of a source, whether it is in a room or not.
func unflagged[T Elem](src *T) *T {
	if uintptr(unsafe.Pointer(src))&inRoom != 0 {
		return (*T)(unsafe.Add(unsafe.Pointer(src), -inRoom))
	}
	return src
}

// fromRoom reports whether the source of a rank in another team is in a room.
func (j *job[T]) fromRoom(r int) bool {
	g, at := j.p.g, j.p.g.seats[r]
	return g.most > 1 && g.m.freshMost > 0 && at.t != j.p.t &&
		uintptr(unsafe.Pointer(j.s.addressesBy(j.p, at.t, at.place).src))&inRoom != 0
}

// handRoomsBack hands back elements lo … hi-1 of all sources in others' rooms.
func (j *job[T]) handRoomsBack(lo, hi int) {
	p := j.p
	for _, t := range p.g.teams {
		if !j.fromRoom(t.ranks[0]) {
			continue
		}
		for _, r := range t.ranks {
			handBack(unsafe.Pointer(elementAt(j.s.srcAt(p, r), lo)), (hi-lo)*sizeOf[T]())
		}
	}
}

// gathersFromRooms reports whether the team without the root of a gather has given rooms.
func (j *job[T]) gathersFromRooms() bool {
	p, root := j.p, j.p.g.seats[j.c.root()]
	if root.t != p.t {
		return p.t.roomed == p.seq
	}
	for _, t := range p.g.teams {
		if j.fromRoom(t.ranks[0]) {
			return true
		}
	}
	return false
}
