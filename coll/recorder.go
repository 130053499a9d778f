package coll

import (
	"context"
	"fmt"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"strings"
)

// remembered is how many calls are remembered, for errors to print: the flight
// recorder. Collectives are remembered by the teams, whose processors make the
// same ones; an Exchange by the processor.
const remembered = 8

// recorder is what a processor remembers of its own: its latest exchanges.
type recorder struct {
	exchanges [remembered]exchangeRecord
	exchanged uint64
}

type exchangeRecord struct {
	m          *member
	after      uint64 // of m's collectives it came after so many
	word       uint64 // signature
	to, from   int32  // negative: nobody
	sent, room int    // elements of src and dst
}

// sends and receives are what goes to to and what is to come from from.
func (e *exchangeRecord) sends() call    { return call{e.word, uint64(e.sent)} }
func (e *exchangeRecord) receives() call { return call{e.word, uint64(e.room)} }

// what is "exchange of 5 float64 to 1, 6 float64 from 2 (rings)".
func (e *exchangeRecord) what() string {
	var parts []string
	if e.to >= 0 {
		parts = append(parts, fmt.Sprintf("%s to %d", e.sends().elements(), e.to))
	}
	if e.from >= 0 {
		parts = append(parts, fmt.Sprintf("%s from %d", e.receives().elements(), e.from))
	}
	if len(parts) == 0 {
		return "exchange with nobody"
	}
	return fmt.Sprintf("exchange of %s (%s)", strings.Join(parts, ", "), e.sends().algorithm())
}

// exchange is the latest one.
func (r *recorder) exchange() *exchangeRecord {
	return &r.exchanges[(r.exchanged-1)%remembered]
}

func (r *recorder) reset() { *r = recorder{} }

// begin makes the call a region of the runtime trace that is being taken.
func (c *core) begin(now call) {
	c.region, c.traced = trace.StartRegion(context.Background(), "coll."+now.collective().String()), true
}

// end ends it.
func (c *core) end() {
	if c.traced {
		c.endRegion()
	}
}

func (c *core) endRegion() {
	c.region.End()
	c.region, c.traced = nil, false
}

// recordExchange notes an exchange that begins.
func (c *core) recordExchange(m *member, word uint64, to, from, sent, room int) {
	c.at = m
	e := &c.exchanges[c.exchanged%remembered]
	e.m, e.after, e.word = m, m.seq, word
	e.to, e.from = int32(max(to, -1)), int32(max(from, -1))
	e.sent, e.room = sent, room
	c.exchanged++
	if trace.IsEnabled() {
		c.begin(e.sends())
	}
}

// present is the collective that the processor came to last in the group where
// it is now; the zero call where it came to none.
func (c *core) present() call {
	if c.at == nil || c.at.seq == 0 {
		return call{}
	}
	return c.at.t.calls[c.at.place]
}

// inExchange says of a processor that waits in a call whether that is an exchange.
func (c *core) inExchange() bool {
	if c.exchanged == 0 {
		return false
	}
	e := c.exchange()
	return e.m == c.at && e.after == c.at.seq
}

// trail is the latest calls of a rank of the machine in the group where it is, in
// a line, the latest last, with their numbers in that group.
func (m *Machine) trail(rank int) string {
	c := m.coreOf(rank)
	if c == nil || !c.h.back.Load() {
		return ""
	}
	at := c.at
	if at == nil {
		return fmt.Sprintf("rank %d had made no call", rank)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "last calls of rank %d", rank)
	if at.g.name != "" { // those in other groups are not among them
		b.WriteString(" in " + at.g.name)
	}
	b.WriteByte(':')
	say := func(s string) { b.WriteString(" " + s + ";") }
	first := at.seq - min(at.seq, remembered)
	for seq := first; seq <= at.seq; seq++ {
		switch {
		case seq == 0 || seq == first: // before those remembered
		case seq == at.seq:
			say(fmt.Sprintf("#%d %s", seq, at.t.calls[at.place].what()))
		default:
			say(fmt.Sprintf("#%d %s", seq, at.t.log[seq%remembered].what()))
		}
		for i := c.exchanged - min(c.exchanged, remembered); i < c.exchanged; i++ {
			if e := &c.exchanges[i%remembered]; e.m == at && e.after == seq {
				say(e.what())
			}
		}
	}
	return strings.TrimSuffix(b.String(), ";")
}

// label gives the processor's goroutine the labels of the Run's context, for profiles, and
// with Config.Labels its rank. unlabel takes them away.
func (c *core) label() {
	ctx := c.m.ctx
	if c.m.cfg.Labels {
		ctx = pprof.WithLabels(ctx, pprof.Labels("coll_rank", strconv.Itoa(c.rank)))
	}
	pprof.SetGoroutineLabels(ctx)
}

func unlabel() { pprof.SetGoroutineLabels(context.Background()) }
