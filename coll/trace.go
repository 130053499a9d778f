package coll

import (
	"context"
	"runtime/trace"
)

// begin makes the call a region of the runtime trace that is being taken.
func (c *fiber) begin(now call) {
	c.region, c.traced = trace.StartRegion(context.Background(), "coll."+now.collective().String()), true
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
