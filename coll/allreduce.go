package coll

// Allreduce leaves on every processor dst[i] = src[i] of rank 0 op src[i] of rank 1 op …
// (MPI_Allreduce; the paper's global sum). len(dst) = len(src) = n on all; dst and src may be the
// same slice but not overlap otherwise. With "direct" the operations are in the order of the ranks,
// otherwise in the order that the algorithm documents. The bits are the same on every processor,
// except with "spectral", where each processor rounds its own equation.
//
// Cost by direct: P·n elements read, P·n written. On some processors calls out of place read their
// sums once more to copy them. Short calls of many processors on two hosts read and write two more
// vectors; so do, on some processors, longer ones of vectors that are written anew before each call.
func Allreduce[T Elem](p *Proc, dst, src []T, op Op) {
	n := len(src)
	a := p.choose(allreduce, n*sizeOf[T](), elemKind[T]())
	if len(dst) != n || op > Max || n > 0 && &dst[0] != &src[0] && overlap(dst, src) {
		p.checkOp(allreduce, op)
		p.checkLength(allreduce, "dst", len(dst), n, "as src")
		checkApart(p, allreduce, dst, src)
	}
	a = checkNaN(p, a, allreduce, "src", src)
	if n == 1 && a == byDirect && p.g.brings {
		bring(p, src[0])
		c := newCall[T](allreduce, a, op, 0, 1)
		switch { // enter, written out: see there
		case !p.amongNeighbours():
			if p.enterOtherwise(c) {
				of[T]().foldOnes(p, op)
			}
		case p.isLast(c):
			p.compare(c)
			of[T]().foldOnes(p, op)
		default:
			fiber := p.c
			for n := fiber.after; !fiber.ready(); n = nil {
				if fiber.prefers(n) {
					n.next()
				} else {
					fiber.yield(struct{}{})
				}
			}
			fiber.goesOn()
			fiber.endRegion()
		}
		dst[0] = *oneOf[T](p.t)
		return
	}
	c := newCall[T](allreduce, a, op, 0, n)
	e := of[T]()
	if a == byDirect && p.g.alone {
		switch {
		case op == Sum && p.g.size == 2 && fitsLine(n):
			lineAllreduce(p, c, dst, src)
			return
		case fitsLine(n):
			lineFold(p, c, dst, src, op, p.g.size-1)
			return
		case fitsBank(n * (p.g.size - 1)):
			e.bankFold(p, c, dst, src, op, p.g.size-1)
			return
		case fitsAlone[T](n):
			e.aloneAllreduce(p, c, dst, src, op)
			return
		}
	}
	if a == bySpectral {
		p.checkSpectral(c)
	}
	if e.give(p, c, dst, src) && p.enter(c) {
		e.carryOut(p, c, dst, src)
	}
}
