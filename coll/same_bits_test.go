package coll

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestSameBits: an allreduce by direct has the same bits on every processor, those of NaNs too,
// whose payloads and signs differ from rank to rank.
func TestSameBits(t *testing.T) {
	cores := threads.Cores()
	machines := map[string]*Machine{
		"two":   teamed(t, Config{P: 2}, 2),
		"three": teamed(t, Config{P: 3}, 3),
	}
	for _, p := range []int{3, 4, 5, 42} {
		machines[fmt.Sprint(p, " by few")] = machine(t, Config{P: p, Host: Threads, Cores: cores[:min(2, len(cores))]})
	}
	for name, m := range machines {
		for op := Sum; op <= Max; op++ {
			for _, n := range []int{1, 2, 5, 13, 14, 100, 1000, aloneMost/8 + 1} {
				for single := range m.cfg.P + 1 { // whose alone is NaN; all of them at last
					got := make([][]float64, m.cfg.P)
					if err := m.Run(context.Background(), func(q *Proc) error {
						r, src, dst := q.Rank(), make([]float64, n), make([]float64, n)
						for i := range src {
							if src[i] = float64(r + 1); r == single || single == m.cfg.P {
								src[i] = math.Float64frombits(0x7ff8_0000_0000_0000 | uint64(r+1) | uint64((r+i)&1)<<63)
							}
						}
						Allreduce(q, dst, src, op)
						got[r] = dst
						return nil
					}); err != nil {
						t.Fatal(err)
					}
					for r, v := range got {
						for i := range v {
							if a, b := math.Float64bits(v[i]), math.Float64bits(got[0][i]); a != b {
								t.Fatalf("%s, %v of %d, NaN of %d: dst[%d] of rank %d is %#x, of rank 0 %#x", name, op, n, single, i, r, a, b)
							}
						}
					}
				}
				if m.cfg.P > 5 && n > 100 {
					break
				}
			}
		}
	}
}
