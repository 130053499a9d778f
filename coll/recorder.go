package coll

import (
	"context"
	"fmt"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"strings"
	"time"
)

// recorder is a processor's flight recorder: its latest calls, which errors
// print, and, where Config.Times asks for it, how long it waited in each
// collective. While a runtime trace is taken every collective is a region of it.
type recorder struct {
	at     *member // in whose group it made its latest call
	calls  uint64
	last   [remembered]call
	region *trace.Region
	waited [len(offered)]time.Duration // since New
}

// remembered is how many calls a processor remembers.
const remembered = 8

// record notes a call that begins.
func (c *core) record(m *member, now call) {
	c.at = m
	c.last[c.calls%remembered] = now
	c.calls++
	if trace.IsEnabled() {
		c.region = trace.StartRegion(context.Background(), "coll."+now.collective().String())
	}
}

// recorded notes its end.
func (c *core) recorded() {
	if c.region != nil {
		c.region.End()
		c.region = nil
	}
}

func (r *recorder) reset() { r.at, r.calls, r.region = nil, 0, nil }

// present is the call that the processor made last.
func (r *recorder) present() call { return r.last[(r.calls-1)%remembered] }

// trail is the latest calls of a rank of the machine in a line, the latest last.
func (m *Machine) trail(rank int) string {
	if rank < 0 {
		return ""
	}
	r := &m.cores[rank].recorder
	if r.calls == 0 {
		return fmt.Sprintf("rank %d made no call", rank)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "last calls of rank %d:", rank)
	for i := r.calls - min(r.calls, remembered); i < r.calls; i++ {
		c := r.last[i%remembered]
		fmt.Fprintf(&b, " %d %s;", i+1, strings.TrimPrefix(c.String(), "called "))
	}
	return strings.TrimSuffix(b.String(), ";")
}

// label marks the goroutine of a processor for profiles, where Config.Labels
// asks for it. The function it returns takes the mark away.
func (c *core) label() (undo func()) {
	if !c.m.cfg.Labels {
		return func() {}
	}
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("coll_rank", strconv.Itoa(c.rank))))
	return func() { pprof.SetGoroutineLabels(context.Background()) }
}

// clock adds the time until it is called to what the processor has waited in its
// present call.
func (c *core) clock() (stop func()) {
	begun, in := time.Now(), c.present().collective()
	return func() { c.waited[in] += time.Since(begun) }
}
