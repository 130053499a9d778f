package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Collectives by direct that only move; broadcast and alltoall have files of their
// own. Allgather: P²·n elements copied, each once, a source read from memory once a
// team. Gather and Scatter: each team copies its own processors' blocks, P·n.

func (j *job[T]) directAllgather() {
	p, n := j.p, j.n
	own := j.s.teams[p.t.id]
	b := p.placeOf(n)
	j.s.pack(p, n, b)
	p.publish()
	if b != inPlace {
		p.greet()
		for i, t := range p.g.teams {
			from := j.s.packed(p, i, b)
			if p.g.dense { // a team's payloads lie side by side, as in every destination
				at, all := t.ranks[0]*n, len(t.ranks)*n
				for _, to := range own.dst {
					asm.Copy(to[at:at+all], from[:all])
				}
				continue
			}
			for k, r := range t.ranks {
				for _, to := range own.dst {
					asm.Copy(to[r*n:(r+1)*n], from[k*n:(k+1)*n])
				}
			}
		}
	} else {
		p.meet()
		past := j.copiesPast()
		for _, t := range p.g.teams {
			for _, r := range t.ranks {
				spread(p, past, own.dst, r*n, unsafe.Slice(j.s.srcAt(p, r), n))
			}
		}
		p.lastStep()
	}
	p.leave()
}

// brief is the elements of a copy that is over before anybody need look whether
// the Run has failed.
const brief = 16 << 10

// spread copies a vector to elements at … of all of the given ones, a tile that
// stays in the cache at a time, and past the caches if so.
func spread[T Elem](p *Proc, past bool, to [][]T, at int, from []T) {
	for lo := 0; lo < len(from); lo += brief {
		p.look()
		part := from[lo:min(len(from), lo+brief)]
		for i, dst := range to {
			if i%16 == 15 {
				p.look()
			}
			if d := dst[at+lo:][:len(part)]; &d[0] != &part[0] {
				copyInto(p, past, d, part)
			}
		}
	}
}

func (j *job[T]) directAllgatherv() {
	p := j.p
	p.publish()
	p.meet()
	past := j.copiesPast()
	for i, t := range p.g.teams {
		for k, r := range t.ranks {
			spread(p, past, j.s.teams[p.t.id].dst, p.offsets[r], j.s.teams[i].src[k])
		}
	}
	p.lastStep()
	p.leave()
}

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
