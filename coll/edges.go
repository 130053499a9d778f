package coll

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// traffic is what the processors of a group send to each other. It knows nothing of the group,
// which may be gone before it, see splits.
type traffic struct {
	name  string // of the group
	edges edges  // of Exchange
	arcs  edges  // of the spectral sum on rings
}

// edges are those in use, made when either end first needs them.
type edges struct {
	mu   sync.Mutex
	made map[[2]int]*edge
}

func (s *edges) get(g *group, from, to int) *edge {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.made[[2]int{from, to}]; e != nil {
		return e
	}
	if s.made == nil {
		s.made = map[[2]int]*edge{}
		if g.run != 0 {
			g.m.splits.add(g)
		}
	}
	e := &edge{world: [2]int{g.world(from), g.world(to)}, heads: new(buffers.Queue)}
	s.made[[2]int{from, to}] = e
	return e
}

// neighbours are the edges that lead to a processor, or from it, by the rank at the other end.
type neighbours struct {
	used   map[int]*edge
	rank   int // the latest
	latest *edge
}

// other is the rank at the other end of an edge that this processor is an end of, and the
// neighbours among which it is.
func (m *member) other(from, to int) (*neighbours, int) {
	if from == m.rank {
		return &m.targets, to
	}
	return &m.sources, from
}

// edge is an edge that this processor is an end of, looked up once.
func (m *member) edge(from, to int) *edge {
	n, rank := m.other(from, to)
	if n.latest == nil || n.rank != rank {
		n.rank, n.latest = rank, m.lookUp(from, to)
	}
	return n.latest
}

func (m *member) lookUp(from, to int) *edge {
	n, rank := m.other(from, to)
	if e := n.used[rank]; e != nil {
		return e
	}
	if n.used == nil {
		n.used = map[int]*edge{}
	}
	e := m.g.edges.get(m.g, from, to)
	n.used[rank] = e
	return e
}

// used is the edge, nil before its first use.
func (m *member) used(from, to int) *edge {
	n, rank := m.other(from, to)
	return n.used[rank]
}

// reset empties the rings after a Run that failed, and lets go of what is lent.
func (s *edges) reset() {
	for _, e := range s.made {
		e.heads.Reset()
		e.full.Store(false)
		for _, number := range []*atomic.Uint64{&e.withdrawn, &e.pieces, &e.begun, &e.refused, &e.over, &e.copied} {
			number.Store(0)
		}
		e.loan = 0
		e.f64.reset()
		e.f32.reset()
		e.i64.reset()
		e.i32.reset()
	}
}

// lost is the error of the first message by exchange that nobody received, by its ends; nil if
// there is none.
func (t *traffic) lost() (first *Error) {
	t.edges.mu.Lock()
	defer t.edges.mu.Unlock()
	for ends, e := range t.edges.made {
		if head := e.heads.Left(); head != nil {
			first = earlier(first, unreceived(t.name, ends, e.world, call{head[headWord], head[headElems]}))
		}
	}
	return first
}

// unreceived is the error of a message from one rank of a group to another that nobody received; world
// has their ranks in the machine.
func unreceived(group string, ends, world [2]int, c call) *Error {
	from, to := nameOf(group, ends[0], world[0]), nameOf(group, ends[1], world[1])
	return &Error{Kind: ErrMissing, Collective: exchange.String(), Rank: world[0], Other: world[1],
		Text: fmt.Sprintf("%s sent %s by exchange to %s, which never received it", from, c.elements(), to)}
}

// earlier is the one of two errors, or of one, with the lower ranks.
func earlier(a, b *Error) *Error {
	if a == nil || b != nil && (b.Rank < a.Rank || b.Rank == a.Rank && b.Other < a.Other) {
		return b
	}
	return a
}

// close gives the memory of rings and copies back: processors may remember their edges.
func (s *edges) close() {
	for _, e := range s.made {
		e.f64.close()
		e.f32.close()
		e.i64.close()
		e.i32.close()
	}
	s.made = nil
}
