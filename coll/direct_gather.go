package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Gather and Scatter by direct, and their v-forms: each team copies its own processors'
// blocks, P·n elements in all.

func (j *job[T]) directGather() {
	p, n := j.p, j.n
	own, root := j.s.teams[p.t.id], p.g.seats[j.c.root()]
	in := p.g.mediumOf(n)
	j.s.pack(p, in)
	p.publish()
	p.meetAt(in)
	switch {
	case in == inVectors:
		j.gatherBlocks(unsafe.Slice(j.s.dstAt(p, j.c.root()), n*p.g.size))
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

func (j *job[T]) directGatherv() {
	p := j.p
	j.checkCounts(j.s.teams[p.t.id].src)
	_, n := j.blockOf(p.g.size - 1)
	j.gatherBlocks(unsafe.Slice(j.s.dstAt(p, j.c.root()), n))
	p.leaveFrom(inVectors)
}

// gatherBlocks copies the team's blocks to the root's vector.
func (j *job[T]) gatherBlocks(to []T) {
	p, past := j.p, j.copiesPast()
	for i, src := range j.s.teams[p.t.id].src {
		lo, hi := j.blockOf(p.t.ranks[i])
		carry(p, past, to[lo:hi], src)
	}
}

func (j *job[T]) directScatter() {
	p, all := j.p, j.n*j.p.g.size
	own, root := j.s.teams[p.t.id], p.g.seats[j.c.root()]
	in := inBank
	switch {
	case all > wideElems:
		in = inVectors
		j.s.putAddresses(p)
	case root.t == p.t:
		asm.Copy(j.s.packed(p, p.t.id, in, all), own.src[root.place])
	}
	p.publish()
	p.meetAt(in)
	if in == inVectors {
		j.scatterBlocks(unsafe.Slice(j.s.srcAt(p, j.c.root()), all), j.copiesPast())
	} else {
		j.scatterBlocks(j.s.packed(p, root.t.id, in, all), false)
	}
	p.leaveFrom(in)
}

func (j *job[T]) directScatterv() {
	p := j.p
	j.checkCounts(j.s.teams[p.t.id].dst)
	_, n := j.blockOf(p.g.size - 1)
	j.scatterBlocks(unsafe.Slice(j.s.srcAt(p, j.c.root()), n), j.copiesPast())
	p.leaveFrom(inVectors)
}

// scatterBlocks copies the team's blocks of the root's vector, past the caches if so.
func (j *job[T]) scatterBlocks(from []T, past bool) {
	p := j.p
	for i, dst := range j.s.teams[p.t.id].dst {
		lo, hi := j.blockOf(p.t.ranks[i])
		carry(p, past, dst, from[lo:hi])
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
