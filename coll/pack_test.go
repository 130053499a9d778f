package coll

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// TestNear: short calls of teams that read their own words from a copy, as some CPUs do, and where
// the others read them, in turn, and with banks of either size: right results, and by the way meant.
func TestNear(t *testing.T) {
	for _, homes := range [][]int{{0, 0, 1}, {0, 1, 0, 1, 1}, halves(4, 4), {1, 1, 0, 0, 0, 2}, halves(9, 8)} {
		for _, bank := range []int{wideElems, 2 * wideElems} {
			m := dealt(t, homes)
			m.bankElems, m.bankEach = bank, bank
			each := bank / m.world.most
			for _, c := range []collective{allreduce, reduce, gather, allgather, scan, exscan, reducescatter, alltoall} {
				for _, a := range []Algorithm{Direct, Doubling, Spectral} {
					if a != Direct && c != allreduce {
						continue
					}
					for _, n := range []int{0, 1, 2, 3, 4, 5, 13, 32, each, each + 1} {
						testNear(t, m, trial{c: c, a: a, n: n})
					}
				}
			}
		}
	}
}

func testNear(t *testing.T, m *Machine, try trial) {
	t.Helper()
	for _, try.inPlace = range []bool{false, true} {
		for _, m.packsNear = range []bool{true, false, true} {
			try.special = m.packsNear && try.a != Spectral // never the words of the call before
			for _, kind := range elems(try.n) {
				if try.a == Spectral && kind != int(elemKind[float64]()) {
					continue // not for integers
				}
				if err := runKind(m, kind, try, try); err != nil {
					t.Fatalf("%d processors, near %v: %v", m.cfg.P, m.packsNear, err)
				}
			}
			checkNear(t, m, try)
		}
	}
}

// checkNear looks where the first team has packed its own words, and where it has looked for them, in
// a call of float64.
func checkNear(t *testing.T, m *Machine, try trial) {
	t.Helper()
	own, ranks := stateOf[float64](m.world).teams[0], m.world.teams[0].ranks
	own.words, own.sources = nil, [len(own.sources)][]*float64{}
	if err := runAs[float64](m, try); err != nil {
		t.Fatal(err)
	}
	shares := try.c == reducescatter || try.c == alltoall
	gives := try.n
	if shares {
		gives *= m.cfg.P
	}
	var in medium
	switch most := gives * m.world.most; {
	case most > m.bankElems || try.a != Direct && most > 13 || m.world.onward && most > 13 && (try.c == allreduce || try.c == reduce):
		in = inVectors // or onward
	case most > 13:
		in = inBank
	}
	packs := try.n > 0 && in != inVectors
	near := packs && m.packsNear && try.c != reduce && try.c != gather && !(shares && try.n*len(ranks)*8 >= 64)
	if got := own.words != nil; got != packs {
		t.Errorf("%d processors, %v packs: %v, want %v", m.cfg.P, try, got, packs)
	}
	if got := own.words != nil && unsafe.SliceData(own.words) == unsafe.SliceData(own.near); got != near {
		t.Errorf("%d processors, %v leaves its own words near: %v, want %v", m.cfg.P, try, got, near)
	}
	if from := own.sources[1]; from != nil && packs && (from[ranks[0]] == unsafe.SliceData(own.near)) != near {
		t.Errorf("%d processors, %v looks for its own words near: %v, want %v", m.cfg.P, try, !near, near)
	}
	if looks := slices.Contains([]collective{allreduce, scan, exscan, reducescatter, alltoall}, try.c); looks && packs && try.a == Direct && own.sources[1] == nil {
		t.Errorf("%d processors, %v: nobody has looked for the words", m.cfg.P, try)
	}
}

// TestWaysOf: only servers of Intel's, Zen 3 and Zen 4 have been seen to gain by what is near.
func TestWaysOf(t *testing.T) {
	if here := cpuHere(); (here == intelServer) != asm.Server() || (here == zen4) != (asm.StoresWaitLong() && !asm.StoresWait() && !asm.StoresFlow()) {
		t.Errorf("this is CPU %d", here)
	}
	for _, c := range cpuNamed {
		w, want, most, each := waysOf(c), false, wideElems, 0
		switch c {
		case intelServer, zen3:
			want, most, each = true, 4*wideElems, wideElems/2
		case zen4:
			want, most, each = true, 2*wideElems, wideElems
		}
		if w.packsNear != want || (w.claimMost > 0) != (want && c != zen3) || w.bankElems != most || w.bankEach != each {
			t.Errorf("CPU %d: banks claimed up to %d bytes, own words near: %v, want %v; by bank up to %d and %d each, want %d and %d",
				c, w.claimMost, w.packsNear, want, w.bankElems, w.bankEach, most, each)
		}
		if keeps := c == intelServer || c == zen3; (w.freshMost > 0) != want || w.handing != (c == zen4) || (w.pairMost > 0) != keeps {
			t.Errorf("CPU %d: copies of up to %d bytes, want some: %v; lines are handed back: %v; rooms of up to %d bytes where not, want some: %v",
				c, w.freshMost, want, w.handing, w.pairMost, keeps)
		}
	}
}
