package sched

import (
	"math"
	"testing"
)

// TestEstimate: doubling beats the optimal schedule only where starting a message is dear.
func TestEstimate(t *testing.T) {
	tree, err := Doubling(6)
	if err != nil {
		t.Fatal(err)
	}
	if s, rounds, err := tree.EstimateRounds(Link{1, 0.5}, 2); err != nil || rounds != 6 || s > 6+63*2*0.5 || s < 6+10.5 {
		t.Errorf("doubling: %v s in %d rounds", s, rounds)
	}
	ring, err := Ring(parse(t, "ring:12"), Accumulate)
	if err != nil {
		t.Fatal(err)
	}
	if s, rounds, err := ring.EstimateRounds(Link{3, 1}, 2); err != nil || rounds != 11 || s != 11*(3+2) {
		t.Errorf("ring: %v s in %d rounds", s, rounds)
	}
	for _, task := range []Task{Broadcast, Accumulate} {
		pair := parse(t, "ring:2")
		for want, bad := range map[string]*Template{
			"sched: template without a graph":                            {Task: task, Gen: []int32{-1, 0}, Time: []int32{0, 1}},
			"sched: template of 2 generators and 1 times for 2 vertices": {Graph: pair, Task: task, Gen: []int32{-1, 0}, Time: []int32{0}},
			"sched: vertex 1 has generator -1: the graph has 0 to 0":     {Graph: pair, Task: task, Steps: 1, Gen: []int32{-1, -1}, Time: []int32{0, 1}},
			"sched: vertex 1 has generator 1: the graph has 0 to 0":      {Graph: pair, Task: task, Steps: 1, Gen: []int32{-1, 1}, Time: []int32{0, 1}},
			"sched: vertex 1 is not served":                              {Graph: pair, Task: task, Gen: []int32{-1, -1}, Time: []int32{0, 0}},
		} {
			if s, rounds, err := bad.EstimateRounds(Link{1, 1}, 1); s != 0 || rounds != 0 || err == nil || err.Error() != want {
				t.Errorf("%s: %v s in %d rounds, %v, want %s", task, s, rounds, err, want)
			}
		}
		if s, rounds, err := (&Template{Graph: parse(t, "ring:1"), Task: task, Gen: []int32{-1}, Time: []int32{0}}).EstimateRounds(Link{1, 1}, 1); s != 0 || rounds != 0 || err != nil {
			t.Errorf("%s of one vertex: %v s in %d rounds, %v", task, s, rounds, err)
		}
	}
	best, err := Make(tree.Graph, Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if got := Estimate(best, Link{1, 0.5}, 2); got != 11*2 {
		t.Errorf("optimal: %v s", got)
	}
	c, err := Chunks(best)
	if err != nil {
		t.Fatal(err)
	}
	if got := Estimate(c, Link{0, 0.5}, 2); math.Abs(got-10.5) > 1e-12 {
		t.Errorf("chunks: %v s, want (P-1)/d = 10.5", got)
	}
}
