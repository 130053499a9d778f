package coll

import "unsafe"

// What a team copies in an alltoall by direct.

// dealTile is the processors whose blocks for as many others are copied before others': an
// alltoall transposes. Source by source a destination gets its next block only after all others have
// got one, and what the caches knew of its page is gone by then. On two cores (a Xeon), in
// brackets where processors write what they give before each call and read what they get after
// it, tiles take so much of the time:
//
//	processors    256 bytes      512 bytes      1 KiB and more
//	64            1.0 (1.0)      0.85 (0.9)     1.0 (1.0)
//	256           0.72 (0.78)    0.5 (0.6)      0.95 … 1.05
//
// With shorter blocks (dealByWords) they gain nothing. The loops stand written out: through an
// iterator over tiles 64 processors take 1.0 … 1.4 times as long.
const dealTile = 16

// deal copies, of the vectors that begin at from, one of each rank, the blocks of n elements
// for the team's own processors.
func deal[T Elem](p *Proc, w passage, dst [][]T, from []*T, n int) {
	if p.g.dealsInTurn(n * sizeOf[T]()) {
		dealInTurn(p, w, dst, from, n)
		return
	}
	for i := 0; i < len(dst); i += dealTile {
		ranks := p.t.ranks[i:min(i+dealTile, len(dst))]
		for q0 := 0; q0 < len(from); q0 += dealTile {
			some := from[q0:min(q0+dealTile, len(from))]
			for y := range some {
				q := w.nth(y, len(some))
				p.look()
				blocks, at := unsafe.Slice(some[q], n*len(from)), (q0+q)*n
				for x := range ranks {
					k := w.nth(x, len(ranks))
					r := ranks[k]
					dealBlock(p, w, dst[i+k][at:at+n], blocks[r*n:(r+1)*n])
				}
			}
		}
	}
}

// dealInTurn is deal to one processor after the other.
func dealInTurn[T Elem](p *Proc, w passage, dst [][]T, from []*T, n int) {
	for x := range dst {
		k := w.nth(x, len(dst))
		to, at := dst[k], p.t.ranks[k]*n
		p.look()
		for y := range from {
			q := w.nth(y, len(from))
			dealBlock(p, w, to[q*n:(q+1)*n], span(from[q], at, n))
		}
	}
}

// dealMost is the processors up to which teams of a Zen 4 deal blocks of up to inTurnMost bytes, to one
// processor after the other: in all alltoalls but those of few elements (byWords), those that far teams serve
// (distant) and long ones in place, which swap. An alltoallv is dealt then, too, in tiles. Near cores take so
// much of the time that they take by tiles or, from serveBlock and serveMean on, by serving: medians, and least
// … most; in brackets with vectors that nobody touches between the calls (BenchmarkDealing):
//
//	processors    up to 1 KiB                            2 to 32 KiB
//	3 to 8        0.98, 0.74 … 1.15 (0.99, 0.84 … 1.14)  0.82, 0.76 … 1.0 (0.97, 0.91 … 1.02)
//	12, 16        0.85, 0.45 … 1.07 (0.90, 0.71 … 1.18)  0.87, 0.74 … 1.09 (1.0, 0.88 … 1.17)
//	24            0.93, 0.84 … 1.09 (0.97, 0.72 … 1.29)  0.92, 0.85 … 1.0 (0.98, 0.93 … 1.28)
//	32            0.97, 0.84 … 1.09 (1.03, 0.88 … 1.39)  0.99, 0.91 … 1.06 (0.98, 0.90 … 1.03)
//	64            1.06, 0.96 … 1.21 (1.12, 1.02 … 1.75)  1.0, 0.89 … 1.18 (0.98, 0.89 … 1.26)
//
// With 64 and 128 KiB they take the same, with 512 KiB up to 1.2. Far cores take 0.5 … 1.18 up to 1 KiB. An
// alltoallv by 3 to 24 takes 0.82 … 0.98 in the median, 0.75 … 1.14 in all, with 4 to 32 KiB.
const (
	dealMost   = 24
	inTurnMost = 64 << 10
)

// serve copies every block that the team's own processors have to whom it is for. Block by
// block of each destination 64 processors take 1.2 of the time with 256 bytes.
func serve[T Elem](p *Proc, w passage, to []*T, src [][]T, n int) {
	for i := 0; i < len(src); i += dealTile {
		ranks := p.t.ranks[i:min(i+dealTile, len(src))]
		for q0 := 0; q0 < len(to); q0 += dealTile {
			some := to[q0:min(q0+dealTile, len(to))]
			for x := range ranks {
				k := w.nth(x, len(ranks))
				r := ranks[k]
				p.look()
				blocks := src[i+k][q0*n:]
				for y := range some {
					q := w.nth(y, len(some))
					dealBlock(p, w.toward(p, q0+q), span(some[q], r*n, n), blocks[q*n:(q+1)*n])
				}
			}
		}
	}
}

// dealBlock copies a block, and looks now and then if it is long. All through carry 64
// processors take 1.3 of the time with 256 bytes.
func dealBlock[T Elem](p *Proc, w passage, to, block []T) {
	if len(block) <= brief {
		copyInto(p, w.past, to, block)
	} else {
		carry(p, w, to, block)
	}
}

// brief is the elements of a copy that is over before anybody need look whether
// the Run has failed.
const brief = 16 << 10

// serveBlock is the bytes of a block from which a team serves, not deals: what it reads its
// processors may have just written, and stores to lines of another core are waited for less
// than loads. Two cores (a Xeon; in brackets where processors write what they give before each
// call and read what they get after it) take 0.95 … 1.3 (0.6 … 1.0) of the time from 2 KiB on,
// but 1.1 … 1.5 (0.75 … 1.1) by 16 to 64 with 256 bytes and 1 KiB. On Zen 4 it takes the same by
// 32 and 64, but more by fewer: see dealMost. On Zen 5 it takes 0.7 … 1.3 (0.63 … 0.81) by 8 to 64
// with 256 bytes to 1 KiB, and a team serves all that it does not copy word by word.
const serveBlock = 2 << 10

// servesBlocks reports whether the teams serve blocks of so many bytes, from so many on.
func (j *job[T]) servesBlocks(bytes, from int) bool {
	g := j.p.g
	return bytes >= from && (g.m.gives || !g.alone) && !g.dealsInTurn(bytes) && !j.takes()
}

// dealsInTurn reports whether teams deal blocks of so many bytes to one processor after the other.
func (g *group) dealsInTurn(bytes int) bool { return g.size <= g.m.dealMost && bytes <= inTurnMost }

// byWords are the elements of the longest blocks for which calls of copy cost more than
// what they copy: two cores (Zen 4) take so many times as long with deal, 8 and 64
// processors: 1.3 and 2.0 with 8 bytes a block, 1.2 and 1.4 with 128, but 0.9 and 1.0 with 256.
const byWords = 16

// dealByWords is deal of short blocks, by one or two pieces as long as the processor's
// registers are; the two may have elements in common.
func dealByWords[T Elem](p *Proc, dst [][]T, from []*T, n int) {
	switch {
	case n >= 8:
		dealTwice[[8]T](p, dst, from, n, 8)
	case n >= 4:
		dealTwice[[4]T](p, dst, from, n, 4)
	case n >= 2:
		dealTwice[[2]T](p, dst, from, n, 2)
	default:
		dealPieces[T](p, dst, from, n, 0)
	}
}

func dealTwice[B any, T Elem](p *Proc, dst [][]T, from []*T, n, held int) {
	dealPieces[B](p, dst, from, n, 0)
	if n > held {
		dealPieces[B](p, dst, from, n, n-held)
	}
}

// dealPieces copies what a B holds, of each block from element at on. It takes from each
// source what it has for four processors, before it goes to the next one: words that share
// a cache line come and go together. With vectors that begin at one offset in their pages
// two loops processor by processor take twice as long, and source by source 2.5 times.
func dealPieces[B any, T Elem](p *Proc, dst [][]T, from []*T, n, at int) {
	const together = 4
	size, ranks := sizeOf[T](), p.t.ranks
	begin := func(i int) (to unsafe.Pointer, offset int) {
		return unsafe.Pointer(&dst[i][at]), (ranks[i]*n + at) * size
	}
	i := 0
	for ; i+together <= len(dst); i += together {
		p.look()
		a, u := begin(i)
		b, v := begin(i + 1)
		c, w := begin(i + 2)
		d, x := begin(i + 3)
		to := 0
		for _, f := range from {
			f := unsafe.Pointer(f)
			*(*B)(unsafe.Add(a, to)) = *(*B)(unsafe.Add(f, u))
			*(*B)(unsafe.Add(b, to)) = *(*B)(unsafe.Add(f, v))
			*(*B)(unsafe.Add(c, to)) = *(*B)(unsafe.Add(f, w))
			*(*B)(unsafe.Add(d, to)) = *(*B)(unsafe.Add(f, x))
			to += n * size
		}
	}
	for ; i < len(dst); i++ {
		p.look()
		a, u := begin(i)
		to := 0
		for _, f := range from {
			*(*B)(unsafe.Add(a, to)) = *(*B)(unsafe.Add(unsafe.Pointer(f), u))
			to += n * size
		}
	}
}
