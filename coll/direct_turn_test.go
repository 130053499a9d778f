package coll

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestFoldInParts: every element once, in parts that begin as the first does, forth or back, and no
// longer than a look may be apart.
func TestFoldInParts(t *testing.T) {
	m := machine(t, Config{P: 1})
	err := m.Run(context.Background(), func(p *Proc) error {
		for _, vectors := range []int{1, 2, 16, 1000} {
			for _, lo := range []int{0, 16, 4096} {
				for _, n := range []int{0, 1, 15, 1023, 1024, 1025, 4096, 16383, 16385, 100_000, 1<<20 + 1} {
					for _, back := range []bool{false, true} {
						var parts [][2]int
						p.inParts(lo, lo+n, vectors, back, func(at, n int) { parts = append(parts, [2]int{at, n}) })
						if back {
							slices.Reverse(parts)
						}
						next := lo
						for _, x := range parts {
							if x[0] != next || x[1] < 1 || x[1] > betweenLooks(vectors) || (x[0]-lo)%16 != 0 {
								return fmt.Errorf("%d vectors, %d elements from %d, back %v: part %v, want it to begin at %d", vectors, n, lo, back, x, next)
							}
							next += x[1]
						}
						if next != lo+n || back && n > 2*turnLeast && len(parts) < 2 {
							return fmt.Errorf("%d vectors, %d elements from %d, back %v: %v", vectors, n, lo, back, parts)
						}
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestTurning: sums on the same vectors go forth and back in turns where these are more than a
// first cache holds, and are right.
func TestTurning(t *testing.T) {
	calls := map[string]func(q *Proc, dst, src []float64, n int){
		"allreduce":          func(q *Proc, dst, src []float64, n int) { Allreduce(q, dst[:n], src[:n], Sum) },
		"allreduce in place": func(q *Proc, dst, src []float64, n int) { copy(dst[:n], src); Allreduce(q, dst[:n], dst[:n], Sum) },
		"reduce":             func(q *Proc, dst, src []float64, n int) { Reduce(q, dst[:n], src[:n], Sum, 0) },
		"reducescatter": func(q *Proc, dst, src []float64, n int) {
			n /= q.Size()
			ReduceScatter(q, dst[:n], src[:n*q.Size()], Sum)
		},
	}
	for _, teams := range []int{2, 4} {
		m := teamed(t, Config{P: 4}, teams)
		for name, call := range calls {
			if name == "reducescatter" && teams < 4 {
				continue // a turn for each of a team's blocks
			}
			for _, n := range []int{1 << 10, 1 << 15, 3 << 16} {
				dst, src := make([][]float64, 4), make([][]float64, 4)
				for r := range dst {
					dst[r], src[r] = make([]float64, n), make([]float64, n)
				}
				var backs [][]bool // by call, then by team
				err := m.Run(context.Background(), func(q *Proc) error {
					for k := range 5 {
						for i := range src[q.Rank()] {
							src[q.Rank()][i] = float64(k + i*(q.Rank()+1))
						}
						call(q, dst[q.Rank()], src[q.Rank()], n)
						Barrier(q)
						if q.Rank() == 0 {
							var back []bool
							for _, own := range stateOf[float64](q.g).teams {
								back = append(back, own.turned != 0)
							}
							backs = append(backs, back)
						}
						Barrier(q)
						own, from, want := dst[q.Rank()], 0, 0
						switch name {
						case "reduce":
							if q.Rank() > 0 {
								continue
							}
						case "reducescatter":
							own, from = own[:n/4], q.Rank()*(n/4)
						}
						for i, v := range own {
							if want = 4*k + 10*(from+i); v != float64(want) {
								return fmt.Errorf("call %d: element %d is %v, want %d", k, i, v, want)
							}
						}
					}
					return nil
				})
				if err != nil {
					t.Errorf("%s of %d by %d teams: %v", name, n, teams, err)
				}
				for k, back := range backs {
					if long := n > 1<<10; slices.Contains(back, true) != (long && k%2 == 0) || long && slices.Contains(back, k%2 != 0) {
						t.Errorf("%s of %d by %d teams, call %d: back %v", name, n, teams, k, back)
					}
				}
				for _, own := range stateOf[float64](m.world).teams {
					own.turned = 0
				}
			}
		}
	}
}

// TestPassages: copies that go forth and back in turns are right, in teams of one processor and of
// several, of more than a tile, and of ranks that do not follow each other; blocks that are dealt in
// tiles and in turn.
func TestPassages(t *testing.T) {
	for _, homes := range [][]int{{0, 1}, {0, 1, 2}, {0, 1, 0, 1, 1}, halves(4, 3), halves(dealTile+2, dealTile+1)} {
		m := dealt(t, homes)
		m.copiesTurn = 1
		for _, c := range []collective{broadcast, gather, scatter, allgather, alltoall, gatherv, scatterv, allgatherv, exchange} {
			for i, n := range []int{300, turnLeast + 1, 9*nearTile + 5, brief + 2*turnLeast + 3} {
				if (len(homes) > 8 || race.Enabled) && n > nearTile {
					continue
				}
				kind := (i + int(c)) % 4
				try := trial{c: c, a: Direct, n: n, root: i % len(homes)}
				if c == exchange {
					try.a = Rings
				}
				placed := try
				placed.inPlace = true
				for _, m.dealMost = range []int{0, len(homes)} {
					if err := runKind(m, kind, try, try, placed, placed, try); err != nil {
						t.Fatalf("teams %v, dealt in turn by %d: %v", homes, m.dealMost, err)
					}
					if c != alltoall {
						break
					}
				}
			}
		}
	}
}

// TestCopiesTurn: copies on the same vectors go forth and back in turns where a team's are more than
// that many bytes, and only then; not past the caches, nor where two may give copies (fitsPair).
func TestCopiesTurn(t *testing.T) {
	calls := map[string]func(q *Proc, whole, part []float64){
		"broadcast": func(q *Proc, whole, _ []float64) { Broadcast(q, whole, 0) },
		"gather":    func(q *Proc, whole, part []float64) { Gather(q, whole, part, 1) },
		"scatter":   func(q *Proc, whole, part []float64) { Scatter(q, part, whole, 1) },
		"allgather": func(q *Proc, whole, part []float64) { Allgather(q, whole, part) },
		"alltoall":  func(q *Proc, whole, _ []float64) { Alltoall(q, whole[:len(whole)/2], whole[len(whole)/2:]) },
		"exchange": func(q *Proc, whole, _ []float64) {
			Exchange(q, whole[:len(whole)/2], 1-q.Rank(), whole[len(whole)/2:], 1-q.Rank())
		},
	}
	m := teamed(t, Config{P: 2}, 2)
	m.freshMost = 0
	const n = 1 << 15
	for name, call := range calls {
		for _, c := range []struct {
			from  int   // bytes
			spill int64 // likewise
			turns bool
		}{{128 << 10, math.MaxInt64, true}, {8 << 20, math.MaxInt64, false}, {128 << 10, 64 << 10, false}} {
			m.copiesTurn, m.spill = c.from, spill{c.spill, c.spill, math.MaxInt64}
			whole, part := [2][]float64{make([]float64, n), make([]float64, n)}, [2][]float64{make([]float64, n/2), make([]float64, n/2)}
			var backs []bool
			for range 3 {
				if err := m.Run(context.Background(), func(q *Proc) error {
					call(q, whole[q.Rank()], part[q.Rank()])
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				back := false
				for _, own := range stateOf[float64](m.world).teams {
					back = back || own.turned != 0
				}
				backs = append(backs, back)
			}
			if want := []bool{c.turns, false, c.turns}; !slices.Equal(backs, want) {
				t.Errorf("%s, from %d bytes, past the caches from %d: back %v, want %v", name, c.from, c.spill, backs, want)
			}
			for _, own := range stateOf[float64](m.world).teams {
				own.turned = 0
			}
		}
	}
}

// TestPassageOrder: back is from the last part to the first: then a vector can be copied to where it is
// read from, a part or more further on.
func TestPassageOrder(t *testing.T) {
	m := machine(t, Config{P: 1})
	const n, shift = 5*nearTile + 7, nearTile
	for name, copied := range map[string]func(p *Proc, w passage, x []float64){
		"carry":  func(p *Proc, w passage, x []float64) { carry(p, w, x[shift:], x[:n]) },
		"spread": func(p *Proc, w passage, x []float64) { spread(p, w, []*float64{&x[0]}, shift, x[:n], nearTile) },
	} {
		x := make([]float64, n+shift)
		for i := range x {
			x[i] = float64(i)
		}
		if err := m.Run(context.Background(), func(p *Proc) error {
			copied(p, passage{back: true}, x)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for i, v := range x[shift:] {
			if v != float64(i) {
				t.Fatalf("%s: element %d is %v, want %d", name, i, v, i)
			}
		}
	}
}
