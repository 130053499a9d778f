package program

// Words round a ring: see coll.Ring.

// aroundRing are the labels of a program in which every rank does the same.
func (c *Compiler) aroundRing() { c.Labels = modulo(c.g.Size) }

// minus is -k modulo P.
func (c *Compiler) minus(k int) int { return (c.g.Size - k%c.g.Size) % c.g.Size }

func (c *Compiler) RingAllgather() error {
	c.aroundRing()
	c.ringSpread(false)
	return nil
}

// ringSpread sends every rank's block all round; after a reduction the block
// lies at home already.
func (c *Compiler) ringSpread(after bool) {
	before := c.minus(1)
	for k := 1; k < c.g.Size; k++ {
		c.step()
		from := dst(before, c.minus(k))
		if k == 1 && !after {
			c.copy(1, dst(0, 0), src(0, ^0))
			from = src(before, ^0)
		}
		c.copy(1, dst(0, c.minus(k)), from)
	}
}

func (c *Compiler) RingReduceScatter() error {
	c.aroundRing()
	c.Room = c.g.Size
	c.ringFold(tmp, dst(0, ^0))
	return nil
}

func (c *Compiler) RingAllreduce() error {
	c.aroundRing()
	c.Parts = c.g.Size
	c.ringFold(dst, dst(0, 0))
	c.ringSpread(true)
	return nil
}

// ringFold sends the sum of block r from rank r+1 all round to r: in step k it
// comes to r+k+1.
func (c *Compiler) ringFold(sum func(rank, block int) Ref, last Ref) {
	before := c.minus(1)
	for k := 1; k < c.g.Size; k++ {
		c.step()
		block := c.minus(k + 1)
		from, to := sum(before, block), sum(0, block)
		if k == 1 {
			from = src(before, block)
		}
		if k == c.g.Size-1 {
			to = last
		}
		c.fold(1, to, from, src(0, block))
	}
}

func (c *Compiler) RingBroadcast() error {
	p := c.g.Size
	if err := c.written(); err != nil {
		return err
	}
	c.fromRoot()
	c.Parts, c.Touch = p, 2*p
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

func (c *Compiler) RingReduce() error {
	p := c.g.Size
	if err := c.written(); err != nil {
		return err
	}
	c.fromRoot()
	c.Parts, c.Touch, c.Room = p, 4*p, p
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
