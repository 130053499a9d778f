package coll

// The algorithm "tree" is what most programs would write: binomial trees
// through rank 0.
//
// Allgather gathers to rank 0 and broadcasts from it: 2⌈log₂P⌉ steps, of which
// the second half move all P blocks: (P-1)·(P+⌈log₂P⌉/2)·n elements at most in
// all. Allreduce sums to rank 0 and broadcasts: 2⌈log₂P⌉ steps of n elements.
// Order of the sum: in step k, rank r (a multiple of 2^(k+1)) appends the sum of
// r+2^k … to its own, so that it is a balanced tree over the ranks.

func treeAllgather(g *group) (*program, error) {
	c := newCompiler(g)
	for k := 1; k < g.size; k *= 2 {
		c.step()
		for r := 0; r+k < g.size; r += 2 * k {
			c.add(r, r+k, min(r+2*k, g.size), false, r+k)
		}
	}
	c.treeBroadcast()
	return c.done(), nil
}

func treeAllreduce(g *group) (*program, error) {
	c := newCompiler(g)
	for k := 1; k < g.size; k *= 2 {
		c.step()
		for r := 0; r+k < g.size; r += 2 * k {
			c.add(r, 0, g.size, true, r+k)
		}
	}
	c.treeBroadcast()
	return c.done(), nil
}

// treeBroadcast sends all blocks of rank 0 down the binomial tree.
func (c *compiler) treeBroadcast() {
	k := 1
	for 2*k < c.g.size {
		k *= 2
	}
	for ; c.g.size > 1 && k > 0; k /= 2 {
		c.step()
		for r := 0; r+k < c.g.size; r += 2 * k {
			c.add(r+k, 0, c.g.size, false, r)
		}
	}
}
