package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Gather and Scatter by direct, and their v-forms: P·n elements copied in all, (P-1)·n in place;
// gathering.go says by whom.

func (j *job[T]) directGather() {
	p, n := j.p, j.n
	own, root := j.s.teams[p.t.id], p.g.seats[j.c.root()]
	in := p.g.mediumOf(n)
	j.s.pack(p, in)
	if in == inVectors && root.t != p.t && !j.distant(n*p.g.size*sizeOf[T]()) {
		j.giveRooms(0, len(p.t.ranks), freshScan)
	}
	p.publish()
	p.meetFar(in)
	switch {
	case in == inVectors && j.gathersFromRooms():
		if root.t == p.t {
			j.gatherAll(own.dst[root.place])
		}
	case in == inVectors:
		j.gatherBlocks()
	case root.t == p.t:
		to := own.dst[root.place]
		for i, t := range p.g.teams {
			from := j.s.packed(p, i, in, n*len(t.ranks))
			for k, r := range t.ranks {
				asm.Copy(to[r*n:(r+1)*n], from[k*n:(k+1)*n])
			}
		}
	}
	p.leaveFrom(in)
}

// gatherAll copies all blocks to the root's vector, and hands back those in rooms.
func (j *job[T]) gatherAll(to []T) {
	for r := range j.p.g.size {
		carry(j.p, passage{}, to[r*j.n:][:j.n], unsafe.Slice(j.s.srcAt(j.p, r), j.n))
	}
	j.handRoomsBack(0, j.n)
}

func (j *job[T]) directGatherv() {
	p := j.p
	j.checkCounts(j.s.teams[p.t.id].src)
	j.gatherBlocks()
	p.leaveFrom(inVectors)
}

// gatherBlocks copies the team's share of the blocks to the root's vector.
func (j *job[T]) gatherBlocks() {
	p, own := j.p, j.s.teams[j.p.t.id].src
	d, whole, w := j.gathering()
	all, moved := len(whole)*sizeOf[T](), 0
	w.past = w.past || p.g.seats[d.root].t != p.t && j.distant(all) && p.t.beginWriting(j.c, all)
	if d.shared(p.g, sizeOf[T]()) {
		d.share(p.g, p.t, func(r, lo, hi int) {
			at, _ := d.of(r)
			carry(p, w, whole[at+lo:at+hi], span(j.s.srcAt(p, r), lo, hi-lo))
			moved += hi - lo
		})
	} else {
		for n := range own {
			i := w.nth(n, len(own))
			lo, hi := d.of(p.t.ranks[i])
			carry(p, w, whole[lo:hi], own[i])
			moved += hi - lo
		}
	}
	p.t.endWriting(moved * sizeOf[T]())
}

func (j *job[T]) directScatter() {
	p, all := j.p, j.n*j.p.g.size
	own, root := j.s.teams[p.t.id], p.g.seats[j.c.root()]
	in := inBank
	switch {
	case all > p.g.bankElems():
		in = inVectors
		j.s.putAddresses(p)
		if root.t == p.t {
			j.giveRooms(root.place, 1, freshParts)
		}
	case root.t == p.t:
		asm.Copy(j.s.packed(p, p.t.id, in, all), own.src[root.place])
	}
	p.publish()
	p.meetAt(in)
	if in == inVectors {
		j.scatterBlocks()
	} else {
		j.scatterOwn(j.s.packed(p, root.t.id, in, all), passage{})
	}
	p.leaveFrom(in)
}

func (j *job[T]) directScatterv() {
	p := j.p
	j.checkCounts(j.s.teams[p.t.id].dst)
	j.scatterBlocks()
	p.leaveFrom(inVectors)
}

// scatterBlocks copies the team's share of the blocks of the root's vector.
func (j *job[T]) scatterBlocks() {
	p := j.p
	d, whole, w := j.gathering()
	if !d.shared(p.g, sizeOf[T]()) {
		j.scatterOwn(whole, w)
		return
	}
	d.share(p.g, p.t, func(r, lo, hi int) {
		at, _ := d.of(r)
		carry(p, w, span(j.s.dstAt(p, r), lo, hi-lo), whole[at+lo:at+hi])
	})
}

// scatterOwn copies the blocks of the team's processors.
func (j *job[T]) scatterOwn(from []T, w passage) {
	p, own := j.p, j.s.teams[j.p.t.id].dst
	for n := range own {
		i := w.nth(n, len(own))
		lo, hi := j.blockOf(p.t.ranks[i])
		carry(p, w, own[i], from[lo:hi])
	}
}

// checkCounts ends the Run, before the team has written anything, where one of these vectors
// of its processors is not as long as the root counts on.
func (j *job[T]) checkCounts(own [][]T) {
	for i, r := range j.p.t.ranks {
		lo, hi := j.blockOf(r)
		if have, roots := len(own[i]), hi-lo; have != roots {
			if c, root := j.c.collective(), j.c.root(); c == gatherv {
				j.p.miscounted(c, r, root, have, roots)
			} else {
				j.p.miscounted(c, root, r, roots, have)
			}
		}
	}
}
