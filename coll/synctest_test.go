package coll

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// TestInABubble: on goroutines processors wait for one that sleeps though the clock stands still
// while anybody runs, be they as many as can run at a time or more.
func TestInABubble(t *testing.T) {
	for _, p := range []int{1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			m, err := New(Config{P: p, Host: Goroutines})
			if err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			err = m.Run(context.Background(), func(q *Proc) error {
				x := []float64{1}
				if q.Rank() == 0 {
					time.Sleep(time.Hour)
				}
				Allreduce(q, x, x, Sum)
				if x[0] != float64(p) {
					t.Errorf("P=%d: the sum is %v", p, x[0])
				}
				return nil
			})
			if took := time.Since(begun); err != nil || took != time.Hour {
				t.Errorf("P=%d: %v after %v", p, err, took)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
