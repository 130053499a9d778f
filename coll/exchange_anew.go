package coll

// Messages whose vectors are written anew: see anew.go. A loan has the receiver read src itself, where the
// sender is going to write next. So what a sender writes before each message goes to another core by the
// ring if it fits a slot, and the receiver hands the lines of the slot back: it stores to each when it has
// read it. A sender decides for itself, by three words of what it sent before.

// sendsAnew reports whether src, which would be lent, rather goes by the ring. It comes once for each
// message. (What is lent to a processor of the same thread fits no slot.)
func sendsAnew[T Elem](p *Proc, src []T, to int, receives bool) bool {
	if !p.c.m.copiesFresh() || len(src) > slotLength || len(src) <= p.unlent(to, receives) || !p.glances.due() {
		return false
	}
	return p.glances.saw(p.edge(p.rank, to).gave.anew(glimpseOf(src)))
}

// handBack hands back the lines of a slot that this processor has read.
func handBack[T Elem](slot []T) {
	for i := 0; i < len(slot); i += 64 / sizeOf[T]() {
		slot[i] = 0
	}
}
