package coll

// stand is where a rank that an error names stood when it unwound.
type stand struct {
	rank        int
	site, trail string
	in          string // the collective that it is in or came to last
	seq         uint64 // its number
}

// stands is where the ranks that an error names stand, as far as they are here.
func (m *Machine) stands(cause error) (list []stand) {
	e, found := untold(cause).(*Error) // none of another machine's, that the program may have returned
	if !found {
		return nil
	}
	for _, rank := range []int{e.Rank, e.Other} {
		c := m.fiberOf(rank)
		if c == nil {
			continue
		}
		s := stand{rank: rank, trail: m.trail(rank)}
		if c.h.back.Load() {
			s.site = c.site
			if c.at != nil {
				s.in, s.seq = c.latest().String(), c.at.seq
			}
		}
		list = append(list, s)
	}
	return list
}

func (e *Error) fill(stands []stand) {
	for _, s := range stands {
		if s.rank == e.Rank {
			e.Site, e.Trail = s.site, s.trail
			if e.Kind == ErrStalled && e.Collective == "" { // found by the watch
				e.Collective, e.Seq = s.in, s.seq
			}
		}
		if s.rank == e.Other && e.Other != e.Rank {
			e.OtherTrail = s.trail
			if e.doing == "" { // not seen when the Run failed
				e.OtherSite = s.site
			}
		}
	}
	if e.Kind == ErrUsage {
		e.Trail, e.OtherTrail = "", ""
	}
}

// filledIn is an error that says where the ranks that it names stand. It is a copy: processors
// that unwind, and who has asked for Context, may still read e.
func (m *Machine) filledIn(e *Error) *Error {
	full := *e
	full.fill(m.stands(e))
	return &full
}
