package coll

// Tree is what most programs would write: binomial trees. P
// processors, L = ⌈log₂P⌉, blocks or vectors of n elements; v is the rank
// counted from the root, modulo P:
//
//	broadcast, reduce   L steps of n; room for n each to reduce
//	allreduce           2L steps of n, through rank 0
//	gather, scatter     L steps, of up to P/2 blocks of n; room for P/2·n each
//	allgather           2L steps: gather to rank 0, then all P blocks from there
//	reducescatter       2L steps: reduce P·n to rank 0, then scatter; room for P·n
//	                    each
//
// Order of a sum: in step k = 0, 1, …, v (a multiple of 2^(k+1)) appends the sum
// of v+2^k to its own: a balanced tree over the ranks from the root on, which is
// rank 0 for allreduce and reducescatter.
const Tree Algorithm = "tree"

// fromRoot are the labels of a program in which vertex v is rank root + v.
func (c *compiler) fromRoot() { c.relabelled(modulo(c.g.size), true) }

// up calls do for the pairs (v, v+k) of every step from the leaves to the root.
func (c *compiler) up(do func(v, k int)) {
	for k := 1; k < c.g.size; k *= 2 {
		c.step()
		for v := 0; v+k < c.g.size; v += 2 * k {
			do(v, k)
		}
	}
}

// down is the same from the root to the leaves.
func (c *compiler) down(do func(v, k int)) {
	k := 1
	for 2*k < c.g.size {
		k *= 2
	}
	for ; c.g.size > 1 && k > 0; k /= 2 {
		c.step()
		for v := 0; v+k < c.g.size; v += 2 * k {
			do(v, k)
		}
	}
}

func (c *compiler) treeBroadcast() error {
	c.fromRoot()
	c.parts, c.touch = 1, c.g.size
	c.down(func(v, k int) { c.copy(1, dst(v+k, ^0), dst(v, ^0)) })
	return nil
}

func (c *compiler) treeReduce() error {
	c.fromRoot()
	c.parts, c.touch, c.tmp = 1, 2*c.g.size, 1
	c.treeFold(1, ^0, func(v int) ref {
		if v == 0 {
			return dst(v, ^0)
		}
		return tmp(v, ^0)
	})
	return nil
}

// treeFold folds count blocks from at on up the tree; the partial sum of v lies
// in src until it is added to, then where sum says.
func (c *compiler) treeFold(count, at int, sum func(v int) ref) {
	of := func(v, k int) ref { // before the step of distance k
		if k > 1 {
			return sum(v)
		}
		return src(v, at)
	}
	c.up(func(v, k int) {
		child := of(v+k, k)
		if k > 1 && v+k+1 >= c.g.size { // a leaf: nobody has sent to it
			child = src(v+k, at)
		}
		c.fold(count, sum(v), of(v, k), child)
	})
}

func (c *compiler) treeAllreduce() error {
	c.parts, c.touch = 1, c.g.size
	sum := func(v int) ref { return dst(v, 0) }
	c.treeFold(1, 0, sum)
	c.down(func(v, k int) { c.copy(1, sum(v+k), sum(v)) })
	return nil
}

func (c *compiler) treeReduceScatter() error {
	p := c.g.size
	c.tmp = p
	c.treeFold(p, 0, func(v int) ref { return tmp(v, 0) })
	c.down(func(v, k int) {
		c.copy(1, dst(v+k, 0), tmp(v, v+k))
		if n := min(v+2*k, p) - (v + k); n > 1 {
			c.copy(n-1, tmp(v+k, v+k+1), tmp(v, v+k+1))
		}
	})
	c.step()
	c.copy(1, dst(0, 0), tmp(0, 0))
	return nil
}

// treeGather: v keeps the block of v+i at place i of its room, the root each at
// home. Of those that pass blocks on, none does so for more than P/2.
func (c *compiler) treeGather() error {
	c.fromRoot()
	p := c.g.size
	c.touch, c.tmp = 2*p, p/2
	c.up(func(v, k int) {
		n := min(v+2*k, p) - (v + k)
		if v > 0 {
			c.copy(1, tmp(v, ^k), src(v+k, ^0))
			if n > 1 {
				c.copy(n-1, tmp(v, ^(k+1)), tmp(v+k, ^1))
			}
			return
		}
		if k == 1 {
			c.copy(1, dst(0, 0), src(0, ^0))
		}
		c.copy(1, dst(0, k), src(k, ^0))
		for i := 1; i < n; i++ {
			c.copy(1, dst(0, k+i), tmp(k, ^i))
		}
	})
	return nil
}

func (c *compiler) treeScatter() error {
	c.fromRoot()
	p := c.g.size
	c.touch, c.tmp = 2*p, p/2
	c.down(func(v, k int) {
		n := min(v+2*k, p) - (v + k)
		if v == 0 {
			if c.steps == 1 {
				c.copy(1, dst(0, ^0), src(0, 0))
			}
			c.copy(1, dst(k, ^0), src(0, k))
			for i := 1; i < n; i++ {
				c.copy(1, tmp(k, ^i), src(0, k+i))
			}
			return
		}
		c.copy(1, dst(v+k, ^0), tmp(v, ^k))
		if n > 1 {
			c.copy(n-1, tmp(v+k, ^1), tmp(v, ^(k+1)))
		}
	})
	return nil
}

func (c *compiler) treeAllgather() error {
	p := c.g.size
	c.up(func(v, k int) {
		if v == 0 && k == 1 {
			c.copy(1, dst(0, 0), src(0, 0))
		}
		c.copy(1, dst(v, v+k), src(v+k, 0))
		if n := min(v+2*k, p) - (v + k); n > 1 {
			c.copy(n-1, dst(v, v+k+1), dst(v+k, v+k+1))
		}
	})
	c.down(func(v, k int) { c.copy(p, dst(v+k, 0), dst(v, 0)) })
	return nil
}
