package hypercube

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// AllreduceSchedule is the global sum of vectors of P blocks: every block is
// accumulated at its root, then broadcast from it.
type AllreduceSchedule struct {
	Accumulate, Broadcast *sched.Template
}

// Allreduce takes 2⌈(2^d-1)/d⌉ steps of one block a link. For each block it is a global sum
// (Definition 2.20); that of all blocks at once is not in the paper.
func Allreduce(d int) (*AllreduceSchedule, error) {
	b, err := Broadcast(d)
	if err != nil {
		return nil, err
	}
	a, err := b.Reverse()
	if err != nil {
		return nil, err
	}
	return &AllreduceSchedule{a, b}, nil
}

// Tau is the time in block steps.
func (s *AllreduceSchedule) Tau() int { return s.Accumulate.Steps + s.Broadcast.Steps }

// Verify checks both halves, and that they are an accumulation and a broadcast of all
// blocks on one graph.
func (s *AllreduceSchedule) Verify() error {
	var a, b *sched.Template
	if s != nil {
		a, b = s.Accumulate, s.Broadcast
	}
	if a == nil || b == nil || a.Graph == nil || b.Graph == nil || a.Task != sched.Accumulate || b.Task != sched.Broadcast {
		return errors.New("hypercube: an allreduce is an accumulation and a broadcast")
	}
	if !cayley.Equal(a.Graph, b.Graph) || !a.Scope.All() || !b.Scope.All() {
		return errors.New("hypercube: the halves of an allreduce serve all vertices of one graph")
	}
	if err := s.Accumulate.Verify(); err != nil {
		return err
	}
	return s.Broadcast.Verify()
}

// DimensionExchange is the global sum of scalars in d steps (paper, section 1). It returns the
// direction of every step; in it each vertex adds what its neighbour has.
func DimensionExchange(d int) ([]int, error) {
	if _, err := cube(d); err != nil {
		return nil, err
	}
	dirs := make([]int, d)
	for k := range dirs {
		dirs[k] = k
	}
	return dirs, nil
}

// CheckSum follows which terms every partial sum holds and returns an error
// unless each vertex ends with every term exactly once. P²/8 bytes, d ≤ 14.
func CheckSum(d int, dirs []int) error {
	if d < 1 || d > 14 {
		return fmt.Errorf("hypercube: check of a sum on dimension d = %d: must be 1 to 14", d)
	}
	p := 1 << d
	words := (p + 63) / 64
	now, next := make([]uint64, p*words), make([]uint64, p*words)
	for v := range p {
		now[v*words+v/64] = 1 << (v % 64)
	}
	for t, k := range dirs {
		if k < 0 || k >= d {
			return fmt.Errorf("hypercube: step %d uses direction %d: they are 0 to %d", t+1, k, d-1)
		}
		for v := range p {
			u := v ^ 1<<k
			for i := range words {
				a, b := now[v*words+i], now[u*words+i]
				if a&b != 0 {
					return fmt.Errorf("hypercube: step %d adds a term twice at vertex %d", t+1, v)
				}
				next[v*words+i] = a | b
			}
		}
		now, next = next, now
	}
	for v := range p {
		for u := range p {
			if now[v*words+u/64]>>(u%64)&1 == 0 {
				return fmt.Errorf("hypercube: the sum of vertex %d lacks the term of %d", v, u)
			}
		}
	}
	return nil
}
