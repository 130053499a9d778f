package coll

import "slices"

// Processors that wait for one another in a circle.

// awaited is the processor that c waits for in an exchange; nil: it does not wait in one, or for one
// in another process.
func (c *fiber) awaited() *fiber {
	if c.at == nil || c.waitOn != &c.at.bell {
		return nil
	}
	if m := c.at.g.members[c.at.peer]; m != nil {
		return m.c
	}
	return nil
}

// circle is processors that wait in exchanges for one another, each for the next; none if there are none.
func (m *Machine) circle() (circle []*fiber) {
	met := map[*fiber]*fiber{} // by whom first
	for _, first := range m.fibers {
		c := first
		for ; c != nil && met[c] == nil; c = c.awaited() {
			met[c] = first
		}
		if c == nil || met[c] != first {
			continue
		}
		for at := c; at != c || circle == nil; at = at.awaited() {
			circle = append(circle, at)
		}
		return circle
	}
	return nil
}

// inOrder is all processors, those of a circle first.
func (m *Machine) inOrder(circle []*fiber) []*fiber {
	on, all := map[*fiber]bool{}, slices.Clone(circle)
	for _, c := range circle {
		on[c] = true
	}
	for _, c := range m.fibers {
		if !on[c] {
			all = append(all, c)
		}
	}
	return all
}
