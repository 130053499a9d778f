package theorems

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// bounds is section 3: every bound beside a schedule that attains it.
func bounds(t *table) {
	t.cubes("Thm 3.1", "τ ≥ P(P-1)/Q, Q arcs at once: attained on the cube", 1, 16,
		func(d int) int { return ceilDiv((1<<d-1)<<d, d<<d) },
		func(d int) (int, error) { return time(hypercube.Broadcast(d)) }, "")
	t.cubes("Thm 3.2", "one-way: τ ≥ 2(P-1)/d, attained on the cube", 1, 14,
		func(d int) int { return ceilDiv(2*(1<<d-1), d) },
		func(d int) (int, error) { return time(hypercube.OneWayBroadcast(d, d)) }, "errata 6: the graph must be connected")
	t.cubes("Thm 3.3", "one-way, all but the farthest point: τ ≥ 2(P-2)/d, attained", 2, 14,
		func(d int) int { return ceilDiv(2*(1<<d-2), d) },
		func(d int) (int, error) { return time(hypercube.OneWayBroadcast(d, d-1)) }, "")
	primes(t, "Ex 3.4")
	t.cases("Thm 3.5", "τ ≥ (P-1)/d two-way, (P-1)/(d/2) one-way bi-directed", "hypercube, ring, torus, star, complete", "errata 7: LB2 and LB3 are stronger bounds",
		func(try func(string, bool, error)) {
			for _, name := range []string{"hypercube:5", "ring:9", "torus:4x4", "star:4", "complete:7"} {
				g, err := parse(name)
				if err != nil {
					try(name, false, err)
					continue
				}
				tm, b, err := sched.Build(g, sched.Options{})
				try(name, err == nil && tm.Verify() == nil && tm.Steps >= ceilDiv(g.Order()-1, g.Degree()) && b.Value <= tm.Steps, err)
			}
		})
}

func primes(t *table, item string) {
	t.cases(item, "d an odd prime: 2(P-2)/d is a whole number, and attained one-way to all but the farthest", fmt.Sprintf("odd primes to %d", min(t.maxD, 13)), "",
		func(try func(string, bool, error)) {
			for _, d := range []int{3, 5, 7, 11, 13} {
				if d <= t.maxD {
					n, err := time(hypercube.OneWayBroadcast(d, d-1))
					try(fmt.Sprintf("d=%d", d), n*d == 2*(1<<d-2), err)
				}
			}
		})
}
