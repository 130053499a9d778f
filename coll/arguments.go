package coll

import "unsafe"

// What a call is given has to fit: what does not is misuse, which names it and what would fit.

// checkOp ends the Run if the operator is none.
func (p *Proc) checkOp(c collective, op Op) {
	if op > Max {
		p.badOp(c, op)
	}
}

// checkRoot ends the Run if the root is not a rank.
func (p *Proc) checkRoot(c collective, root int) {
	if uint(root) >= uint(p.g.size) {
		p.badRoot(c, root)
	}
}

// checkLength ends the Run if a slice is not as long as it has to be.
func (p *Proc) checkLength(c collective, what string, have, want int, why string) {
	if have != want {
		p.badLength(c, what, have, int64(want), why)
	}
}

// checkBlocks ends the Run if a slice is not as long as P blocks of n elements, which on 32 bits
// can be more than an int.
func (p *Proc) checkBlocks(c collective, what string, have, n int, why string) {
	if want := int64(n) * int64(p.g.size); int64(have) != want {
		p.badLength(c, what, have, want, why)
	}
}

// checkApart ends the Run if two slices share elements without being the same.
func checkApart[T Elem](p *Proc, c collective, dst, src []T) {
	if (len(dst) != len(src) || len(dst) > 0 && &dst[0] != &src[0]) && overlap(dst, src) {
		p.badOverlap(c)
	}
}

// checkOwn ends the Run if two slices, a whole and a part, share elements without the part being
// block [lo, hi) of the whole. The names are for the error.
func checkOwn[T Elem](p *Proc, c collective, whole, part []T, lo, hi int, wholeName, partName string) {
	if overlap(whole, part) && (len(part) != hi-lo || &whole[lo] != &part[0]) {
		p.badOwn(c, wholeName, partName, lo, hi)
	}
}

// checkCountsInPlace ends the Run where an alltoallv in place would move blocks.
func (p *Proc) checkCountsInPlace(dstCounts, srcCounts []int) {
	for r, n := range dstCounts {
		if n != srcCounts[r] {
			p.refuse(alltoallv, "alltoallv in place: dstCounts[%d] is %d and srcCounts[%d] is %d; pass the same counts or separate slices", r, n, r, srcCounts[r])
		}
	}
}

// checkOwnCounts ends the Run where an alltoallv moves another number of elements from a
// processor to itself than it is to get.
func (p *Proc) checkOwnCounts(dstCounts, srcCounts []int) {
	if n := dstCounts[p.rank]; n != srcCounts[p.rank] {
		p.badOwnCounts(n, srcCounts[p.rank])
	}
}

// What they say stands apart: inlined, it makes the frame of every call, on every
// processor's own stack, some cache lines longer.

//go:noinline
func (p *Proc) badOp(c collective, op Op) {
	p.refuse(c, "%s by operator %d; want Sum, Prod, Min or Max", c, op)
}

//go:noinline
func (p *Proc) badRoot(c collective, root int) {
	p.refuse(c, "%s with root %d; want a rank from 0 to %d", c, root, p.g.size-1)
}

//go:noinline
func (p *Proc) badLength(c collective, what string, have int, want int64, why string) {
	p.refuse(c, "%s: %s has %d elements, want %d, %s", c, what, have, want, why)
}

//go:noinline
func (p *Proc) badOwnCounts(to, from int) {
	p.refuse(alltoallv, "alltoallv: dstCounts[%d] is %d and srcCounts[%d] is %d; want the same, of the block that stays with this processor", p.rank, to, p.rank, from)
}

//go:noinline
func (p *Proc) badOverlap(c collective) {
	p.refuse(c, "%s: dst and src overlap in part; pass the same slice or separate slices", c)
}

//go:noinline
func (p *Proc) badOwn(c collective, whole, part string, lo, hi int) {
	p.refuse(c, "%s: %s and %s overlap, but %s is not %s[%d:%d], this processor's own block; pass that block or a separate slice", c, whole, part, part, whole, lo, hi)
}

// overlap reports whether two slices share an element.
func overlap[T Elem](a, b []T) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	a0, b0 := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	size := unsafe.Sizeof(a[0])
	return a0 < b0+uintptr(len(b))*size && b0 < a0+uintptr(len(a))*size
}
