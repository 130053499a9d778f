package coll

import (
	"context"
	"runtime/pprof"
	"strconv"
)

// label gives the processor's goroutine the labels of the Run's context, for profiles, and
// with Config.Labels its rank. unlabel takes them away.
func (c *fiber) label() {
	ctx := c.m.ctx
	if c.m.cfg.Labels {
		ctx = pprof.WithLabels(ctx, pprof.Labels("coll_rank", strconv.Itoa(c.rank)))
	}
	pprof.SetGoroutineLabels(ctx)
}

func unlabel() { pprof.SetGoroutineLabels(context.Background()) }
