package program

import "math/bits"

// Recursive doubling written as programs, of blocks, of scans and, across processes, of
// allreduce: see coll.Doubling.

func (c *Compiler) DoublingAllgather() error {
	if err := c.written(); err != nil {
		return err
	}
	p := c.g.Size
	pow2 := 1 << (bits.Len(uint(p)) - 1)
	extra := p - pow2
	if extra > 0 {
		c.step()
		for r := range extra {
			c.copy(1, dst(r, r+pow2), src(r+pow2, 0))
		}
	}
	for bit := 1; bit < pow2; bit *= 2 {
		c.step()
		for r := range pow2 {
			if bit == 1 {
				c.copy(1, dst(r, r), src(r, 0))
			}
			with := r ^ bit
			lo := with &^ (bit - 1)
			if bit == 1 {
				c.copy(1, dst(r, lo), src(with, 0))
			} else {
				c.copy(bit, dst(r, lo), dst(with, lo))
			}
			if n := min(bit, p-pow2-lo); n > 0 {
				c.copy(n, dst(r, pow2+lo), dst(with, pow2+lo))
			}
		}
	}
	if extra > 0 {
		c.step()
		for r := range extra {
			c.copy(p, dst(r+pow2, 0), dst(r, 0))
		}
	}
	return nil
}

// scanned makes the folds of every rank's vector with those before it and says
// where they lie.
func (c *Compiler) scanned() []Ref {
	p := c.g.Size
	c.Parts, c.Touch, c.Room = 1, 3*p, 2
	at, next := make([]Ref, p), make([]Ref, p)
	for r := range at {
		at[r] = src(r, 0)
	}
	for k, turn := 1, 0; k < p; k, turn = 2*k, 1-turn {
		c.step()
		copy(next, at)
		for r := k; r < p; r++ {
			next[r] = tmp(r, turn)
			c.fold(1, next[r], at[r-k], at[r])
		}
		copy(at, next)
	}
	return at
}

func (c *Compiler) DoublingScan() error {
	at := c.scanned()
	c.step()
	for r := range at {
		c.copy(1, dst(r, 0), at[r])
	}
	return nil
}

func (c *Compiler) DoublingExscan() error {
	at := c.scanned()
	c.step()
	for r := 1; r < len(at); r++ {
		c.copy(1, dst(r, 0), at[r-1])
	}
	return nil
}

// DoublingAllreduce is the program of what coll's doubling.go does by stages in one process.
func (c *Compiler) DoublingAllreduce() error {
	c.Room = 2
	size := c.g.Size
	steps := bits.Len(uint(size)) - 1
	pow2, k := 1<<steps, 0
	at := func(r int) Ref {
		if k == 0 {
			return src(r, 0)
		}
		return tmp(r, k&1)
	}
	if extra := size - pow2; extra > 0 {
		c.step()
		for r := range pow2 {
			if r < extra {
				c.fold(1, tmp(r, 1), src(r, 0), src(r+pow2, 0))
			} else {
				c.copy(1, tmp(r, 1), src(r, 0))
			}
		}
		k = 1
	}
	for bit := 1; bit < pow2; bit *= 2 {
		c.step()
		for r := range pow2 {
			c.fold(1, tmp(r, (k+1)&1), at(r&^bit), at(r|bit))
		}
		k++
	}
	c.step()
	for r := range size {
		c.copy(1, dst(r, 0), at(r&(pow2-1)))
	}
	return nil
}
