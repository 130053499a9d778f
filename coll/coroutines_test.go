package coll

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestRunsKeepCoroutines: a Run makes nothing for each processor, whatever ended the one
// before.
func TestRunsKeepCoroutines(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	const p = 64
	m := machine(t, Config{P: p, Host: Threads, Cores: threads.Cores()[:1]})
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

// TestLookersTakeTurns: a processor for which all comes while it looks gives way to the
// neighbours of its host now and then, and notes whether the Run has failed meanwhile.
func TestLookersTakeTurns(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	asInRun(t, m)
	c := m.fibers[0]
	gaveWay := 0
	c.yield = func(struct{}) bool { gaveWay++; return true }
	defer func() { c.yield = nil }()
	var there atomic.Uint64
	there.Store(1)
	for range 3 << 8 {
		c.spin(&there, 1)
	}
	if gaveWay != 3 {
		t.Errorf("gave way %d times in %d waits", gaveWay, 3<<8)
	}
	c.turns = 0xff
	m.hot.stop.Store(true)
	defer func() {
		if _, is := recover().(unwinding); !is {
			t.Error("it goes on although the Run has failed")
		}
	}()
	c.spin(&there, 1)
}
