package hypercube

import "math/bits"

// rotl rotates the d-bit set x by n places towards higher bits, 0 ≤ n < d.
func rotl(x uint32, n, d int) uint32 {
	return (x<<n | x>>(d-n)) & (1<<d - 1)
}

// period is the block size b of Definition 7.9: the least b ≥ 1 with P^b x = x
// (errata 27). It divides d.
func period(x uint32, d int) int {
	for b := 1; b < d; b++ {
		if d%b == 0 && rotl(x, b, d) == x {
			return b
		}
	}
	return d
}

// interval is the cyclic interval {start … start+size-1} of {0 … d-1}.
func interval(start, size, d int) uint32 {
	return rotl(1<<size-1, start, d)
}

// necklaces calls f once for every rotation class of nonempty sets, with its
// least member and the number of its members, in increasing order (Fredricksen,
// Kessler, Maiorana; Duval's step). Constant amortised time a class, no memory.
func necklaces(d int, f func(x uint32, members int)) {
	full := uint32(1)<<d - 1
	for x := uint32(0); x != full; {
		ones := bits.TrailingZeros32(^x)
		n := d - ones // keep the first n letters, the last of them now a one
		x = x>>ones | 1
		for have := n; have < d; {
			take := min(have, d-have)
			// the word repeats with period n: append its own beginning
			x = x<<take | x>>(have-take)
			have += take
		}
		if d%n == 0 {
			f(x, n)
		}
	}
}
