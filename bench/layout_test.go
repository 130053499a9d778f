package bench

import (
	"slices"
	"testing"
)

// TestLayout: blocks of a v-form have the promised lengths and sums, and those of an
// alltoallv lie one after another on both sides.
func TestLayout(t *testing.T) {
	for _, procs := range []int{1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 64} {
		for _, n := range []int{1, 2, 3, 64, 1001} {
			l := layout{n, procs, true}
			counts, sum := l.counts(), 0
			for k, c := range counts {
				if l.begin(k) != sum || l.begin(k+procs) != sum+procs*n {
					t.Fatalf("%+v: block %d begins at %d, want %d", l, k, l.begin(k), sum)
				}
				if sum += c; 2*c < n-1 || 2*c > 3*n+1 {
					t.Errorf("%+v: block %d has %d elements", l, k, c)
				}
				if k%4 == 3 && sum != (k+1)*n {
					t.Errorf("%+v: the blocks to %d add up to %d", l, k, sum)
				}
			}
			if sum != procs*n || counts[0] != n {
				t.Errorf("%+v: the blocks add up to %d, the first has %d", l, sum, counts[0])
			}
			least, most := slices.Min(counts), slices.Max(counts)
			if want := (n + 1) / 2; procs > 2 && (least != n-want || most != n+want) || procs < 3 && (least != n || most != n) {
				t.Errorf("%+v: blocks of %d to %d elements", l, least, most)
			}
			if kinds := len(slices.Compact(slices.Sorted(slices.Values(counts)))); procs > 8 && n > procs && kinds < procs/2 {
				t.Errorf("%+v: blocks of %d lengths only", l, kinds)
			}
			for r := range procs {
				dst, src := l.pairs(r)
				gets, gives := 0, 0
				for q := range procs {
					in, _, got := l.pair(q, r)
					out, sent, _ := l.pair(r, q)
					if got != gets || sent != gives || dst[q] != in || src[q] != out {
						t.Fatalf("%+v: rank %d gets %d from rank %d at %d and gives it %d from %d; want at %d, from %d", l, r, in, q, got, out, sent, gets, gives)
					}
					gets, gives = gets+in, gives+out
				}
				if gets != procs*n || gives != procs*n || dst[r] != n {
					t.Errorf("%+v: rank %d gets %d elements, gives %d, keeps %d", l, r, gets, gives, dst[r])
				}
			}
		}
	}
}

// TestEvenLayout: blocks of other collectives are all alike.
func TestEvenLayout(t *testing.T) {
	l := layoutOf[float32](&Row{Coll: "alltoall", Procs: 5, Bytes: 28})
	for s := range 5 {
		for r := range 5 {
			if n, sent, got := l.pair(s, r); n != 7 || sent != 7*r || got != 7*s {
				t.Errorf("from %d to %d: %d elements from %d to %d", s, r, n, sent, got)
			}
		}
	}
}
