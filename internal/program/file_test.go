package program

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestFileSegments: a caller's words have as many segments as there are schedules, and the two
// halves of an allreduce as many as each other.
func TestFileSegments(t *testing.T) {
	ring, err := cayley.Ring(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		accumulate, broadcast int // segments
		chunks                int
		ok                    bool
	}{{1, 1, 0, true}, {2, 2, 2, true}, {3, 3, 3, true}, {1, 2, 0, false}, {2, 1, 0, false}, {2, 3, 0, false}} {
		g := teamedOn(ring, 2)
		g.Schedules = func(task sched.Task, root int) ([]*sched.Explicit, error) {
			m := c.broadcast
			if task == sched.Accumulate {
				m = c.accumulate
			}
			chunks, _, err := sched.JointChunks(ring, task, m)
			if err != nil {
				return nil, err
			}
			return Sends(chunks)
		}
		prog, err := Make(g, 0, (*Compiler).FileAllreduce)
		if (err == nil) != c.ok || err == nil && prog.Chunks != c.chunks {
			t.Errorf("%d and %d segments: %+v, %v", c.accumulate, c.broadcast, prog, err)
		}
		if alone := made(t, g, (*Compiler).FileAllgather); alone.Chunks != c.broadcast && c.broadcast > 1 || c.broadcast == 1 && alone.Chunks != 0 {
			t.Errorf("%d segments of an allgather: %d chunks", c.broadcast, alone.Chunks)
		}
	}
}
