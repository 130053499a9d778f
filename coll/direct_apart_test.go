package coll

import "testing"

// TestApart: sums that a team copies to the others' vectors are those that one fold stores there,
// in place on some or not, by teams of one and of several, whatever this processor's way is.
func TestApart(t *testing.T) {
	for _, homes := range [][]int{{0, 1}, {0, 1, 2}, {0, 0, 1, 1}, {0, 1, 0, 1, 1}, {0, 0, 0, 0, 1, 1, 1, 1}} {
		m := dealt(t, homes)
		for _, m.apartLong = range []bool{true, false} {
			for _, n := range []int{2<<10 - 1, 2 << 10, 8<<10 + 1, 50_001} {
				for _, mixed := range []uint64{0, 1, 2, ^uint64(0)} {
					try := trial{c: allreduce, a: Direct, op: Sum, n: n, mixed: mixed}
					for _, kind := range elems(n) {
						if err := runKind(m, kind, try, try); err != nil {
							t.Fatalf("teams %v, apart %v: %v", homes, m.apartLong, err)
						}
					}
				}
			}
		}
	}
}

// TestWhatGoesApart: by the length of a vector and the number of processors.
func TestWhatGoesApart(t *testing.T) {
	for _, c := range []struct {
		long        bool
		size, bytes int
		want        bool
	}{
		{true, 8, 16<<10 - 1, false}, {true, 8, 16 << 10, true}, {true, 8, 64 << 10, true}, {true, 8, 64<<10 + 1, false},
		{true, 4, 16 << 20, true}, {false, 4, 32 << 10, false},
	} {
		w := ways{apartLong: c.long}
		if got := w.apart(c.size, c.bytes); got != c.want {
			t.Errorf("%+v: apart is %v", c, got)
		}
	}
}
