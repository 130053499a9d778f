package coll

import "fmt"

// call is what must be alike on all processors.
type call struct {
	word uint64 // signature
	n    uint64 // elements; a digest of the counts for allgatherv and reducescatterv
}

// signature packs what a call is: collective, element type, operator,
// algorithm, root.
func signature(c collective, kind uint8, op Op, a algorithmID, root int) uint64 {
	return uint64(c) | uint64(kind)<<8 | uint64(op)<<16 | uint64(a)<<24 | uint64(root)<<32
}

// newCall is a call with n elements of T in a vector or block.
func newCall[T Elem](c collective, a algorithmID, op Op, root, n int) call {
	return call{word: signature(c, elemKind[T](), op, a, root), n: uint64(n)}
}

func (c call) collective() collective { return collective(c.word & 0xff) }

func (c call) algorithm() algorithmID { return algorithmID(c.word >> 24 & 0xff) }

func (c call) op() Op { return Op(c.word >> 16 & 0xff) }

func (c call) root() int { return int(c.word >> 32) }

// length is the elements of a block, or of the vector where it has no blocks; 0 where n is a digest.
func (c call) length() int {
	if c.collective().counted() {
		return 0
	}
	return int(c.n)
}

// kind is the number of the element type.
func (c call) kind() uint8 { return uint8(c.word >> 8) }

// elemSize is of the call's elements, in bytes.
func (c call) elemSize() uint64 { return uint64(elemSizes[c.kind()]) }

// elements is "5 float64".
func (c call) elements() string {
	name := elemNames[c.kind()]
	switch v := c.collective(); {
	case v.counted():
		return fmt.Sprintf("%s with counts #%08x", name, uint32(c.n))
	case v.private():
		return name
	case v.blocks():
		return fmt.Sprintf("blocks of %d %s", c.n, name)
	}
	return fmt.Sprintf("%d %s", c.n, name)
}

func (c call) String() string {
	if c.collective() == finish {
		return "returned"
	}
	return "called " + c.what()
}

// what is "allreduce of 5 float64 (sum, direct)".
func (c call) what() string {
	v := c.collective()
	switch v {
	case finish, barrier, split:
		return v.String()
	}
	s := fmt.Sprintf("%s of %s (", v, c.elements())
	if v.folds() {
		s += c.op().String() + ", "
	}
	if v == alltoall && c.op() == overwrites {
		s += "in place, "
	}
	if v.rooted() {
		s += fmt.Sprintf("root %d, ", c.root())
	}
	return s + c.algorithm().String() + ")"
}
