package coll

import (
	"slices"

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
//	broadcast        0.87 … 0.98     0.69 … 0.94
//	reducescatter    0.82 … 0.95     0.57 … 0.70
//	scatter          0.79 … 0.99     0.61 … 0.89
//	gather           0.55 … 1.04     past the caches, as before

// giveRooms comes after putAddresses. It copies what other teams will read of the sources of count processors
// of the team, from the one at place on, and says that they lie there, if the first of these is written anew
// and has so many bytes at least.
func (j *job[T]) giveRooms(place, count, least int) {
	p, own := j.p, j.s.teams[j.p.t.id]
	src, size := own.src[place:][:count], sizeOf[T]()
	n := len(src[0])
	if !j.roomy(n*size, least) {
		return
	}
	lo, hi, fits := j.ownPart(place)
	if !fits || !j.findsAnew(src[0], n*size, least) {
		return
	}
	step := (n*size + 63) / 64 * 64 / size // processors' copies share no cache line
	own.rooms[0] = grown(own.rooms[0], step*count)
	p.t.roomed = p.seq
	for i, src := range src {
		p.look()
		room, dst := own.rooms[0][i*step:][:n], own.dst[place+i]
		move(room[:lo], src[:lo])
		move(room[hi:], src[hi:])
		if lo, hi := j.blockOf(p.t.ranks[place+i]); j.c.collective() == scatter && &src[lo] == &dst[0] {
			dst = room[lo:hi] // in place for others, too
		}
		j.s.putRoom(p, place+i, addressesOf(dst, room))
	}
}

// ownPart is the range of what the processor at that place of the team gives that no other team reads. It does
// not fit a room where two would read the rest.
func (j *job[T]) ownPart(place int) (lo, hi int, fits bool) {
	g, own := j.p.g, j.s.teams[j.p.t.id]
	fits = len(g.teams) == 2
	switch j.c.collective() {
	case gather:
		return 0, 0, fits
	case broadcast:
		if !j.spreadsOwn() {
			lo, hi = cut(j.n, len(g.teams), j.p.t.id)
		}
		return lo, hi, fits
	case scatter:
		if d := gatheringOf(j.blocks(), j.c.root(), &own.src[place][0], &own.dst[place][0]); d.shared(g, sizeOf[T]()) {
			return 0, 0, fits
		}
	}
	lo, hi = j.spanOf(j.p.t)
	return lo, hi, true
}

// roomedMost is the most processors of a team where others than gathers give rooms.
const roomedMost = 8

// roomy reports whether teams may give rooms for vectors of so many bytes, where it pays from least on.
func (j *job[T]) roomy(bytes, least int) bool {
	g, c, all := j.p.g, j.c.collective(), bytes
	if c != scatter { // of which only the root has one
		all *= len(j.p.t.ranks)
	}
	return g.most > 1 && (g.most <= roomedMost || c == gather) && len(g.teams) > 1 && g.dense && bytes >= least &&
		g.m.handsLines() && all <= g.m.freshMost && j.bytesApart() < g.m.spill.pieces
}

// spanOf is where the blocks of a team's processors lie, whose ranks are successive.
func (j *job[T]) spanOf(t *team) (lo, hi int) {
	lo, _ = j.blockOf(t.ranks[0])
	_, hi = j.blockOf(t.ranks[len(t.ranks)-1])
	return lo, hi
}

// putRoom puts the addresses of a processor whose source is in a room.
func (s *typed[T]) putRoom(p *Proc, place int, a addresses[T]) {
	a.roomed = true
	if own := s.teams[p.t.id]; len(own.src) > addressedMost {
		own.laid[p.seq&1][place] = a
	} else {
		a.tell(buffers.Payload[int64](&p.t.line, p.seq, 2*len(own.src))[2*place:])
	}
}

// fromRoom reports whether the source of a rank in another team is in a room.
func (j *job[T]) fromRoom(r int) bool {
	at := j.p.g.seats[r]
	return at.t != j.p.t && j.s.addressesBy(j.p, at.t, at.place).roomed
}

// handRoomsBack hands back elements lo … hi-1 of all sources in others' rooms.
func (j *job[T]) handRoomsBack(lo, hi int) {
	p := j.p
	for _, t := range p.g.teams {
		if lo == hi || !j.fromRoom(t.ranks[0]) {
			continue
		}
		for _, r := range t.ranks {
			handBack(span(j.s.srcAt(p, r), lo, hi-lo))
		}
	}
}

// gathersFromRooms reports whether the team without the root of a gather has given rooms.
func (j *job[T]) gathersFromRooms() bool {
	p, root := j.p, j.p.g.seats[j.c.root()]
	if root.t != p.t {
		return p.t.roomed == p.seq
	}
	return slices.ContainsFunc(p.g.teams, func(t *team) bool { return j.fromRoom(t.ranks[0]) })
}
