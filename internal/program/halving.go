package program

import "math/bits"

// Recursive halving and doubling: see coll.Halving.

// halver is the first P' ranks and the blocks that they fold.
type halver struct {
	c      *Compiler
	pow2   int                    // P'
	extra  int                    // P - P'
	sum    func(r, block int) Ref // where a partial sum lies
	last   func(r, block int) Ref // where the sum goes
	blocks int                    // of each: it keeps those ≡ its own modulo P'
	begun  bool                   // the partial sums are no longer in src
}

func (c *Compiler) halver() *halver {
	pow2 := 1 << (bits.Len(uint(c.g.Size)) - 1)
	return &halver{c: c, pow2: pow2, extra: c.g.Size - pow2}
}

func (h *halver) at(r, block int) Ref {
	if h.begun || r < h.extra {
		return h.sum(r, block)
	}
	return src(r, block)
}

// fold leaves with every one of them the sums of its blocks.
func (h *halver) fold() {
	c := h.c
	ops := h.pow2 * (h.blocks + bits.Len(uint(h.pow2))) // half of the blocks, a quarter, …; and what follows
	c.expect(ops, 2*ops)
	if h.extra > 0 {
		c.step()
		for r := range h.extra {
			c.fold(h.blocks, h.sum(r, 0), src(r, 0), src(r+h.pow2, 0))
		}
	}
	for bit := h.pow2 / 2; bit > 0; bit /= 2 {
		c.step()
		for r := range h.pow2 {
			low, high := r&^bit, r|bit
			for b := range h.blocks {
				if (b%h.pow2^r)&^(bit-1) != 0 { // not among those that r keeps
					continue
				}
				to := h.sum(r, b)
				if bit == 1 {
					to = h.last(r, b)
				}
				c.fold(1, to, h.at(low, b), h.at(high, b))
			}
		}
		h.begun = true
	}
}

func (c *Compiler) HalvingReduceScatter() error {
	if err := c.written(); err != nil {
		return err
	}
	h, p := c.halver(), c.g.Size
	c.Room = p
	h.blocks, h.sum = p, tmp
	h.last = func(r, b int) Ref {
		if b == r {
			return dst(r, 0)
		}
		return tmp(r, b)
	}
	h.fold()
	if h.extra > 0 {
		c.step()
		for r := range h.extra {
			c.copy(1, dst(r+h.pow2, 0), tmp(r, r+h.pow2))
		}
	}
	return nil
}

func (c *Compiler) HalvingAllreduce() error {
	if err := c.written(); err != nil {
		return err
	}
	h := c.halver()
	c.Parts, c.Touch = h.pow2, c.g.Size*h.pow2
	h.blocks, h.sum, h.last = h.pow2, dst, dst
	h.fold()
	for bit := 1; bit < h.pow2; bit *= 2 {
		c.step()
		for r := range h.pow2 {
			with := r ^ bit
			lo := with &^ (bit - 1)
			c.copy(bit, dst(r, lo), dst(with, lo))
		}
	}
	if h.extra > 0 {
		c.step()
		for r := range h.extra {
			c.copy(h.pow2, dst(r+h.pow2, 0), dst(r, 0))
		}
	}
	return nil
}
