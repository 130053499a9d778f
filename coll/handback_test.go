package coll

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestHandedBack: results are right, bit for bit, where lines are handed back.
func TestHandedBack(t *testing.T) {
	for _, c := range []struct{ p, teams int }{{2, 2}, {3, 2}, {4, 2}, {5, 3}, {7, 2}, {8, 2}, {8, 4}, {12, 3}} {
		m := teamed(t, Config{P: c.p}, c.teams)
		m.freshMost, m.handing = math.MaxInt, true
		turn := 0
		n := sweep(t, m, func(try *trial, kind int) bool {
			turn++
			return try.n*elemSizes[kind] >= handedBackLeast && !try.special && turn%4 == 0 && try.words(c.p) < 1<<18
		}, func(_ collective, a Algorithm) bool { return a != Direct })
		m.dealMost = 0
		for _, m.serveFrom = range []int{math.MaxInt, 0} { // of what a team serves it has read the copies itself
			for kind, size := range elemSizes {
				for _, block := range []int{keptBlock / 4 * 3, keptBlock} {
					try := trial{c: alltoall, a: Direct, n: block / size, inPlace: true}
					if err := runKind(m, kind, try, try); err != nil {
						t.Fatalf("%d processors, served from %d bytes on: %v", c.p, m.serveFrom, err)
					}
				}
			}
		}
		t.Logf("%d calls by %d processors", n, c.p)
	}
}

// TestWhoHandsBack: what another team has read for the last time, in memory that it has been given, is handed
// back if that is long enough, and nothing else.
func TestWhoHandsBack(t *testing.T) {
	const n = handedBackLeast / 8
	fill := func(v []float64) {
		for i := range v {
			v[i] = math.Pi // it has bits everywhere, and so have sums
		}
	}
	for _, c := range []struct {
		c        collective
		a        Algorithm
		p, teams int
		n        int // elements of a vector or block
		inPlace  bool
		most     int // freshMost; 0 is any
		isOne    bool
		keeps    bool // nothing is handed back
		want     bool
	}{
		{c: reducescatter, a: Cayley, p: 4, teams: 2, n: n, want: true},
		{c: reducescatter, a: Cayley, p: 4, teams: 2, n: n - 1},
		{c: reducescatter, a: Cayley, p: 4, teams: 2, n: n, isOne: true},
		{c: reducescatter, a: Cayley, p: 4, teams: 2, n: n, most: -1},
		{c: reducescatter, a: Cayley, p: 4, teams: 2, n: n, keeps: true},
		{c: reducescatter, a: Halving, p: 4, teams: 2, n: n}, // partial sums stay in a team
		{c: reducescatter, a: Halving, p: 4, teams: 4, n: n, want: true},
		{c: reducescatter, a: Ring, p: 5, teams: 2, n: n, want: true},
		{c: reducescatter, a: Tree, p: 5, teams: 3, n: n, want: true},
		{c: reduce, a: Tree, p: 4, teams: 2, n: n, want: true},
		{c: reduce, a: Ring, p: 4, teams: 2, n: 4 * n, want: true},
		{c: reduce, a: Ring, p: 4, teams: 2, n: 4 * (n - 8)},
		{c: reduce, a: Cayley, p: 8, teams: 2, n: n}, // as by halving
		{c: gather, a: Tree, p: 4, teams: 2, n: n, want: true},
		{c: alltoall, a: Bruck, p: 4, teams: 2, n: n, want: true},
		{c: alltoall, a: Bruck, p: 4, teams: 2, n: n, inPlace: true, want: true},
		{c: alltoall, a: Cayley, p: 2, teams: 2, n: n, inPlace: true, want: true}, // its copy of src
		{c: alltoall, a: Cayley, p: 2, teams: 2, n: n, inPlace: true, most: 8*2*n - 1},
		{c: alltoall, a: Direct, p: 4, teams: 2, n: n / 2, inPlace: true, want: true},
		{c: alltoall, a: Direct, p: 4, teams: 2, n: n/2 - 1, inPlace: true},
		{c: alltoall, a: Direct, p: 4, teams: 2, n: n / 2, inPlace: true, most: 8 * 4 * 2 * n / 2, want: true},
		{c: alltoall, a: Direct, p: 4, teams: 2, n: n / 2, inPlace: true, most: 8*4*2*n/2 - 1},
		{c: exchange, a: Rings, p: 4, teams: 2, n: ringSlots*slotLength + 1, inPlace: true, want: true}, // its piece
		{c: exchange, a: Rings, p: 4, teams: 2, n: ringSlots*slotLength + 1, inPlace: true, most: 8 * ringSlots * slotLength},
		{c: exchange, a: Rings, p: 4, teams: 2, n: ringSlots*slotLength + 1, inPlace: true, keeps: true},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			m := teamed(t, Config{P: c.p}, c.teams)
			m.isOne = c.isOne
			m.serveFrom = serveBlock
			switch m.freshMost, m.handing = c.most, !c.keeps; {
			case c.most == 0:
				m.freshMost = math.MaxInt
			case c.most < 0:
				m.freshMost = 0
			}
			lines := 0
			if err := m.Run(context.Background(), func(p *Proc) error {
				call, _, src := handedCall(p.Using(c.a), c.c, c.n, c.inPlace)
				call() // which makes all room
				fill(src)
				Barrier(p)
				rooms := func(do func(v []float64)) {
					for _, team := range stateOf[float64](p.g).teams {
						for _, v := range slices.Concat(team.tmp, team.kept) {
							do(v)
						}
					}
				}
				if p.Rank() == 0 {
					rooms(fill)
				}
				Barrier(p)
				call()
				Barrier(p)
				if p.Rank() == 0 {
					rooms(func(v []float64) {
						for _, x := range v {
							if uint32(math.Float64bits(x)) == 0 {
								lines++
							}
						}
					})
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if got := lines > 0; got != c.want {
				t.Errorf("%d lines are handed back", lines)
			}
		})
	}
}

// TestPiecesOfTheVector: a long message that goes in pieces, as the latest loan to its receiver is not over
// yet, leaves its vector as it is.
func TestPiecesOfTheVector(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	m.freshMost, m.handing = math.MaxInt, true
	if err := m.Run(context.Background(), func(p *Proc) error {
		want := func(i int) float64 { return math.Pi * float64(i+1) }
		for round := range 3 {
			lent, long := make([]float64, lendLeast+1), make([]float64, ringSlots*slotLength+1)
			if p.Rank() == 1 {
				Barrier(p) // the loan has been taken back
				Exchange(p, lent, 0, nil, -1)
				Exchange(p, long, 0, nil, -1)
			} else {
				for i := range long {
					long[i] = want(i)
				}
				Exchange(p, nil, -1, lent, 1)
				Barrier(p)
				if e := p.edge(0, 1); e.loan == 0 || e.withdrawn.Load() != e.loan {
					return fmt.Errorf("round %d: the loan was not taken back", round)
				}
				Exchange(p, nil, -1, long, 1)
			}
			for i, x := range long {
				if x != want(i) {
					return fmt.Errorf("round %d: element %d of rank %d is %v, want %v", round, i, p.Rank(), x, want(i))
				}
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
