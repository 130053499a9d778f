package theorems

import (
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// communicationGraphs are the definitions of what many words do at once.
func communicationGraphs(t *table) {
	t.cubes("Disc 2.12", "over links used both ways at once, the rooted broadcast and the rooted accumulation go on at one time", 1, 12,
		func(d int) int { return d },
		func(d int) (int, error) {
			out, err := hypercube.RootedBroadcast(d, 0)
			if err != nil {
				return 0, err
			}
			in, err := hypercube.RootedAccumulate(d, 0)
			if err != nil {
				return 0, err
			}
			both := sched.CommunicationGraph{Tasks: append(out.CommunicationGraph().Tasks, in.CommunicationGraph().Tasks...)}
			return time(&both, nil)
		}, "Figures 3 and 4 in one communication graph")
	t.cubes("Def 2.13", "a communication graph uses no arc twice at one time: one with a task graph twice is refused", 1, 6,
		func(int) int { return 0 },
		func(d int) (int, error) {
			c, err := communication(hypercube.Broadcast(d))
			if err != nil {
				return 0, err
			}
			c.Tasks = append(c.Tasks, c.Tasks[0])
			return passes(c.Verify(), "both use")
		}, "errata 5: in all task graphs together, each of which is one. Number of such that pass")
	t.cubes("Def 2.13", "the same of a template, all of whose translates repeat an arc", 3, 8,
		func(int) int { return 0 },
		func(d int) (int, error) {
			b, err := hypercube.Broadcast(d)
			if err != nil {
				return 0, err
			}
			return passes(repeat(b).Verify(), "uses generator")
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
			e.Model = sched.OneWay
			return passes(e.Verify(), "link carries another word")
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

// repeat gives one vertex of a template of the cube the generator of another in the same step, from a
// vertex that has the word by then: all that is wrong then is that arcs are used twice.
func repeat(b *sched.Template) *sched.Template {
	for w, at := range b.Time {
		for v, k := range b.Gen {
			if k >= 0 && w>>k&1 == 1 && v != w && b.Time[v] == at && b.Gen[w] != k && b.Time[w^1<<k] < at {
				b.Gen[w] = k
				return b
			}
		}
	}
	return b
}

// passes is 1 for a schedule that a verifier accepts and 0 for one that it refuses for this reason.
func passes(err error, why string) (int, error) {
	switch refusal(err, why) {
	case "accepted":
		return 1, nil
	case "refused":
		return 0, nil
	}
	return 0, err
}

// sends verifies a schedule and counts its sends.
func sends(e *sched.Explicit, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return len(e.Sends), e.Verify()
}
