package coll

import (
	"runtime"
	"sync"
	"weak"
)

// splits are the groups of the present Run whose processors have sent to each other. What they
// have sent is held until the Run ends, which fails if somebody has not received it; the groups
// are not: when no processor holds one any more, the garbage collector says so, and of what
// was sent the error is kept, if there is one. Here is nothing that leads to a group or to the
// machine, which would never be collected.
type splits struct {
	mu   sync.Mutex
	held map[*traffic]weak.Pointer[group]
	lost *Error // the first one, of groups that are gone
}

// add is called when a group has its first edge, and when it has its first arc.
func (s *splits) add(g *group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.held[g.traffic]; ok {
		return
	}
	if s.held == nil {
		s.held = map[*traffic]weak.Pointer[group]{}
	}
	s.held[g.traffic] = weak.Make(g)
	runtime.AddCleanup(g, s.gone, g.traffic)
}

// gone lets go of what was sent in a group that nobody holds any more, unless its Run has ended.
func (s *splits) gone(t *traffic) {
	lost := t.lost()
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.held[t]; ok {
		delete(s.held, t)
		s.lost = earlier(s.lost, lost)
	}
}

// end ends all groups with their Run, and gives back what those have that somebody still holds.
// It returns the error of the first message that nobody received.
func (s *splits) end() (lost *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lost = s.lost
	for t, w := range s.held {
		lost = earlier(lost, t.lost())
		if g := w.Value(); g != nil {
			g.close()
		}
	}
	s.held, s.lost = nil, nil
	return lost
}
