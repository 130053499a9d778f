package coll

import "errors"

// stand is where a rank that an error names stood when it unwound.
type stand struct {
	rank        int
	site, trail string
}

// stands is where the ranks that an error names stand, as far as they are here.
func (m *Machine) stands(cause error) (list []stand) {
	var e *Error
	if !errors.As(cause, &e) {
		return nil
	}
	for _, rank := range []int{e.Rank, e.Other} {
		if m.coreOf(rank) != nil {
			list = append(list, stand{rank, m.siteOf(rank), m.trail(rank)})
		}
	}
	return list
}

func (e *Error) fill(stands []stand) {
	for _, s := range stands {
		if s.rank == e.Rank {
			e.Site, e.Trail = s.site, s.trail
		}
		if s.rank == e.Other && e.Other != e.Rank {
			e.OtherSite, e.OtherTrail = s.site, s.trail
		}
	}
	if e.Kind == ErrUsage {
		e.Trail, e.OtherTrail = "", ""
	}
}

// fillIn says in an error where the ranks that it names stand.
func (m *Machine) fillIn(e *Error) { e.fill(m.stands(e)) }

func (m *Machine) siteOf(rank int) string {
	c := m.coreOf(rank)
	if c == nil || !c.h.back.Load() {
		return ""
	}
	return c.site
}
