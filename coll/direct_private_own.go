package coll

// ownBlocks are the blocks that a processor itself sends, or those it receives, in the calls of
// direct_private.go: one for each rank, or only one, for the root or from it.
type ownBlocks struct {
	at   []int // where they begin; nil if there is only one
	n    int   // its elements
	root int
}

// of is the range of the block for a rank, or from it.
func (b *ownBlocks) of(r int) (lo, hi int) {
	switch {
	case b.at != nil:
		return b.at[r], b.at[r+1]
	case r < b.root:
		return 0, 0
	case r == b.root:
		return 0, b.n
	}
	return b.n, b.n
}

// length is the elements of that block.
func (b *ownBlocks) length(r int) int {
	lo, hi := b.of(r)
	return hi - lo
}

// own is what the processor sends, src, and what it receives, dst. They are not returned: such
// structs are copied through memory, which waits for the words just stored.
func (j *job[T]) own(out, in *ownBlocks) {
	p, root := j.p, j.c.root()
	out.root, in.root = root, root
	switch c := j.c.collective(); {
	case c == alltoallv:
		out.at, in.at = p.offsets, p.arrivals
	case c == gatherv:
		out.n = len(j.src)
		if p.rank == root {
			in.at = p.offsets
		}
	default:
		in.n = len(j.dst)
		if p.rank == root {
			out.at = p.offsets
		}
	}
}
