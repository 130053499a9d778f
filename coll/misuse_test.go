package coll

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

// TestEveryoneGoexits: many of the processors that share a thread call Goexit,
// as t.FailNow does.
func TestEveryoneGoexits(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 8, 1000} {
			m := machine(t, Config{P: p, Host: host})
			for _, first := range []int{0, p / 2} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						if q.Rank() >= first {
							runtime.Goexit()
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, ErrMissing) {
					t.Errorf("%v P=%d from rank %d: %v", host, p, first, err)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d from rank %d: and then: %v", host, p, first, err)
				}
			}
		}
	}
}
