package bench

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestStreamFrom: sizes that were not measured decide nothing.
func TestStreamFrom(t *testing.T) {
	sizes := []int{8, 16, 32, 64}
	for _, c := range []struct {
		plain, past []float64
		want        int64
	}{
		{[]float64{1, 2, 4, 8}, []float64{2, 2, 3, 4}, 128},
		{[]float64{1, 2, 4, 0}, []float64{2, 2, 3, 0}, 128},
		{[]float64{2, 4, 8, 16}, []float64{1, 2, 3, 4}, 32},
		{[]float64{1, 2, 4, 8}, []float64{2, 1, 4, 8}, -1},
		{[]float64{1, 2, 4, 0}, []float64{2, 1, 4, 0}, -1},
		{[]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}, 0},
	} {
		plain, past := map[int]float64{}, map[int]float64{}
		for i, s := range sizes {
			plain[s], past[s] = c.plain[i], c.past[i]
		}
		if got := streamFrom(sizes, plain, past); got != c.want {
			t.Errorf("%v against %v: from %d, want %d", c.plain, c.past, got, c.want)
		}
	}
}

// TestStreamSizes: whatever the cache, there are sizes, each twice the one before, of vectors
// that there can be.
func TestStreamSizes(t *testing.T) {
	for _, l3 := range []int{-1, 0, 1 << 20, 32 << 20, 256 << 20, 1 << 30, math.MaxInt} {
		sizes := streamSizes(l3)
		if len(sizes) < 6 {
			t.Fatalf("a cache of %d bytes: sizes %v", l3, sizes)
		}
		for i, n := range sizes {
			if n < 8 || n%8 != 0 || n > maxSize || n > math.MaxInt/8 || i > 0 && n != 2*sizes[i-1] {
				t.Errorf("a cache of %d bytes: sizes %v", l3, sizes)
			}
		}
		if last := sizes[len(sizes)-1]; l3 == 32<<20 && last != 64<<20 {
			t.Errorf("up to %d, want eight times a cache of 32 MiB in four vectors", last)
		}
	}
}

// TestRules: neighbouring sizes of one winner are one rule, which says nothing of sizes from twice
// the last on; 4 % is no reason.
func TestRules(t *testing.T) {
	pl := &Plan{Procs: []int{2, 8}, Sizes: []int{8, 64, 512}}
	var rows []Row
	add := func(procs, bytes int, direct, tree, ring float64) {
		for alg, us := range map[string]float64{"direct": direct, "tree": tree, "ring": ring} {
			rows = append(rows, Row{Coll: "allgather", Alg: alg, Procs: procs, Bytes: bytes, P50: us},
				Row{Coll: "allgather", Alg: alg, Procs: procs, Bytes: bytes, P50: us / 9, InPlace: true})
		}
	}
	add(2, 8, 1, 0.9, 2)
	add(2, 64, 1, 0.5, 0.6)
	add(2, 512, 1, 0.96, 2)
	add(8, 8, 1, 2, 3)
	add(8, 64, 1, 2, 3)
	add(8, 512, 2, 1.2, 1)
	rows = append(rows, Row{Coll: "allgather", Alg: "bruck", Procs: 8, Bytes: 8, P50: 0.1, Wrong: 1},
		Row{Coll: "allreduce", Alg: "direct", Procs: 8, Bytes: 8, P50: 9}, Row{Coll: "allreduce", Alg: "spectral", Procs: 8, Bytes: 8, P50: 1})
	want := []coll.Rule{
		{Collective: "allgather", Procs: [2]int{2, 7}, Bytes: [2]int64{8, 512}, Algorithm: coll.Tree},
		{Collective: "allgather", Procs: [2]int{8, 15}, Bytes: [2]int64{512, 1024}, Algorithm: coll.Ring},
	}
	if got := rules(pl, rows, ""); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if m, err := coll.New(coll.Config{P: 4, Tuning: &coll.Tuning{Rules: want}}); err != nil {
		t.Error(err)
	} else {
		if got := m.Choice("allgather", 64); got != coll.Tree {
			t.Errorf("the machine takes %q", got)
		}
		m.Close()
	}
}

// TestTuneTypes: Tune measures each machine once for each type, the smallest first, and its rules are
// for these types, or for any if it has measured one.
func TestTuneTypes(t *testing.T) {
	for _, types := range [][]string{{"int32", "float32"}, {"int64"}} {
		var told []string
		pl := Plan{Colls: []string{"alltoall"}, Procs: []int{2, 1, 2}, Sizes: []int{64, 8, 8}}
		table, res, err := Tune(t.Context(), pl, types, func(machine string) { told = append(told, machine) })
		if err != nil || len(told) != 2*len(types) {
			t.Fatalf("%q, %v", told, err)
		}
		for i, elem := range types {
			for k, machine := range []string{"1 processor ", "2 processors "} {
				if want := "measuring alltoall, " + elem + ": " + machine; !strings.HasPrefix(told[2*i+k], want) {
					t.Errorf("%q, want %q", told[2*i+k], want)
				}
			}
		}
		rows := len(res.Rows) / len(types)
		for i, r := range res.Rows {
			if r.Type != types[i/rows] {
				t.Errorf("row %d of %d: %+v", i, len(res.Rows), r)
			}
		}
		if len(types) == 1 {
			types = []string{""}
		}
		for _, r := range table.Rules {
			if !slices.Contains(types, r.Type) || r.Procs[0] > r.Procs[1] || r.Bytes[0] >= r.Bytes[1] {
				t.Errorf("rule %+v", r)
			}
		}
	}
}
