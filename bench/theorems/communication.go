package theorems

import (
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// communicationGraphs are the definitions of what many words do at once.
func communicationGraphs(t *table) {
	t.cubes("Def 2.13", "a communication graph uses no arc twice at one time: one with a task graph twice is refused", 1, 6,
		func(int) int { return 0 },
		func(d int) (int, error) {
			c, err := communication(hypercube.Broadcast(d))
			if err != nil {
				return 0, err
			}
			if c.Tasks = append(c.Tasks, c.Tasks[0]); c.Verify() == nil {
				return 1, nil
			}
			return 0, nil
		}, "errata 5: in all task graphs together, each of which is one. Number of such that pass")
	t.cubes("Def 2.13", "the same of a template, all of whose translates repeat an arc", 2, 8,
		func(int) int { return 0 },
		func(d int) (int, error) {
			b, err := hypercube.Broadcast(d)
			if err != nil {
				return 0, err
			}
			b.Time[3] = b.Time[1<<b.Gen[3]] // {0,1} in the step of {k}, k its direction
			if b.Verify() == nil {
				return 1, nil
			}
			return 0, nil
		}, "number of such schedules that pass")
	t.cubes("Def 2.17", "the time of a communication graph is the last of its tasks", 1, 8,
		func(d int) int { return ceilDiv(1<<d-1, d) },
		func(d int) (int, error) { return time(communication(hypercube.Broadcast(d))) }, "of the task graphs of all words")
	t.cubes("Def 2.14", "universal broadcast: every word to every vertex, no arc twice at one time (2.13), written out", 1, 8,
		func(d int) int { return (1<<d - 1) << d },
		func(d int) (int, error) { return sends(expand(hypercube.Broadcast(d))) }, "sends: P(P-1)")
	t.cubes("Def 2.15", "universal exchange: a path from each vertex to each other, written out", 1, 7,
		func(d int) int { return d << (2*d - 1) },
		func(d int) (int, error) { return sends(expand(hypercube.Exchange(d))) }, "sends: P·d·2^(d-1), all shortest paths")
	t.cubes("Ex 2.16", "universal broadcast in a 2-cube", 2, 2, func(int) int { return 2 },
		func(d int) (int, error) { return time(hypercube.Broadcast(d)) }, "Figure 5")
	t.cubes("Def 2.19", "one-way: an edge carries one word a step; the two-way schedule breaks that", 2, 6,
		func(int) int { return 0 },
		func(d int) (int, error) {
			e, err := expand(hypercube.Broadcast(d))
			if err != nil {
				return 0, err
			}
			if e.Model = sched.OneWay; e.Verify() == nil {
				return 1, nil
			}
			return 0, nil
		}, "number of two-way schedules that pass as one-way")
	t.cubes("Def 2.20", "global sum of scalars: an in-tree, then an out-tree", 1, 16, func(d int) int { return 2 * d },
		func(d int) (int, error) {
			in, err := time(hypercube.RootedAccumulate(d, 0))
			if err != nil {
				return 0, err
			}
			out, err := time(hypercube.RootedBroadcast(d, 0))
			return in + out, err
		}, "errata 4: section 5 needs the wider model in which a step combines values linearly")
}

// communication is a schedule as Definition 2.13 has it, verified as such.
func communication[S sched.Expander](s S, err error) (*sched.CommunicationGraph, error) {
	e, err := expand(s, err)
	if err != nil {
		return nil, err
	}
	c := e.CommunicationGraph()
	return c, c.Verify()
}

func expand[S sched.Expander](s S, err error) (*sched.Explicit, error) {
	if err != nil {
		return nil, err
	}
	return s.Expand()
}

// sends verifies a schedule and counts its sends.
func sends(e *sched.Explicit, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return len(e.Sends), e.Verify()
}
