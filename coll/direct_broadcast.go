package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// directBroadcast: each team copies the root's vector to its own processors or, where
// they are few, its range of it to all: (P-1)·n elements copied.
func (j *job[T]) directBroadcast() {
	p, n := j.p, j.n
	own, root := j.s.teams[p.t.id], p.g.seats[j.c.root()]
	in := p.g.mediumOf(n)
	switch {
	case in == inVectors:
		j.s.putAddresses(p)
		if root.t == p.t {
			j.giveRooms(root.place, 1, freshFrom)
		}
	case root.t == p.t:
		asm.Copy(j.s.packed(p, p.t.id, in, n), own.dst[root.place])
	}
	p.publish()
	p.meetFar(in)
	if in != inVectors {
		from := j.s.packed(p, root.t.id, in, n)
		for i, to := range own.dst {
			if p.t.ranks[i] != j.c.root() {
				asm.Copy(to, from)
			}
		}
	} else {
		j.spreadRoot()
	}
	p.leaveFrom(in)
}

// spreadRoot is the team's share of a broadcast on the vectors.
func (j *job[T]) spreadRoot() {
	p, n, root := j.p, j.n, j.c.root()
	first, lo, hi := j.s.srcAt(p, root), 0, n
	from, size := unsafe.Slice(first, n), n*sizeOf[T]()
	distant := p.g.most <= fewGiven && j.distant(size)
	if each := p.g.size / len(p.g.teams); !distant && j.spreadsOwn() {
		spread(p, j.passageOf(first, (each+1)*size), j.s.ownDestinations(p), 0, from, nearTile)
	} else {
		lo, hi = cut(n, len(p.g.teams), p.t.id)
		w := j.passageOf(first, size/len(p.g.teams)*p.g.size)
		w.others = distant && p.t.beginWriting(j.c, size)
		to := j.s.destinations(p)
		to[root] = first // spread leaves out who has it
		spread(p, w, to, lo, from[lo:hi], p.c.m.rangeTile)
		p.t.endWriting(p.othersBut(root) * (hi - lo) * sizeOf[T]())
	}
	if j.fromRoom(root) {
		handBack(span(first, lo, hi-lo))
	}
}

// spreadsOwn reports whether near teams copy all of the root's vector to their own processors only.
func (j *job[T]) spreadsOwn() bool {
	each := j.p.g.size / len(j.p.g.teams)
	return each >= 8 || each >= 4 && j.n*sizeOf[T]() <= j.p.c.m.ownMost
}

// ownMost is the bytes up to which a team of 4 to 7 processors copies to its own only.
// Between two cores that takes 0.65 … 0.97 of the time of copying a range to all, and
// where the processors read what they get 0.7 … 0.9; above, that a root's team has one
// vector less to fill counts for more. On an Intel Xeon (Emerald Rapids) with 128 and 256 KiB it takes
// 0.6 … 1.0 where the root writes and all read between the calls, 0.9 … 1.1 where nobody does; with 512 KiB
// 0.8 … 0.95 and 0.95 … 1.3 (BenchmarkOwnMost).
const ownMost = 64 << 10

// rangeTile is the elements of a tile of its range that stays in the cache while all get it, where
// copies go by the string instruction, which takes its time to begin. Else nearTile is: by 4 to 14
// processors that takes 0.77 … 0.88 of the time from 128 KiB to 2 MiB, by 14 of 2 MiB the same (Zen
// 4, BenchmarkRangeTiles; others without that instruction were not measured).
const rangeTile = 8 << 10
