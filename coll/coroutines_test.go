package coll

import (
	"context"
	"testing"
)

// TestRunsKeepCoroutines: a Run makes nothing for each processor, whatever ended the one
// before.
func TestRunsKeepCoroutines(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	const p = 64
	m := machine(t, Config{P: p, Host: Threads, Cores: usableCores()[:1]})
	run := func(fails bool) {
		err := m.Run(context.Background(), func(q *Proc) error {
			Barrier(q)
			if fails && q.Rank() == p/2 {
				return errOnPurpose
			}
			Barrier(q)
			return nil
		})
		if (err != nil) != fails {
			t.Error(err)
		}
	}
	run(true)
	if n := testing.AllocsPerRun(20, func() { run(false) }); n >= p/2 {
		t.Errorf("%v allocations a Run of %d processors", n, p)
	}
}
