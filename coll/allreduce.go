package coll

import "unsafe"

// Allreduce leaves on every processor dst[i] = src[i] of rank 0 op src[i] of
// rank 1 op … (MPI_Allreduce; the paper's global sum). len(dst) = len(src) = n
// on all; dst and src may be the same slice but not overlap otherwise. The
// order of the operations is that of the ranks with "direct" and as documented
// at the algorithm otherwise; the bits are the same on every processor, except by
// "spectral", where each rounds its own equation.
func Allreduce[T Elem](p *Proc, dst, src []T, op Op) {
	a := p.choose(allreduce)
	n := len(src)
	if len(dst) != n || op > Max || n > 0 && &dst[0] != &src[0] && overlap(dst, src) {
		p.refuse(allreduce, len(dst), n, n, op)
	}
	kind := elemKind[T]()
	c := call{word: signature(allreduce, kind, op, a), n: uint64(n)}
	if n == 0 {
		if p.enter(c) {
			p.publish()
			p.greet()
			p.leave()
		}
		return
	}
	s := stateOf[T](p.g)
	switch a {
	case Direct:
		directAllreduce(p, s, c, dst, src, op)
	case Doubling:
		doublingAllreduce(p, s, c, dst, src, op)
	case Spectral:
		spectralAllreduce(p, s, c, dst, src, op)
	default:
		scheduledAllreduce(p, s, c, dst, src, op, a)
	}
}

// refuse ends the Run because of the arguments of a call.
func (p *Proc) refuse(c collective, dst, src, want int, op Op) {
	switch {
	case dst != want:
		p.misuse("%s of %d elements needs a dst of %d, not %d", c, src, want, dst)
	case op > Max:
		p.misuse("%s by operator %d; want Sum, Prod, Min or Max", c, op)
	default:
		p.misuse("%s: dst and src overlap in part; pass the same slice or separate ones", c)
	}
}

// overlap says whether two slices share an element.
func overlap[T Elem](a, b []T) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	a0, b0 := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	size := unsafe.Sizeof(a[0])
	return a0 < b0+uintptr(len(b))*size && b0 < a0+uintptr(len(a))*size
}
