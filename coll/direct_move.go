package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Gather and Scatter by direct: each team copies its own processors' blocks, P·n elements
// in all.

func (j *job[T]) directGather() {
	p, n := j.p, j.n
	own, root := j.s.teams[p.t.id], p.g.seats[j.root]
	b := p.placeOf(n)
	j.s.pack(p, n, b)
	p.publish()
	switch {
	case b == inPlace:
		p.meet()
		to := unsafe.Slice(j.s.dstAt(p, j.root), n*p.g.size)
		past := j.copiesPast()
		for i, r := range p.t.ranks {
			carry(p, past, to[r*n:(r+1)*n], own.src[i])
		}
		p.lastStep()
	case root.t != p.t:
		p.greet()
	default:
		p.greet()
		to := own.dst[root.place]
		for i, t := range p.g.teams {
			from := j.s.packed(p, i, b)
			for k, r := range t.ranks {
				asm.Copy(to[r*n:(r+1)*n], from[k*n:(k+1)*n])
			}
		}
	}
	p.leave()
}

func (j *job[T]) directScatter() {
	p, n := j.p, j.n
	own, root := j.s.teams[p.t.id], p.g.seats[j.root]
	b := inPlace
	if all := n * p.g.size; all <= wideElems {
		b = inBank
		if root.t == p.t {
			asm.Copy(j.s.packed(p, p.t.id, b)[:all], own.src[root.place])
		}
	} else {
		j.s.hand(p)
	}
	p.publish()
	var from []T
	if b == inPlace {
		p.meet()
		from = unsafe.Slice(j.s.srcAt(p, j.root), n*p.g.size)
	} else {
		p.greet()
		from = j.s.packed(p, root.t.id, b)
	}
	past := b == inPlace && j.copiesPast()
	for i, r := range p.t.ranks {
		carry(p, past, own.dst[i], from[r*n:(r+1)*n])
	}
	if b == inPlace {
		p.lastStep()
	}
	p.leave()
}
