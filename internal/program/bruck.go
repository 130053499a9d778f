package program

// The steps of Bruck and others: see coll.Bruck.

func (c *Compiler) BruckAllgather() error {
	c.aroundRing()
	p := c.g.Size
	for k := 1; k < p; k *= 2 {
		c.step()
		if k == 1 {
			c.copy(1, dst(0, 0), src(0, ^0))
		}
		for i := k; i < min(2*k, p); i++ {
			from := dst(k, i)
			if i == k {
				from = src(k, ^0)
			}
			c.copy(1, dst(0, i), from)
		}
	}
	return nil
}

// BruckAlltoall: a block on its way lies at place i of one of two rooms, turn by
// turn, since a processor gets one there while it passes another on.
func (c *Compiler) BruckAlltoall() error {
	c.aroundRing()
	p := c.g.Size
	c.Room = 2 * p
	hops := make([]int, p)
	for k := 1; k < p; k *= 2 {
		c.step()
		if k == 1 {
			c.copy(1, dst(0, 0), src(0, 0))
		}
		before := c.minus(k)
		for i := k; i < p; i++ {
			if i&k == 0 {
				continue
			}
			from := tmp(before, ^(2*i + hops[i]&1))
			if hops[i] == 0 {
				from = src(before, (i-k+p)%p)
			}
			hops[i]++
			to := tmp(0, ^(2*i + hops[i]&1))
			if i < 2*k { // its last bit
				to = dst(0, c.minus(i))
			}
			c.copy(1, to, from)
		}
	}
	return nil
}
