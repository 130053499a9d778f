package coll

import (
	"testing"
	"unsafe"
)

// TestClaims: which lines a team would ask for after a call: those of the bank, of the length that
// was in one lately, where there are two teams and the CPU gains by it. (That the results are right
// whether it asks or not, the other tests say: some CPUs do.)
func TestClaims(t *testing.T) {
	for _, c := range []struct {
		p, teams int
		on       bool
		n        int // float64 of an allreduce
		bytes    int
		used     bool
	}{
		{2, 2, true, 1, 0, false}, {2, 2, true, 13, 0, false}, {2, 2, true, 14, 112, true},
		{2, 2, true, 64, claimMost, true}, {2, 2, true, 65, 0, true}, {2, 2, true, 129, 0, false},
		{2, 2, false, 14, 0, false}, {3, 3, true, 14, 0, false},
		{4, 2, true, 7, 112, true}, {4, 2, true, 32, claimMost, true}, {4, 2, true, 33, 0, true}, {6, 3, true, 7, 0, false},
	} {
		m := teamed(t, Config{P: c.p}, c.teams)
		m.claims = c.on
		try := trial{c: allreduce, a: Direct, n: c.n}
		if err := runAs[float64](m, try, try, try); err != nil {
			t.Fatal(err)
		}
		for i, own := range m.world.teams {
			got := own.claim
			if got.bytes != c.bytes || (got.seq > 0) != c.used {
				t.Errorf("%+v: team %d has noted %d bytes of message %d", c, i, got.bytes, got.seq)
			}
			for k, at := range got.banks {
				if bank := unsafe.Pointer(unsafe.SliceData(stateOf[float64](m.world).teams[i].wide[k])); c.bytes > 0 && at != bank {
					t.Errorf("%+v: team %d has noted another bank %d than its own", c, i, k)
				}
			}
		}
	}
}
