package coll

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"
)

// TestLongSpin: who looks for hours before it sleeps does not sleep for hours.
func TestLongSpin(t *testing.T) {
	for _, others := range []bool{false, true} {
		for _, spin := range []time.Duration{0, math.MaxInt64 / 50, math.MaxInt64} {
			t.Run(fmt.Sprintf("others=%v/spin=%v", others, spin), func(t *testing.T) {
				t.Parallel()
				m := machine(t, Config{P: 1, Host: Goroutines, SpinFor: spin})
				if err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						begun := time.Now()
						q.waitFor(func(int, bool) (bool, error) { return time.Since(begun) > 1100*time.Millisecond, nil }, others)
						return nil
					})
				}); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
