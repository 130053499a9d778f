package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Collectives by direct that only move; broadcast: direct_broadcast.go. Allgather:
// P²·n elements copied, each once, a source read from memory once a team. Gather and
// Scatter: each team copies its own processors' blocks, P·n. Alltoall: each team
// copies what its own processors get, P²·n; in place, it copies all of its sources before,
// or pairs of blocks change places.

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
		for _, t := range p.g.teams {
			for _, r := range t.ranks {
				spread(p, own.dst, r*n, unsafe.Slice(j.s.srcAt(p, r), n))
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
// stays in the cache at a time.
func spread[T Elem](p *Proc, to [][]T, at int, from []T) {
	for lo := 0; lo < len(from); lo += brief {
		p.look()
		part := from[lo:min(len(from), lo+brief)]
		for i, dst := range to {
			if i%16 == 15 {
				p.look()
			}
			if d := dst[at+lo:][:len(part)]; &d[0] != &part[0] {
				asm.Copy(d, part)
			}
		}
	}
}

func (j *job[T]) directAllgatherv() {
	p := j.p
	p.publish()
	p.meet()
	for i, t := range p.g.teams {
		for k, r := range t.ranks {
			spread(p, j.s.teams[p.t.id].dst, p.offsets[r], j.s.teams[i].src[k])
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
		for i, r := range p.t.ranks {
			carry(p, to[r*n:(r+1)*n], own.src[i])
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
	if all := n * p.g.size; all <= wideBytes/8 {
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
	for i, r := range p.t.ranks {
		carry(p, own.dst[i], from[r*n:(r+1)*n])
	}
	if b == inPlace {
		p.lastStep()
	}
	p.leave()
}

func (j *job[T]) directAlltoall() {
	p, n := j.p, j.n
	own, all := j.s.teams[p.t.id], n*p.g.size
	b := p.placeOf(all)
	if b == inPlace && p.g.most > 1 && n*sizeOf[T]() <= asideBlock && all*sizeOf[T]() <= asideMost && j.op != 0 {
		j.keep()
	}
	j.s.pack(p, all, b)
	p.publish()
	if b != inPlace {
		p.greet()
		for q := range p.g.size {
			deal(p, own.dst, q, j.s.input(p, q, all, b), n)
		}
		p.leave()
		return
	}
	p.meet()
	swaps := &own.dst[0][0] == &own.src[0][0]
	for q := range p.g.size {
		p.look()
		from := unsafe.Slice(j.s.srcAt(p, q), all)
		if n <= brief && !swaps {
			deal(p, own.dst, q, from, n)
			continue
		}
		for i, r := range p.t.ranks {
			to, block := own.dst[i][q*n:(q+1)*n], from[r*n:(r+1)*n]
			if swaps {
				lo, hi := p.shareOfPair(r, q, n)
				swap(p, to[lo:hi], block[lo:hi])
			} else {
				carry(p, to, block)
			}
		}
	}
	p.lastStep()
	p.leave()
}

// An alltoall in place (op is not 0) copies its sources aside where blocks are of so many
// bytes at most, and a processor's vector. For 64 processors on two cores that takes a
// sixth of the time with blocks of 8 bytes and a third with 512; for 8 it takes the same
// with 512 and more with 4 KiB.
const (
	asideBlock = 512
	asideMost  = 32 << 10
)

// deal copies the blocks of n elements that rank q has for the team's processors.
func deal[T Elem](p *Proc, dst [][]T, q int, from []T, n int) {
	for i, r := range p.t.ranks {
		to, block := dst[i][q*n:(q+1)*n], from[r*n:(r+1)*n]
		if n > 4 {
			asm.Copy(to, block)
			continue
		}
		//lint:ignore S1001 a call of memmove costs more than these few words
		for k, v := range block {
			to[k] = v
		}
	}
}

// shareOfPair is what the team of rank r exchanges of the two blocks of n elements
// that r and q have for each other: half of them where q is in another team, once
// all of them where it is in the same.
func (m *member) shareOfPair(r, q, n int) (lo, hi int) {
	switch {
	case m.g.seats[q].t != m.t:
		half := 0
		if r > q {
			half = 1
		}
		return cut(n, 2, half)
	case r < q:
		return 0, n
	}
	return 0, 0
}

// swap exchanges the elements of two vectors of one length, looking now and then.
func swap[T Elem](p *Proc, a, b []T) {
	var tile [480]T // below the length from which copies begin slowly
	for lo := 0; lo < len(a); lo += len(tile) {
		p.look()
		x, y := a[lo:min(len(a), lo+len(tile))], b[lo:min(len(a), lo+len(tile))]
		kept := tile[:len(x)]
		asm.Copy(kept, x)
		asm.Copy(x, y)
		asm.Copy(y, kept)
	}
}
