package program

import "math/bits"

// Binomial trees: coll.Tree has the steps and the order of the sums.

// fromRoot are the labels of a program in which vertex v is rank root + v.
func (c *Compiler) fromRoot() { c.Labels, c.Rooted = modulo(c.g.Size), true }

// up calls do for the pairs (v, v+k) of every step from the leaves to the root.
func (c *Compiler) up(do func(v, k int)) {
	for k := 1; k < c.g.Size; k *= 2 {
		c.step()
		for v := 0; v+k < c.g.Size; v += 2 * k {
			do(v, k)
		}
	}
}

// down is the same from the root to the leaves.
func (c *Compiler) down(do func(v, k int)) {
	for k := 1 << bits.Len(uint(c.g.Size-1)) / 2; k > 0; k /= 2 {
		c.step()
		for v := 0; v+k < c.g.Size; v += 2 * k {
			do(v, k)
		}
	}
}

func (c *Compiler) TreeBroadcast() error {
	c.fromRoot()
	c.Parts, c.Touch = 1, c.g.Size
	c.down(func(v, k int) { c.copy(1, dst(v+k, ^0), dst(v, ^0)) })
	return nil
}

func (c *Compiler) TreeReduce() error {
	c.fromRoot()
	c.Parts, c.Touch, c.Room = 1, 2*c.g.Size, 1
	c.treeFold(1, ^0, func(v int) Ref {
		if v == 0 {
			return dst(v, ^0)
		}
		return tmp(v, ^0)
	})
	return nil
}

// treeFold folds count blocks from at on up the tree; the partial sum of v lies
// in src until it is added to, then where sum says.
func (c *Compiler) treeFold(count, at int, sum func(v int) Ref) {
	of := func(v, k int) Ref { // before the step of distance k
		if k > 1 {
			return sum(v)
		}
		return src(v, at)
	}
	c.up(func(v, k int) {
		child := of(v+k, k)
		if k > 1 && v+k+1 >= c.g.Size { // a leaf: nobody has sent to it
			child = src(v+k, at)
		}
		c.fold(count, sum(v), of(v, k), child)
	})
}

func (c *Compiler) TreeAllreduce() error {
	c.Parts, c.Touch = 1, c.g.Size
	sum := func(v int) Ref { return dst(v, 0) }
	c.treeFold(1, 0, sum)
	c.down(func(v, k int) { c.copy(1, sum(v+k), sum(v)) })
	return nil
}

func (c *Compiler) TreeReduceScatter() error {
	p := c.g.Size
	c.Room = p
	c.treeFold(p, 0, func(v int) Ref { return tmp(v, 0) })
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

// TreeGather: v keeps the block of v+i at place i of its room, the root each at
// home. Of those that pass blocks on, none does so for more than P/2.
func (c *Compiler) TreeGather() error {
	c.fromRoot()
	p := c.g.Size
	c.Touch, c.Room = 2*p, p/2
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

func (c *Compiler) TreeScatter() error {
	c.fromRoot()
	p := c.g.Size
	c.Touch, c.Room = 2*p, p/2
	c.down(func(v, k int) {
		n := min(v+2*k, p) - (v + k)
		if v == 0 {
			if c.Steps == 1 {
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

func (c *Compiler) TreeAllgather() error {
	p := c.g.Size
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
