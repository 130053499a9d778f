package coll

import "unsafe"

// Messages whose vectors are written anew: see anew.go. A loan has the receiver read src itself, where the
// sender is going to write next. So what a sender writes before each message goes to another core by the
// ring if it fits a slot, and the receiver hands the lines of the slot back (handback.go). A sender decides
// for itself, by three words of what it sent before.
//
// Two cores of a Zen 4 take so much of the time for messages of 192 to 1,024 words that are written before
// each call and read after it, by 2 0.65 … 0.88, far apart 0.56 … 0.80; of 768 and 1,024 by 4 and 8 0.71 …
// 0.82 (BenchmarkFreshMessages). With vectors that nobody touches between the calls 1.0 … 1.03. Two cores of an Intel
// Xeon (Emerald Rapids), where nothing is handed back, gain by it with 768 and 1,024 words by 4 and 8: 0.67 … 0.87, by 64
// 0.84 … 1.10; by 2 with 160 to 1,024 it would take 1.0 … 1.14.

// sendsAnew reports whether n elements of so many bytes from src on, which would be lent, rather go by the
// ring. It comes once for each message. (What is lent to another processor of the same thread fits no slot.)
func (p *Proc) sendsAnew(src unsafe.Pointer, n, size, to int, receives bool) bool {
	return n <= slotLength && n > p.unlent(to, receives) && to != p.rank && p.mayRing() && p.glances.due() &&
		p.glances.saw(p.edge(p.rank, to).gave.anew(glimpseOf(src, n, size)))
}

// mayRing reports whether messages are sent so at all.
func (p *Proc) mayRing() bool { return (p.c.m.handing || !p.g.alone) && p.c.m.copiesAnew() }
