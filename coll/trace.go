package coll

import "runtime/trace"

// begin makes the call a region of the runtime trace that is being taken, of the task that the
// Run's context belongs to.
func (c *fiber) begin(now call) {
	c.region, c.traced = trace.StartRegion(c.m.ctx, "coll."+now.collective().String()), true
}

// end ends it.
func (c *fiber) end() {
	if c.traced {
		c.endRegion()
	}
}

func (c *fiber) endRegion() {
	c.region.End()
	c.region, c.traced = nil, false
}
