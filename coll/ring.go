package coll

// Ring passes words from each rank to the next, P-1 steps or
// twice that: the fewest elements and the most steps. P processors, blocks or
// vectors of n elements:
//
//	broadcast       2P-2 steps of n/P: block after block down the chain from the root
//	reduce          the same down the chain that ends at the root; room for n each
//	allgather       P-1 steps of n into every processor
//	reducescatter   P-1 steps of n; room for P·n each
//	allreduce       both with blocks of n/P: 2(P-1) steps, 2(P-1)/P·n into every
//	                processor
//
// Order of the sum: for block r of reducescatter and allreduce, rank r+1, r+2, …
// modulo P, and r last; for reduce, the rank after the root, the next, …, and the
// root last. A block of an allreduce is ⌈n/P⌉ elements, rounded up to a multiple
// of 8; the last blocks may be short or empty.
const Ring Algorithm = "ring"

// aroundRing are the labels of a program in which every rank does the same.
func (c *compiler) aroundRing() { c.relabelled(modulo(c.g.size), false) }

// minus is -k modulo P.
func (c *compiler) minus(k int) int { return (c.g.size - k%c.g.size) % c.g.size }

func (c *compiler) ringAllgather() error {
	c.aroundRing()
	c.ringSpread(false)
	return nil
}

// ringSpread sends every rank's block all round; after a reduction the block
// lies at home already.
func (c *compiler) ringSpread(after bool) {
	before := c.minus(1)
	for k := 1; k < c.g.size; k++ {
		c.step()
		from := dst(before, c.minus(k))
		if k == 1 && !after {
			c.copy(1, dst(0, 0), src(0, ^0))
			from = src(before, ^0)
		}
		c.copy(1, dst(0, c.minus(k)), from)
	}
}

func (c *compiler) ringReduceScatter() error {
	c.aroundRing()
	c.tmp = c.g.size
	c.ringFold(tmp, dst(0, ^0))
	return nil
}

func (c *compiler) ringAllreduce() error {
	c.aroundRing()
	c.parts = c.g.size
	c.ringFold(dst, dst(0, 0))
	c.ringSpread(true)
	return nil
}

// ringFold sends the sum of block r from rank r+1 all round to r: in step k it
// comes to r+k+1.
func (c *compiler) ringFold(sum func(rank, block int) ref, last ref) {
	before := c.minus(1)
	for k := 1; k < c.g.size; k++ {
		c.step()
		block := c.minus(k + 1)
		from, to := sum(before, block), sum(0, block)
		if k == 1 {
			from = src(before, block)
		}
		if k == c.g.size-1 {
			to = last
		}
		c.fold(1, to, from, src(0, block))
	}
}

func (c *compiler) ringBroadcast() error {
	p := c.g.size
	if err := c.written(); err != nil {
		return err
	}
	c.fromRoot()
	c.parts, c.touch = p, 2*p
	c.expect(p*(p-1), p*(p-1))
	for t := range 2*p - 2 {
		c.step()
		for v := 1; v < p; v++ {
			if b := t - (v - 1); b >= 0 && b < p {
				c.copy(1, dst(v, ^b), dst(v-1, ^b))
			}
		}
	}
	return nil
}

func (c *compiler) ringReduce() error {
	p := c.g.size
	if err := c.written(); err != nil {
		return err
	}
	c.fromRoot()
	c.parts, c.touch, c.tmp = p, 4*p, p
	c.expect(p*(p-1), 2*p*(p-1))
	for t := range 2*p - 2 {
		c.step()
		for v := 1; v < p; v++ { // the sum so far goes from v on to the next
			b := t - (v - 1)
			if b < 0 || b >= p {
				continue
			}
			from, next := tmp(v, ^b), v+1
			if v == 1 {
				from = src(v, ^b)
			}
			to := tmp(next%p, ^b)
			if next == p {
				to = dst(0, ^b)
			}
			c.fold(1, to, from, src(next%p, ^b))
		}
	}
	return nil
}
