package coll

// Putting aside. An exchange in place receives no more than it has sent, and sends no more than
// its receiver takes. If that comes only when others have been served, as one does that sends
// first and receives then, all could wait for ever. Then, and only then, src is copied aside
// whole, and what comes in has all the room that it needs: an exchange in place then waits for
// nobody that waits for it.

// withholds reports whether it receives no more for want of room only.
func (x *transfer[T]) withholds() bool {
	return x.covers() && x.head && !x.offers && x.got == x.sent && x.sent < len(x.src)
}

// putAside makes it an exchange out of place: at work meanwhile, not late.
func (x *transfer[T]) putAside() {
	aside := make([]T, len(x.src))
	x.p.c.hold()
	carry(x.p, passage{}, aside[x.sent:], x.src[x.sent:])
	x.p.c.release()
	if x.lendsItself() {
		pipeOf[T](x.out).piece = aside[x.sent:x.reach]
	}
	x.src, x.same = aside, false
}

// relieve lets one exchange in place go on where nobody else can. It is called under the
// machine's lock, while all hosts sleep or are about to.
func (m *Machine) relieve() bool {
	for _, c := range m.fibers {
		if c.at != nil && c.waitOn == &c.at.bell && c.at.withholds {
			c.at.withholds = false
			c.at.knock(c.at.rank)
			return true
		}
	}
	return false
}
