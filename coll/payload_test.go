package coll

import (
	"slices"
	"testing"
	"unsafe"
)

// TestNear: short calls of teams that read their own words from a copy, as some CPUs do, and where
// the others read them, in turn: right results, and by the way meant.
func TestNear(t *testing.T) {
	for _, homes := range [][]int{{0, 0, 1}, {0, 1, 0, 1, 1}, halves(4, 4), {1, 1, 0, 0, 0, 2}} {
		m := dealt(t, homes)
		for _, c := range []collective{allreduce, reduce, gather, allgather, scan, exscan, reducescatter, alltoall} {
			for _, a := range []Algorithm{Direct, Doubling, Spectral} {
				if a != Direct && c != allreduce {
					continue
				}
				for _, n := range []int{0, 1, 2, 3, 4, 5, 13, 25, 32} {
					for _, inPlace := range []bool{false, true} {
						for _, m.near = range []bool{true, false, true} {
							try := trial{c: c, a: a, n: n, inPlace: inPlace, special: m.near && a != Spectral} // never the words of the call before
							for _, kind := range elems(n) {
								if a == Spectral && kind != int(elemKind[float64]()) {
									continue // not for integers
								}
								if err := runKind(m, kind, try, try); err != nil {
									t.Fatalf("teams %v, near %v: %v", homes, m.near, err)
								}
							}
							checkNear(t, m, try)
						}
					}
				}
			}
		}
	}
}

// checkNear looks where the first team has read its own words in a call of float64.
func checkNear(t *testing.T, m *Machine, try trial) {
	t.Helper()
	own := stateOf[float64](m.world).teams[0]
	own.given = nil
	if err := runAs[float64](m, try); err != nil {
		t.Fatal(err)
	}
	all := try.c == reducescatter || try.c == alltoall
	each := try.n // elements that a processor gives
	if all {
		each *= m.cfg.P
	}
	packs := each > 0 && (try.a == Direct && m.world.mediumOf(each) != inVectors || try.a != Direct && m.world.mediumOf(each) == inLine)
	near := packs && m.near && !slices.Contains([]collective{reduce, gather}, try.c) && !(all && each*len(m.world.teams[0].ranks) > nearShare)
	if got := own.given != nil; got != packs {
		t.Errorf("%v packs: %v, want %v", try, got, packs)
	}
	if got := own.given != nil && unsafe.SliceData(own.given) == unsafe.SliceData(own.near); got != near {
		t.Errorf("%v reads its own words from a copy: %v, want %v", try, got, near)
	}
}
