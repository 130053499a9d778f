package hypercube

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/sched"
)

// OneWayAntipodes is the exchange of every vertex of Q_d with the opposite one alone, over
// links of one direction a step. It takes d steps for d ≥ 2, the length of the paths; the pairs
// of steps of Theorem 6.5 would take 2d (errata 32). For d = 1 it takes two.
//
// In step t the word of source s crosses direction t, or t+1 where s is odd, modulo d. Then the
// words of even sources stand on vertices of one parity and use one direction; those of odd
// sources stand on vertices of the other parity and use another. So no edge carries two words.
func OneWayAntipodes(d int) (*sched.Explicit, error) {
	if err := checkExchange(d, d, "d"); err != nil {
		return nil, err
	}
	g, err := cube(d)
	if err != nil {
		return nil, err
	}
	e := &sched.Explicit{Graph: g, Task: sched.Exchange, Model: sched.OneWay, Scope: sched.Scope{At: []int{d}}, Steps: max(d, 2)}
	if d<<d > sched.MaxSends {
		return nil, fmt.Errorf("hypercube: %w: %d, the limit is %d", sched.ErrTooMany, d<<d, sched.MaxSends)
	}
	e.Sends = make([]sched.Send, 0, d<<d)
	for s := range int32(1 << d) {
		odd := bits.OnesCount32(uint32(s)) & 1
		for t, at := 0, s; t < d; t++ {
			to := at ^ 1<<((t+odd)%d)
			time := t
			if d == 1 {
				time = odd // one link: one word after the other
			}
			e.Sends = append(e.Sends, sched.Send{Time: int32(time + 1), From: at, To: to, Item: s, Dst: s ^ (1<<d - 1)})
			at = to
		}
	}
	return e, nil
}

// antipodes is OneWayAntipodes as any task: one vertex is opposite, so the path of a word is
// all that a broadcast of its source needs, and an accumulation to its destination.
func antipodes(d int, task sched.Task) (*sched.Explicit, error) {
	if d > MaxExchangeDim { // the error would speak of an exchange
		return nil, fmt.Errorf("hypercube: %w: %d, the limit is %d", sched.ErrTooMany, d<<d, sched.MaxSends)
	}
	e, err := OneWayAntipodes(d)
	if err != nil || task == sched.Exchange {
		return e, err
	}
	e.Task = task
	for i := range e.Sends {
		s := &e.Sends[i]
		if task == sched.Accumulate {
			s.Item = s.Dst
		}
		s.Dst = 0
	}
	return e, nil
}
