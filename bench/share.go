package bench

import (
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// share is what one host does in the direct algorithm of a case.
type share[T coll.Elem] struct {
	folds  []fold[T]
	copies [][2][]T // dst, src
	deals  []deal[T]
}

// fold is elements lo … lo+n-1 of from, added into to.
type fold[T coll.Elem] struct {
	to, from []*T
	lo, n    int
}

// swapTile is the elements after which an exchange in place goes on to the next vector, so
// that what is read there has just been written. For 2 vectors of 256 KiB or 2 MiB, and 8 of
// 256 KiB, that takes 0.75 of the time of whole vectors; for 64 it takes twice as long.
const swapTile = 512

// giveTile is the elements of a block that all get before the next ones: they stay in the
// first cache.
const giveTile = 2 << 10

// part is a host's range of n elements, cut at cache lines.
func part(n, host, hosts int) (lo, hi int) {
	lines := (n + 15) / 16
	return min(n, 16*(lines*host/hosts)), min(n, 16*(lines*(host+1)/hosts))
}

func newShare[T coll.Elem](l *limits[T], r *Row, host, hosts int) *share[T] {
	s := &share[T]{}
	p, n := r.Procs, r.Bytes/sizeOf[T]()
	first, end := p*host/hosts, p*(host+1)/hosts // its ranks
	lo, hi := part(n, host, hosts)               // its elements
	at := func(v [][]T, i int) (ps []*T) {
		for _, x := range v {
			ps = append(ps, &x[i])
		}
		return ps
	}
	switch r.Coll {
	case "broadcast":
		for _, to := range l.dst[1:] {
			s.copy(to[lo:hi], l.src[0][lo:hi])
		}
	case "gather":
		for q := first; q < end; q++ {
			s.copy(l.dst[0][q*n:(q+1)*n], l.src[q])
		}
	case "scatter":
		for q := first; q < end; q++ {
			s.copy(l.dst[q], l.src[0][q*n:(q+1)*n])
		}
	case "allgather":
		from, until, to := 0, p, l.dst[first:end]
		if p == hosts || r.Memory() >= 4<<20 { // its own blocks to all, else all to its own
			from, until, to = first, end, l.dst
		}
		for q := from; q < until; q++ {
			for lo := 0; lo < n; lo += giveTile {
				for _, to := range to {
					s.copy(to[q*n+lo:q*n+min(n, lo+giveTile)], l.src[q][lo:min(n, lo+giveTile)])
				}
			}
		}
	case "alltoall":
		if r.InPlace { // in ranges, lest one host write what the other reads
			for q := range p {
				for from := range p {
					s.copy(l.dst[q][from*n+lo:from*n+hi], l.src[from][q*n+lo:q*n+hi])
				}
			}
			break
		}
		for from := first; from < end; from++ {
			for q := range p {
				s.copy(l.dst[q][from*n:(from+1)*n], l.src[from][q*n:(q+1)*n])
			}
		}
	case "exchange":
		if r.InPlace { // in ranges as well, of few vectors by tiles
			tile := swapTile
			if p > 8 {
				tile = max(1, hi-lo)
			}
			for ; lo < hi; lo += tile {
				end := min(hi, lo+tile)
				for q := range p {
					s.copy(l.dst[q][lo:end], l.src[(q+p-1)%p][lo:end])
				}
			}
			break
		}
		for q := first; q < end; q++ {
			s.copy(l.dst[q], l.src[(q+p-1)%p])
		}
	case "reduce":
		s.add(at(l.dst[:1], 0), at(l.src, 0), lo, hi-lo)
	case "allreduce":
		s.add(at(l.dst, 0), at(l.src, 0), lo, hi-lo)
	case "reducescatter":
		for q := first; q < end; q++ {
			s.add(at(l.dst[q:q+1], 0), at(l.src, q*n), 0, n)
		}
	case "scan", "exscan":
		// A tile that stays in the first cache goes through all ranks.
		const tile = 1024
		for ; lo < hi; lo += tile {
			k := min(tile, hi-lo)
			begin, back := 0, 0 // rank begin has what rank 0 gave; q folds what rank q-back gave
			if r.Coll == "exscan" {
				begin, back = 1, 1
			}
			before := l.src[0]
			for q := begin; q < p; q++ {
				from := []*T{&before[0]}
				if q > begin {
					from = append(from, &l.src[q-back][0])
				}
				if q > begin || &l.dst[q][0] != &before[0] {
					s.add(at(l.dst[q:q+1], 0), from, lo, k)
				}
				before = l.dst[q]
			}
		}
	}
	return s
}

func (s *share[T]) add(to, from []*T, lo, n int) {
	if n > 0 {
		s.folds = append(s.folds, fold[T]{to, from, lo, n})
	}
}

func (s *share[T]) copy(to, from []T) {
	if len(to) > 0 && &to[0] != &from[0] {
		s.copies = append(s.copies, [2][]T{to, from})
	}
}

// chunk is how many elements are copied at a time: of larger pieces Go's own copy, where
// asm.Copy uses it, bypasses the caches.
const chunk = 32 << 10

func (s *share[T]) run() {
	for i := range s.deals {
		s.deals[i].run()
	}
	for _, f := range s.folds {
		asm.Fold(asm.Sum, f.to, f.from, f.lo, f.n)
	}
	for _, c := range s.copies {
		to, from := c[0], c[1]
		for lo := 0; lo < len(to); lo += chunk {
			asm.Copy(to[lo:min(len(to), lo+chunk)], from[lo:min(len(to), lo+chunk)])
		}
	}
}

// past is run with stores that bypass the caches.
func (s *share[T]) past() {
	for _, f := range s.folds {
		asm.FoldNT(asm.Sum, f.to, f.from, f.lo, f.n)
	}
	for _, c := range s.copies {
		asm.CopyNT(c[0], c[1])
	}
}
