package coll

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestDistance: all messages are sent, those that come are answered, who is alone does not wait forever, and
// cores are far apart from a length of the way on.
func TestDistance(t *testing.T) {
	const first = 7<<32 + 1
	var answered distance
	answered.pong.Store(first + trips*samples)
	if answered.trip(first) == 0 {
		t.Error("a message that was answered took no time")
	}
	if got := answered.ping.Load(); got != first+trips*samples {
		t.Errorf("%d messages, want %d", got-first, trips*samples)
	}
	var asked distance
	asked.ping.Store(first + 4)
	if asked.answer(first); asked.pong.Load() != first+4 {
		t.Errorf("of 5 messages the answer is %d", asked.pong.Load()-first)
	}
	asked.ping.Store(first | over)
	asked.pong.Store(0)
	if asked.answer(first); asked.pong.Load() != 0 {
		t.Errorf("the end was answered: %d", asked.pong.Load())
	}
	var alone distance
	if got := alone.trip(first); got != 0 {
		t.Errorf("a message that nobody answers took %v", got)
	}
	for _, c := range []struct {
		trip     time.Duration
		far, one bool
	}{{0, false, false}, {1, false, true}, {oneTrip - 1, false, true}, {oneTrip, false, false}, {farTrip - 1, false, false}, {farTrip, true, false}} {
		if alone.found(c.trip); alone.isFar != c.far || alone.isOne != c.one || alone.foundAt.IsZero() {
			t.Errorf("a message takes %v: far apart: %v, on one core: %v, found at %v", c.trip, alone.isFar, alone.isOne, alone.foundAt)
		}
	}
}

// TestMeasures: the first long call of the world in a Run measures if the way between the cores
// matters, and again after a second or measureEvery calls, not before.
func TestMeasures(t *testing.T) {
	cores := everyCore()
	if len(cores) < 2 {
		t.Skip("one core")
	}
	long := func(p *Proc) error {
		x, y := make([]float64, 5000), make([]float64, 5000)
		Allreduce(p, y, x, Sum)
		Broadcast(p, x, 0)
		return nil
	}
	counted := func(p *Proc) error {
		counts := slices.Repeat([]int{5000}, p.Size())
		x, y := make([]float64, 5000*p.Size()), make([]float64, 5000*p.Size())
		Alltoallv(p, y, counts, x, counts)
		Alltoallv(p, x, counts, y, counts)
		return nil
	}
	for _, c := range []struct {
		config Config
		counts bool // how far apart the cores are
		f      func(*Proc) error
		want   bool
	}{
		{Config{P: 2, Host: Threads, Cores: cores[:2]}, true, long, true},
		{Config{P: 5, Host: Threads, Cores: cores[:2]}, true, long, true},
		{Config{P: 5, Host: Threads, Cores: cores}, true, long, true},
		{Config{P: 2, Host: Threads, Cores: cores[:2]}, true, counted, true},
		{Config{P: 5, Host: Threads, Cores: cores[:2]}, true, counted, true},
		{Config{P: 4, Host: Threads, Cores: cores[:2]}, true, func(p *Proc) error { Barrier(p); return nil }, false},
		{Config{P: 4, Host: Threads, Cores: cores[:2]}, true, func(p *Proc) error { return long(p.Split(p.Rank()/2, 0)) }, false},
		{Config{P: 4, Host: Threads, Cores: cores[:2]}, false, long, false},
		{Config{P: 4, Host: Threads, Cores: cores[:1]}, true, long, false},
		{Config{P: 4, Host: Goroutines}, true, long, false},
	} {
		m := machine(t, c.config)
		m.farCounts = c.counts
		run := func() time.Time {
			t.Helper()
			if err := m.Run(context.Background(), c.f); err != nil {
				t.Fatal(err)
			}
			return m.foundAt
		}
		first := run()
		if got := !first.IsZero(); got != c.want {
			t.Errorf("%v, it counts: %v: measured: %v, want %v", m, c.counts, got, c.want)
		}
		if again := run(); again != first {
			t.Errorf("%v: measured once more after %v", m, again.Sub(first))
		}
		m.foundAt = first.Add(-staleAfter)
		if again := run(); c.want && !again.After(first) {
			t.Errorf("%v: not measured after a second", m)
		}
		first = m.foundAt
		if c.config.P > 2 {
			continue // that takes long
		}
		for _, team := range m.world.teams {
			team.measured += uint64(team.id) // as after a Run that failed
		}
		const calls = measureEvery/2 + 1 // of two collectives each
		if err := m.Run(context.Background(), func(p *Proc) error {
			for range calls {
				if err := c.f(p); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if c.want && !m.foundAt.After(first) {
			t.Errorf("%v: not measured after %d calls", m, measureEvery)
		}
	}
}
