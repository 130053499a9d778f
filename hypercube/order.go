package hypercube

import (
	"fmt"
	"math/bits"
)

// Order lists the nonempty sets of at most l elements in the order that all the schedules
// follow (Lemmas 7.1, 7.2 and 7.7): Order[i] is served in direction i mod d by block i/d. Where
// N_l mod d = r is 1 … d/2 and l < d, the list ends as Lemma 7.6 requires.
func Order(d, l int) ([]uint32, error) {
	if _, err := cube(d); err != nil {
		return nil, err
	}
	if err := distance("l", l, d); err != nil {
		return nil, err
	}
	tail := uint32(0)
	if r := Ball(d, l) % d; r > 0 && 2*r <= d && l < d {
		tail = tailSet(d, l, r)
	}
	list := make([]uint32, Ball(d, l))
	placeSpheres(d, l, tail, func(v uint32, pos int) { list[pos] = v })
	return list, nil
}

// CheckOrder checks a list against Lemmas 7.1, 7.2 and 7.7 as errata 22 and 24 correct them.
// Every nonempty set of at most l elements occurs once, by rising size. The set at i holds
// direction i mod d, and without it is not a set of the same block. If N_l mod d = r is 1 …
// d/2, the last r sets can also be served in the directions r … 2r-1, by sets of earlier
// blocks.
func CheckOrder(d, l int, list []uint32) error {
	if err := dimension("a regular order", d, MaxDim); err != nil {
		return err
	}
	if err := distance("l", l, d); err != nil {
		return err
	}
	if len(list) != Ball(d, l) {
		return fmt.Errorf("hypercube: order of %d sets, there are %d of at most %d elements", len(list), Ball(d, l), l)
	}
	at := make([]int, 1<<d) // position+1
	size := 0
	for i, v := range list {
		n := bits.OnesCount32(v)
		if v == 0 || v >= 1<<d || n > l || n < size || at[v] != 0 {
			return fmt.Errorf("hypercube: position %d of the order holds %b: out of order, or twice, or too large", i, v)
		}
		size = n
		at[v] = i + 1
		if err := servedBefore(at, v, i%d, i, d); err != nil {
			return err
		}
	}
	r := len(list) % d
	if 2*r > d {
		return nil
	}
	for j := range r {
		i := len(list) - r + j
		v := list[i]
		if err := servedBefore(at, v, partner(v, j, r, l, d), i, d); err != nil {
			return err
		}
	}
	return nil
}

// servedBefore checks that v holds k and that v without k is in an earlier
// block than position i.
func servedBefore(at []int, v uint32, k, i, d int) error {
	if v>>k&1 == 0 {
		return fmt.Errorf("hypercube: the set %b at position %d does not hold direction %d", v, i, k)
	}
	if u := v &^ (1 << k); u != 0 && (at[u] == 0 || (at[u]-1)/d >= i/d) {
		return fmt.Errorf("hypercube: the set %b at position %d is led to from its own block or a later one", v, i)
	}
	return nil
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
