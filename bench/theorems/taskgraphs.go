package theorems

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// taskGraphs are the definitions of one word's way, and what its reverse is.
func taskGraphs(t *table) {
	ring := directedRing(4)
	path := func(times ...int32) *sched.TaskGraph {
		p := &sched.TaskGraph{Graph: ring}
		for v, at := range times {
			p.Arcs = append(p.Arcs, sched.Arc{From: int32(v), To: int32((v + 1) % 4), Time: at})
		}
		return p
	}
	t.add("Def 2.2", "times rise along every path of a task graph", "path of 3 edges, times 1 2 2", "refused", refusal(path(1, 2, 2).Verify(), "time 2 but an arc into 2 has 2"), nil, "")
	t.add("Def 2.2", "a task graph is acyclic", "4-cycle, times 4 3 2 1", "refused", refusal(path(4, 3, 2, 1).Verify(), "cycle"), nil,
		"errata 2: by 2.2 and 2.3 as printed this cycle is legal, though no word can move; a task graph must be acyclic")
	got, err := time(path(1, 2, 3), nil)
	t.add("Def 2.4", "the time of a task graph is its last time", "path of 3 edges, times 1 2 3", 3, got, err, "")
	t.add("Ex 2.5", "four edges round a 4-cycle at times 1 2 3 4", "Figure 1", "refused", refusal(path(1, 2, 3, 4).Verify(), "cycle"), nil,
		"errata 2: the fourth edge brings the word back to its source; the first three are the broadcast (row 2.4)")
	six, err := cayley.Complete(6)
	n, err := time(&sched.TaskGraph{Graph: six, Arcs: []sched.Arc{{From: 0, To: 1, Time: 1}, {From: 1, To: 2, Time: 2}, {From: 1, To: 3, Time: 2},
		{From: 3, To: 4, Time: 4}, {From: 2, To: 4, Time: 3}, {From: 4, To: 5, Time: 5}}}, err)
	t.add("Ex 2.6", "six edges, t(e5) < t(e4) allowed as they are incomparable", "Figure 2", "task graph, time 5", fmt.Sprintf("task graph, time %d", n), err, "")
	rootedRows(t)
	duality(t)
}

func rootedRows(t *table) {
	t.cubes("Ex 2.8", "one word from one vertex to all, d steps", 1, 16, func(d int) int { return d },
		func(d int) (int, error) { return time(hypercube.RootedBroadcast(d, 1<<d-1)) }, "Figure 3 for d = 3")
	t.cubes("Ex 2.9", "one word from each vertex to one, d steps", 1, 16, func(d int) int { return d },
		func(d int) (int, error) { return time(hypercube.RootedAccumulate(d, 1<<d-1)) }, "Figure 4 for d = 3")
	t.cubes("Thm 2.10", "reversing arrows and times of a task graph gives a task graph", 1, 8,
		func(d int) int { return ceilDiv(1<<d-1, d) },
		func(d int) (int, error) {
			e, err := expand(hypercube.Broadcast(d))
			if err != nil {
				return 0, err
			}
			last := 0
			for _, task := range e.CommunicationGraph().Tasks {
				back, err := task.Reverse()
				if err != nil {
					return 0, err
				}
				n, err := time(back, nil)
				if err != nil {
					return 0, err
				}
				last = max(last, n)
			}
			return last, nil
		}, "every task of a universal broadcast; the greatest time")
}

// duality is Theorem 2.11 where it holds and where it does not.
func duality(t *table) {
	t.cubes("Thm 2.11", "broadcast and accumulation take the same time", 1, 16,
		func(d int) int { return ceilDiv(1<<d-1, d) },
		func(d int) (int, error) { return time(hypercube.Accumulate(d)) }, "errata 3: where generators are closed under inverses, or the group is abelian")
	words := []string{"r", "r3", "r4", "f", "r2f", "r5f"}
	g, err := cayley.DihedralGraph(6, words...)
	if err != nil {
		t.add("Thm 2.11", "broadcast and accumulation differ", "dihedral:6", "", "", err, "")
		return
	}
	var found []string
	for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate} {
		tm, b, e := sched.Build(g, sched.Options{Task: task})
		if e == nil {
			e = tm.Verify()
			found = append(found, fmt.Sprintf("%s %d, bound %d", task, tm.Steps, b.Value))
		}
		err = errors.Join(err, e)
	}
	c, e := sched.LB3(g, sched.Broadcast, sched.Scope{})
	if e == nil {
		e = c.Check(g, sched.Scope{})
	}
	t.add("Thm 2.11", "broadcast and accumulation differ on this Cayley graph", g.Name(), "broadcast 3, bound 3; accumulate 2, bound 2", strings.Join(found, "; "), errors.Join(err, e),
		"errata 3: the reverse of Cay(G,Δ) is Cay(G,Δ⁻¹). The broadcast's bound is a matching whose certificate is checked")
}

func directedRing(n int) cayley.Graph {
	g, err := cayley.Circulant(n, 1)
	if err != nil {
		panic(err) // n is a constant of this package
	}
	return g
}

func verdict(err error) string {
	if err != nil {
		return "refused"
	}
	return "accepted"
}

// refusal is the verdict of an error that must say why.
func refusal(err error, why string) string {
	if err != nil && !strings.Contains(err.Error(), why) {
		return "refused for another reason: " + err.Error()
	}
	return verdict(err)
}
