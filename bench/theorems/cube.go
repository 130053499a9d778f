package theorems

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// cubeBroadcast is section 6 to 6.4: one-way broadcast.
func cubeBroadcast(t *table) {
	t.cubes("Sec 6", "a two-way broadcast gives a one-way one in twice the steps, each of them split by a direction of every link", 1, 12,
		func(d int) int { return 2 * ceilDiv(1<<d-1, d) },
		func(d int) (int, error) {
			e, err := expand(hypercube.Broadcast(d))
			if err != nil {
				return 0, err
			}
			for i, s := range e.Sends {
				if e.Sends[i].Time *= 2; s.From < s.To {
					e.Sends[i].Time--
				}
			}
			e.Steps, e.Model = 2*e.Steps, sched.OneWay
			n, err := time(e, nil)
			if least := ceilDiv(2*(1<<d-1), d); n < least || n > least+1 {
				return n, fmt.Errorf("%d steps are not within one of the bound, %d", n, least)
			}
			return n, err
		}, "errata 19: at most one step more than Theorem 6.3")
	t.cubes("Thm 6.1", "one-way, all but the farthest point: τ ≥ 2(P-2)/d, attained", 2, 14,
		func(d int) int { return ceilDiv(2*(1<<d-2), d) },
		func(d int) (int, error) { return time(hypercube.OneWayBroadcast(d, d-1)) }, "errata 6: repeats 3.3")
	primes(t, "Ex 6.2")
	primes(t, "Rem 6.4")
	t.cubes("Thm 6.3", "one-way universal broadcast takes ⌈2(2^d-1)/d⌉", 1, 16,
		func(d int) int { return ceilDiv(2*(1<<d-1), d) },
		func(d int) (int, error) { return time(hypercube.OneWayBroadcast(d, d)) }, "the lower bound of 3.2")
	within(t, "Thm 6.3", "one-way broadcast to within l takes ⌈2·N_l/d⌉, N_l = Σ_{i=1..l} C(d,i), the lower bound", 12,
		"errata 20: the printed -2 is below the lower bound for (d,l) = (2,1), (4,4), (12,5) and others, all (d,d) with d prime",
		func(d, l int) (bool, error) {
			n, err := time(hypercube.OneWayBroadcast(d, l))
			return n == ceilDiv(2*hypercube.Ball(d, l), d), err
		})
	within(t, "Thm 6.3", "edges may be directed arbitrarily on odd steps, oppositely on the next", 7,
		"errata 21: not in a last step without partner. Every send of every source, three orientations",
		func(d, l int) (bool, error) {
			w, err := hypercube.OneWayBroadcast(d, l)
			if err != nil {
				return false, err
			}
			return oriented(func(o hypercube.Orient) (*sched.Explicit, error) { return w.Expand(o) })
		})
	t.cubes("Thm 6.3", "the last step without partner is not free: of the 16 ways to direct the edges of Q_2 in step 3, two serve", 2, 2,
		func(int) int { return 2 }, func(int) (int, error) { return cyclicLast() }, "errata 21: every vertex must have exactly one arc in")
}

// cubeExchange is 6.5 to 6.7.
func cubeExchange(t *table) {
	one := func(x *sched.ExchangeTemplate, err error) (int, error) {
		n, err := time(x, err)
		return 2 * n, err
	}
	t.cubes("Thm 6.5", "one-way universal exchange takes 2^d", 1, 16, func(d int) int { return 1 << d },
		func(d int) (int, error) { return one(hypercube.Exchange(d)) }, "each step of the two-way template becomes a pair (row below)")
	t.cubes("Thm 6.5", "one-way exchange at distances d-1 and d takes 2d", 2, 16, func(d int) int { return 2 * d },
		func(d int) (int, error) { return one(hypercube.ExchangeFar(d)) }, "")
	within(t, "Thm 6.5", "one-way exchange at distance s ≤ d-1 takes 2·C(d-1,s-1)", 14, "errata 32: distance d alone takes d, the length of the path (2 for d = 1)",
		func(d, s int) (bool, error) {
			if s == d {
				n, err := time(hypercube.OneWayAntipodes(d))
				return n == max(d, 2), err
			}
			n, err := one(hypercube.ExchangeAt(d, s))
			return n == 2*hypercube.Binomial(d-1, s-1), err
		})
	within(t, "Thm 6.5", "edges may be directed arbitrarily on odd steps, oppositely on the next", 6, "every send of every source, three orientations",
		func(d, l int) (bool, error) {
			x, err := hypercube.ExchangeWithin(d, l)
			if err != nil {
				return false, err
			}
			return oriented(func(o hypercube.Orient) (*sched.Explicit, error) { return hypercube.OneWayExchange(x, o) })
		})
	within(t, "Def 6.6", "universal accumulation from within l, one-way, takes the time of the broadcast", 12, "errata 3: the cube is its own reversed graph",
		func(d, l int) (bool, error) {
			n, err := time(hypercube.OneWayAccumulate(d, l))
			return n == ceilDiv(2*hypercube.Ball(d, l), d), err
		})
	within(t, "Def 6.6", "universal exchange to within l takes Σ_{i=1..l} C(d-1,i-1)", 14, "",
		func(d, l int) (bool, error) {
			want := 0
			for i := 1; i <= l; i++ {
				want += hypercube.Binomial(d-1, i-1)
			}
			n, err := time(hypercube.ExchangeWithin(d, l))
			return n == want, err
		})
	within(t, "Rem 6.7", "the one-way times are the counting lower bounds", 12, "broadcast and exchange within l; the bound counts sends against links",
		func(d, l int) (bool, error) {
			g, err := cayley.Hypercube(d)
			if err != nil {
				return false, err
			}
			scope := sched.Scope{Within: l}
			b, err := sched.LowerBound(g, sched.Broadcast, sched.OneWay, scope)
			if err != nil {
				return false, err
			}
			x, err := sched.LowerBound(g, sched.Exchange, sched.OneWay, scope)
			if err != nil {
				return false, err
			}
			n, err := time(hypercube.OneWayBroadcast(d, l))
			if err != nil {
				return false, err
			}
			m, err := one(hypercube.ExchangeWithin(d, l))
			return n == b.Value && m == x.Value, err
		})
}

// oriented verifies an expansion under three orientations: all up, by parity
// of the pair, and mixed.
func oriented(expand func(hypercube.Orient) (*sched.Explicit, error)) (bool, error) {
	for _, o := range []hypercube.Orient{
		func(_, _, _ int) bool { return true },
		func(pair, _, _ int) bool { return pair%2 == 0 },
		func(pair, u, v int) bool { return (pair*7+u*5+v*3)*0x9E37>>5&1 == 1 },
	} {
		e, err := expand(o)
		if err != nil {
			return false, err
		}
		if err := e.Verify(); err != nil {
			return false, err
		}
	}
	return true, nil
}

// cyclicLast counts the orientations of the 4-cycle Q_2 in its third step that
// complete a one-way broadcast: each source's word must enter the vertex
// opposite to it, by one of two edges.
func cyclicLast() (int, error) {
	w, err := hypercube.OneWayBroadcast(2, 2)
	if err != nil {
		return 0, err
	}
	e, err := w.Expand(nil)
	if err != nil {
		return 0, err
	}
	early := slices.DeleteFunc(e.Sends, func(s sched.Send) bool { return s.Time == 3 })
	edges, good := [4][2]int32{{0, 1}, {1, 3}, {3, 2}, {2, 0}}, 0
	for way := range 16 {
		last := *e
		last.Sends = slices.Clone(early)
		for i, uv := range edges {
			if way>>i&1 == 1 {
				uv[0], uv[1] = uv[1], uv[0]
			}
			last.Sends = append(last.Sends, sched.Send{Time: 3, From: uv[0], To: uv[1], Item: uv[1] ^ 3})
		}
		if last.Verify() == nil {
			good++
		}
	}
	return good, nil
}
