package theorems

import (
	"fmt"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
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
	attained(t, "Thm 3.5i", "regular and bi-directed: τ ≥ P(P-1)/2Q, Q edges of two arcs each: attained", true,
		"hypercube:5 ring:9 torus:4x4 star:4 complete:7")
	attained(t, "Thm 3.5ii", "regular and directed, d arcs out and in: τ ≥ (P-1)/d: attained", false,
		"circulant:7:1 circulant:9:1,3,4 circulant:13:1,3,9 dihedral:3:r,f dihedral:5:r,r2,f")
}

// attained builds schedules of as many steps as the bound of 3.5 by graphs whose arcs
// have all an opposite, or not all; the arcs are counted.
func attained(t *table, item, claim string, both bool, names string) {
	t.cases(item, claim, names, "errata 7: LB2 and LB3 are stronger bounds", func(try func(string, bool, error)) {
		for name := range strings.FieldsSeq(names) {
			g, err := parse(name)
			if err != nil {
				try(name, false, err)
				continue
			}
			arcs, opposite := 0, 0
			for v := range g.Order() {
				for k := range g.Degree() {
					arcs++
					if cayley.Arc(g, g.Neighbor(v, k), v) >= 0 {
						opposite++
					}
				}
			}
			tm, b, err := sched.Build(g, sched.Options{})
			n, err := time(tm, err)
			try(name, cayley.Regular(g) && both == (arcs == opposite) && n == ceilDiv(g.Order()*(g.Order()-1), arcs) && b.Value == n, err)
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
