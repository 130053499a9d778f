package coll

import "runtime/trace"

// beginRegion makes the call a region of the runtime trace that is being taken, of the task that the
// Run's context belongs to.
func (c *fiber) beginRegion(now call) {
	c.region, c.traced = trace.StartRegion(c.m.ctx, "coll."+now.collective().String()), true
}

// endRegion ends it: every call comes here last.
func (c *fiber) endRegion() {
	if c.traced {
		c.closeRegion()
	}
}

func (c *fiber) closeRegion() {
	c.region.End()
	c.region, c.traced = nil, false
}
