package coll

import (
	"fmt"
	"runtime/trace"
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

// recordExchange notes an exchange that begins.
func (c *fiber) recordExchange(m *member, word uint64, to, from, sent, room int) {
	c.at = m
	e := &c.exchanges[c.exchanged%remembered]
	e.m, e.after, e.word = m, m.seq, word
	e.to, e.from = int32(max(to, -1)), int32(max(from, -1))
	e.sent, e.room = sent, room
	c.exchanged++
	if trace.IsEnabled() {
		c.beginRegion(e.sends())
	}
}

// present is the collective that the processor came to last in the group where
// it is now; the zero call where it came to none.
func (c *fiber) present() call {
	if c.at == nil || c.at.seq == 0 {
		return call{}
	}
	return c.at.t.calls[c.at.place]
}

// latest is the collective of its latest call.
func (c *fiber) latest() collective {
	if c.inExchange() {
		return exchange
	}
	return c.present().collective()
}

// inExchange says of a processor that waits in a call whether that is an exchange.
func (c *fiber) inExchange() bool {
	if c.exchanged == 0 {
		return false
	}
	e := c.exchange()
	return e.m == c.at && e.after == c.at.seq
}
