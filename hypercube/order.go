package hypercube

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// MaxDim is the greatest dimension: 2^28 vertices, 2 GiB for a template; a
// quarter of that where an int has 32 bits and so has the address space.
const MaxDim = 28 - 2*(1-strconv.IntSize/64)

// Broadcast is the universal broadcast of Theorem 7.13(iii), ⌈(2^d-1)/d⌉ steps,
// by the regular order of 7.13(i). O(2^d) time, 8 bytes a vertex.
func Broadcast(d int) (*sched.Template, error) { return BroadcastWithin(d, d) }

// Accumulate is the universal accumulation on Q_d in ⌈(2^d-1)/d⌉ steps:
// Broadcast with its times reversed (Theorem 2.10; the cube is its own reversed
// graph, so errata 3 does not bite).
func Accumulate(d int) (*sched.Template, error) { return AccumulateWithin(d, d) }

// BroadcastWithin is the universal broadcast to within distance l (6.6) in
// ⌈N_l/d⌉ steps, N_l = Σ_{i=1..l} C(d,i) (7.13(ii), errata 20). 1 ≤ l ≤ d.
func BroadcastWithin(d, l int) (*sched.Template, error) {
	t, err := newTemplate(d, l)
	if err != nil {
		return nil, err
	}
	t.Steps = ceilDiv(Ball(d, l), d)
	placeSpheres(d, l, 0, func(v uint32, pos int) { // direction and block from the position
		t.Gen[v], t.Time[v] = int32(pos%d), int32(pos/d+1)
	})
	return t, nil
}

// AccumulateWithin is the universal accumulation from within distance l (6.6),
// in the time of BroadcastWithin. The reversed arc of v-e_k → v is v → v-e_k:
// the generator stays.
func AccumulateWithin(d, l int) (*sched.Template, error) {
	t, err := BroadcastWithin(d, l)
	if err != nil {
		return nil, err
	}
	t.Task = sched.Accumulate
	for v, at := range t.Time {
		if at > 0 {
			t.Time[v] = int32(t.Steps+1) - at
		}
	}
	return t, nil
}

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

// placeSpheres gives every nonempty set of at most l elements its position
// 0 … N_l-1 in the order of Lemma 7.2: by size, the set at position i holding
// direction i mod d. Each sphere starts with its cyclic intervals, which is what
// makes a block that straddles two spheres causal: the interval without its
// first element lies at the head of the sphere before, at least a block earlier.
// (Lemma 7.7 by another class than the paper's; errata 24.) For the full set
// the block before it must not hold D\e_r, true because d never divides 2^d-1
// (Lemma 7.8). A tail other than 0 is a set whose class ends sphere l, so that
// the set holding direction 0 there is tail itself (Lemma 7.6).
func placeSpheres(d, l int, tail uint32, emit func(v uint32, pos int)) {
	next := sphereStarts(d)
	for s := 1; s <= l && s < d; s++ {
		j := next[s] % d
		for i := range d {
			emit(interval((j+i)%d, s, d), next[s]+i)
		}
		next[s] += d
	}
	last := uint32(0)
	if tail != 0 {
		last = least(tail, d)
	}
	necklaces(d, func(x uint32, members int) {
		s := bits.OnesCount32(x)
		if s > l || s < d && x == 1<<s-1 { // an interval class, done
			return
		}
		if x == last {
			return
		}
		pos := next[s]
		next[s] += members
		v := align(x, pos%d, d)
		for i := range members {
			emit(v, pos+i)
			v = rotl(v, 1%d, d)
		}
	})
	if last == 0 || tail == interval(0, l, d) && Binomial(d, l) == d {
		return // none wanted, or the only class of its size
	}
	for pos, end := next[l], next[l]+period(tail, d); pos < end; pos++ {
		emit(rotl(tail, pos%d, d), pos)
	}
}

// least is the least rotation of x, the representative of its class.
func least(x uint32, d int) uint32 {
	m := x
	for i := 1; i < d; i++ {
		m = min(m, rotl(x, i, d))
	}
	return m
}

// align rotates x so that it holds direction k.
func align(x uint32, k, d int) uint32 {
	low := bits.TrailingZeros32(x)
	return rotl(x, (k-low+d)%d, d)
}

// sphereStarts is N_{s-1} by s: the position at which sphere s begins.
func sphereStarts(d int) []int {
	start := make([]int, d+1)
	for s := 2; s <= d; s++ {
		start[s] = start[s-1] + Binomial(d, s-1)
	}
	return start
}

// newTemplate is a broadcast that serves nobody yet.
func newTemplate(d, l int) (*sched.Template, error) {
	g, err := cube(d)
	if err != nil {
		return nil, err
	}
	if err := distance("l", l, d); err != nil {
		return nil, err
	}
	t := &sched.Template{Graph: g, Task: sched.Broadcast, Gen: make([]int32, 1<<d), Time: make([]int32, 1<<d)}
	if l == d { // every vertex but 0 gets its generator
		t.Gen[0] = -1
		return t, nil
	}
	t.Scope.Within = l
	for i := range t.Gen {
		t.Gen[i] = -1
	}
	return t, nil
}

func cube(d int) (cayley.Cayley, error) {
	if err := dimension(d, MaxDim); err != nil {
		return nil, err
	}
	return cayley.Hypercube(d)
}

func dimension(d, most int) error {
	if d < 1 || d > most {
		return fmt.Errorf("hypercube: dimension d = %d: must be 1 to %d", d, most)
	}
	return nil
}

func distance(name string, s, d int) error {
	if s < 1 || s > d {
		return fmt.Errorf("hypercube: distance %s = %d: must be 1 to d = %d", name, s, d)
	}
	return nil
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
