package coll

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"
	"time"
)

// TestScale runs as many processors as one process is meant for: 65,536 make
// barriers and allreduces, 4,096 an allgather by every algorithm. The whole of
// it takes some gigabytes and a minute; CAYLEYCOLL_SCALE=1 asks for it.
func TestScale(t *testing.T) {
	large, middle := MaxP, 4096
	if os.Getenv("CAYLEYCOLL_SCALE") == "" || testing.Short() {
		large, middle = 4096, 256
	}
	m := machine(t, Config{P: large})
	var times [len(algorithms)]time.Duration
	err := m.Run(context.Background(), func(q *Proc) error {
		Barrier(q)
		for id, a := range algorithms {
			switch a {
			case Direct, Tree, Doubling, Spectral:
			default:
				continue
			}
			start := time.Now()
			for range 2 {
				x := []float64{1, float64(q.Rank() % 8)}
				Allreduce(q.Using(a), x, x, Sum)
				want, limit := float64(q.Size()), 0.0
				if a == Spectral {
					limit = 2e-15 * 16 * want * 7 // its last scale rounds
				}
				if !(math.Abs(x[0]-want) <= limit && math.Abs(x[1]-3.5*want) <= limit) {
					return fmt.Errorf("%s: %v", a, x)
				}
			}
			if q.Rank() == 0 {
				times[id] = time.Since(start)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, d := range times {
		if d > 0 {
			t.Logf("P=%d allreduce by %s: two calls in %v", large, algorithms[id], d)
		}
	}
	m = machine(t, Config{P: middle})
	err = m.Run(context.Background(), func(q *Proc) error {
		all := make([]float64, q.Size())
		for _, a := range offered[allgather] {
			clear(all)
			Allgather(q.Using(a), all, []float64{float64(q.Rank())})
			for i, v := range all {
				if v != float64(i) {
					return fmt.Errorf("%s: all[%d] is %v", a, i, v)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
