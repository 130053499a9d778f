package coll

import (
	"runtime"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestNewWithinRun: a machine made by a processor of another has the cores and the
// processors of the process, not those of the thread that it is made on.
func TestNewWithinRun(t *testing.T) {
	want := machine(t, Config{}).Config()
	err := Run(2, func(q *Proc) error {
		m, err := New(Config{})
		if err != nil {
			return err
		}
		defer m.Close()
		if c := m.Config(); c.P != want.P || len(c.Cores) != len(want.Cores) { // with a quota, of those next to where it is made
			t.Errorf("%d processors on %v, want %d on as many as %v", c.P, c.Cores, want.P, want.Cores)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestLimits: the largest P is one, and the processors of New's default are as many as
// GOMAXPROCS was before machines raised it.
func TestLimits(t *testing.T) {
	if _, err := (Config{P: MaxP}).withDefaults(); err != nil {
		t.Error(err)
	}
	if why := plain(func() error { _, err := New(Config{P: 2, Algorithm: Doubling, Protocol: ProtocolRing}); return err }(), "does not run on rings"); why != "" {
		t.Error(why)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	threads.Reserve(3)
	defer threads.Unreserve(3)
	if c, err := (Config{}).withDefaults(); err != nil || c.P != 1 || len(c.Cores) != 1 {
		t.Errorf("%d processors on %v, want one: %v", c.P, c.Cores, err)
	}
}

// TestCrowded: what a machine on threads adds to GOMAXPROCS is no core for goroutines.
func TestCrowded(t *testing.T) {
	if runtime.GOARCH == "wasm" || launched.processes > 0 {
		t.Skip("GOMAXPROCS is 1 there, or fewer are in this process")
	}
	maxProcs(t, 2)
	machine(t, Config{P: 2, Host: Threads, Cores: threads.Cores()})
	for p, want := range map[int]bool{2: false, 3: true} {
		m := machine(t, Config{P: p, Host: Goroutines})
		if err := sum(m); err != nil || m.crowded != want {
			t.Errorf("%d goroutines with GOMAXPROCS 2: crowded %v, %v", p, m.crowded, err)
		}
	}
}
