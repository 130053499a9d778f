package theorems

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// moved takes the edges that the broadcast from 0 crosses in a step, which are what
// Lemma 7.4 is used for, no two of them parallel, and moves them by half of Q_d (times 1)
// or all of it (times 2). It counts the edges covered, step by step; the error is an edge
// covered otherwise than that often.
func moved(d, times int) (int, error) {
	tm, err := hypercube.Broadcast(d)
	if err != nil {
		return 0, err
	}
	if err := tm.Verify(); err != nil {
		return 0, err
	}
	step := make([][]int, tm.Steps+1) // vertices reached
	for v := 1; v < 1<<d; v++ {
		step[tm.Time[v]] = append(step[tm.Time[v]], v)
	}
	covered := 0
	for half := range 3 - times { // even, odd; or both at once
		covered = 0
		for at, list := range step {
			count := make([]int, d<<d) // by direction and the end without it
			for _, v := range list {
				k := int(tm.Gen[v])
				for x := range 1 << d {
					if times == 2 || bits.OnesCount(uint(x))%2 == half {
						count[k<<d|(v^x)&^(1<<k)]++
					}
				}
			}
			for e, n := range count {
				if n != 0 && n != times {
					return 0, fmt.Errorf("step %d: the edge of direction %d at %d is covered %d times", at, e>>d, e&(1<<d-1), n)
				}
				covered += min(n, 1)
			}
		}
	}
	return covered, nil
}

// tableI is the printed time list: its defect, and what replaces it.
func tableI(t *table) {
	// d=8, b=2: levels 1…4 of the regular set {1,2,3,5} in directions 3 2 1 5; the member
	// rotated by 7 is in group ⌈direction/2⌉ on each level. What the table prints for task
	// 1, by level and group, row 9 as errata 30 has it:
	times := [4][4]int32{{1, 3, 2, 1}, {7, 6, 5, 4}, {10, 9, 8, 7}, {13, 12, 11, 10}}
	cube, err := cayley.Hypercube(8)
	path := &sched.TaskGraph{Graph: cube}
	for level, direction := range []int{3, 2, 1, 5} {
		k := (direction + 7 - 1) % 8
		from := int32(0)
		if level > 0 {
			from = path.Arcs[level-1].To
		}
		path.Arcs = append(path.Arcs, sched.Arc{From: from, To: from ^ 1<<k, Time: times[level][k/2]})
	}
	found := ""
	if err == nil {
		found = refusal(path.Verify(), "has time 7 but an arc into 3 has 7")
	}
	t.add("Table I", "times of the groups for n = 4: two levels of one path both at time 7", "d=8 b=2 S={1,2,3,5}", "refused", found, err,
		"errata 30, 31: false as printed (row 9 repeats row 6; seams 2 and 3 use task 1 twice)")
	t.cubes("Table I", "exchange at distance 4 of Q_8, by edge colouring instead", 8, 8, func(int) int { return 35 },
		func(d int) (int, error) { return time(hypercube.ExchangeAt(d, 4)) }, "errata 31: Kőnig, C(7,3) steps")
}
