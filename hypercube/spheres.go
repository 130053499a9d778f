package hypercube

import "math/bits"

// Ball is N_l = Σ_{i=1..l} C(d,i), the vertices of Q_d at distance 1 … l, for d ≤ 62.
func Ball(d, l int) int {
	n := 0
	for i := 1; i <= min(l, d); i++ {
		n += Binomial(d, i)
	}
	return n
}

// Binomial is C(n,k), 0 outside 0 ≤ k ≤ n ≤ 62; exact while it fits an int.
func Binomial(n, k int) int {
	if k < 0 || k > n || n > 62 {
		return 0
	}
	k = min(k, n-k)
	c := uint64(1)
	for i := 1; i <= k; i++ {
		hi, lo := bits.Mul64(c, uint64(n-k+i))
		c, _ = bits.Div64(hi, lo, uint64(i))
	}
	return int(c)
}

// sphereStarts is N_{s-1} by s: the position at which sphere s begins.
func sphereStarts(d int) []int {
	start := make([]int, d+1)
	for s := 2; s <= d; s++ {
		start[s] = start[s-1] + Binomial(d, s-1)
	}
	return start
}
