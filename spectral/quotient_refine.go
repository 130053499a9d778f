package spectral

import (
	"cmp"
	"slices"
)

// quotientAt is the partition from v: spheres where these are equitable (as in
// every distance-regular graph), else refined by the colours of neighbours
// until they are. dist: from v. Cost: O(P·d) a round of refinement.
func (s *shape) quotientAt(v int, dist []int32) *quotient {
	switch {
	case s.xor:
		return cubeQuotient(s.d)
	case s.transitive && s.diameter == 1 && s.d == s.n-1:
		return completeQuotient(s.n)
	}
	if q := s.equitable(v, dist); q != nil {
		return q
	}
	colour := make([]uint64, s.n)
	if s.directed { // spheres along the arcs may be finer than necessary
		colour[v] = 1
	} else {
		for w, d := range dist {
			colour[w] = uint64(d) + 1
		}
	}
	next := make([]uint64, s.n)
	cells := 0
	for {
		cell, count := number(colour, dist)
		if count == cells {
			if q := s.equitable(v, cell); q != nil {
				return q
			}
			// Two colours collided in 64 bits: mixing again parts them.
		}
		cells = count
		for w := range next {
			sum := mix(colour[w])
			for k := range s.d {
				sum += mix(colour[s.g.Neighbor(w, k)] ^ 0x5bd1e9955bd1e995)
			}
			next[w] = sum
		}
		next[v] = mix(next[v] + 1) // stays alone
		colour, next = next, colour
	}
}

// number replaces colours by 0, 1, … in the order of (distance of the nearest that has it,
// colour), which doesn't depend on the names of the vertices.
func number(colour []uint64, dist []int32) ([]int32, int) {
	type seen struct {
		colour  uint64
		nearest int32
	}
	at, list := map[uint64]int32{}, []seen(nil) // at: where in the list, also when that is sorted
	for v, c := range colour {
		i, ok := at[c]
		if !ok {
			i = int32(len(list))
			at[c], list = i, append(list, seen{c, dist[v]})
		}
		list[i].nearest = min(list[i].nearest, dist[v])
	}
	slices.SortFunc(list, func(a, b seen) int {
		return cmp.Or(cmp.Compare(a.nearest, b.nearest), cmp.Compare(a.colour, b.colour))
	})
	for i, s := range list {
		at[s.colour] = int32(i)
	}
	cell := make([]int32, len(colour))
	for v, c := range colour {
		cell[v] = at[c]
	}
	return cell, len(list)
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
