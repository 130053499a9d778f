package theorems

import "github.com/cayleycoll/cayleycoll/hypercube"

// twoWay is Theorem 7.13, and what the same order gives beyond the paper.
func twoWay(t *table) {
	t.cubes("Thm 7.13i", "Q_d has a regular order", 1, 16, func(d int) int { return ceilDiv(1<<d-1, d) },
		func(d int) (int, error) {
			list, err := hypercube.Order(d, d)
			if err != nil {
				return 0, err
			}
			return ceilDiv(len(list), d), hypercube.CheckOrder(d, d, list)
		}, "blocks; in closed form, 4.3(i) to (iii)")
	within(t, "Thm 7.13ii", "broadcast to within l takes ⌈N_l/d⌉, N_l = Σ_{i=1..l} C(d,i)", 14, "errata 20: the sum ends at l, without the -1",
		func(d, l int) (bool, error) {
			n, err := time(hypercube.BroadcastWithin(d, l))
			return n == ceilDiv(hypercube.Ball(d, l), d), err
		})
	t.cubes("Thm 7.13iii", "universal broadcast takes ⌈(2^d-1)/d⌉", 1, 20, func(d int) int { return ceilDiv(1<<d-1, d) },
		func(d int) (int, error) { return time(hypercube.Broadcast(d)) }, "")
	t.cubes("Thm 7.13iv", "exchange at distances d-1 and d takes d", 2, 16, func(d int) int { return d },
		func(d int) (int, error) { return time(hypercube.ExchangeFar(d)) }, "")
	within(t, "Thm 7.13v", "exchange at distance s ≤ d-1 takes C(d-1,s-1)", 14, "errata 32: s ≤ d-1, not <; s = d takes d",
		func(d, s int) (bool, error) {
			n, err := time(hypercube.ExchangeAt(d, s))
			if s == d {
				return n == d, err
			}
			return n == hypercube.Binomial(d-1, s-1), err
		})
	t.cubes("Thm 7.13vi", "universal exchange takes 2^(d-1)", 1, 18, func(d int) int { return (1<<d + 1) / 2 },
		func(d int) (int, error) { return time(hypercube.Exchange(d)) }, "")
	t.cubes("beyond", "in d segments, broadcast takes exactly (2^d-1)/d: 2^d-1 sub-steps", 1, 12, func(d int) int { return 1<<d - 1 },
		func(d int) (int, error) { return time(hypercube.ChunkedBroadcast(d, d)) }, "not in the paper: no ceiling")
	t.cubes("beyond", "allreduce by accumulation and broadcast takes 2⌈(2^d-1)/d⌉ block steps", 1, 16, func(d int) int { return 2 * ceilDiv(1<<d-1, d) },
		func(d int) (int, error) { return time(hypercube.Allreduce(d)) }, "each block is a global sum (2.20); all at once are not in the paper")
}
