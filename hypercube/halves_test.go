package hypercube

import (
	"math/bits"
	"testing"
)

// TestPartialHalves: an allreduce of which one half serves a part of the vertices is none.
func TestPartialHalves(t *testing.T) {
	whole, err := Allreduce(4)
	if err != nil {
		t.Fatal(err)
	}
	a, err := AccumulateWithin(4, 2)
	if err != nil {
		t.Fatal(err)
	}
	b, err := BroadcastWithin(4, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []AllreduceSchedule{{a, whole.Broadcast}, {whole.Accumulate, b}, {a, b}} {
		if bad.Verify() == nil {
			t.Errorf("an allreduce of scopes %+v and %+v", bad.Accumulate.Scope, bad.Broadcast.Scope)
		}
	}
}

// TestCheckOrderOfHalf: where the last sets are half of a block they too have to be served in
// the directions of the other half.
func TestCheckOrderOfHalf(t *testing.T) {
	const d, r = 6, 3 // 2^6-1 = 10·6+3
	list, err := Order(d, d)
	if err != nil {
		t.Fatal(err)
	}
	once := func(v uint32, k, i int) bool { // by direction k, at i
		if v>>k&1 == 0 {
			return false
		}
		for at, u := range list {
			if u == v&^(1<<k) {
				return at/d < i/d
			}
		}
		return v == 1<<k
	}
	alone := 0
	for i := len(list) - r - d; i < len(list); i++ {
		for j := len(list) - r - d; j < i; j++ {
			list[i], list[j] = list[j], list[i]
			first, second, size := true, true, 0
			for at, v := range list {
				n := bits.OnesCount32(v)
				first = first && n >= size && once(v, at%d, at)
				size = n
				if k := at - (len(list) - r); k >= 0 && v == 1<<d-1 {
					second = second && once(v, r, at)
				} else if k >= 0 {
					second = second && once(v, k+r+1, at)
				}
			}
			if err := CheckOrder(d, d, list); (err == nil) != (first && second) {
				t.Errorf("%d and %d exchanged: %v; two ways %v, one way %v", i, j, err, first, second)
			}
			if first && !second {
				alone++
			}
			list[i], list[j] = list[j], list[i]
		}
	}
	if alone == 0 {
		t.Error("no order is wrong for one way alone")
	}
}
