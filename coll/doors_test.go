package coll

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// What a user may get wrong before the first collective: the environment, the
// configuration, a name. The files have fuzz tests of their own.

// TestAnyConfig: every configuration makes a machine that works or is refused.
func TestAnyConfig(t *testing.T) {
	made, refused := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		names := rapid.SampledFrom([]Algorithm{"", "", Direct, Cayley, Ring, "Direct", "fast\nest", "\x00"})
		c := Config{
			P:         rapid.SampledFrom([]int{0, 1, 2, 5, 33, -1, MaxP + 1, -1 << 31}).Draw(r, "P"),
			Algorithm: names.Draw(r, "algorithm"),
			Cores:     rapid.SliceOfN(rapid.SampledFrom(append(usableCores(), -1, 1<<30)), 0, 3).Draw(r, "cores"),
			Host:      HostMode(rapid.IntRange(0, 4).Draw(r, "host")),
			SpinFor:   time.Duration(rapid.SampledFrom([]int{0, 1, 1000, -1}).Draw(r, "spin")),
			Stall:     rapid.SampledFrom([]time.Duration{0, time.Minute, -1}).Draw(r, "stall"),
			Labels:    rapid.Bool().Draw(r, "labels"),
			Times:     rapid.Bool().Draw(r, "times"),
		}
		m, err := New(c)
		if err != nil {
			if why := plain(err, ""); why != "" {
				r.Fatalf("New(%+v): %v %s", c, err, why)
			}
			refused++
			return
		}
		defer m.Close()
		if err := within(t, func() error { return sum(m) }); err != nil {
			r.Fatalf("New(%+v) and then: %v", c, err)
		}
		made++
	})
	t.Logf("%d machines, %d refusals", made, refused)
	if made == 0 || refused == 0 {
		t.Error("want some of both")
	}
}

// TestAnyAlgorithm: whatever string Using and Algorithms get, they know it or
// say what they know.
func TestAnyAlgorithm(t *testing.T) {
	m := machine(t, Config{P: 3})
	rapid.Check(t, func(r *rapid.T) {
		name := Algorithm(rapid.String().Draw(r, "name"))
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				Barrier(q.Using(name))
				return nil
			})
		})
		if _, known := idOf(name); known {
			return
		}
		if why := plain(err, "want one of direct"); why != "" {
			r.Fatalf("Using(%q): %v %s", name, err, why)
		}
		if as := Algorithms(string(name)); as != nil {
			r.Fatalf("Algorithms(%q) is %v", name, as)
		}
		if _, _, err := m.Steps(string(name), name); plain(err, "unknown collective") != "" {
			r.Fatalf("Steps(%q): %v", name, err)
		}
		if _, _, err := m.Steps("allreduce", name); plain(err, "want one of direct") != "" {
			r.Fatalf("Steps(allreduce, %q): %v", name, err)
		}
	})
}

// TestEnvironment: a kernel that this CPU has not is refused by New.
func TestEnvironment(t *testing.T) {
	const child = "CAYLEYCOLL_DOOR"
	if os.Getenv(child) != "" {
		_, err := New(Config{P: 2})
		if why := plain(err, "CAYLEYCOLL_KERNEL="); why != "" {
			t.Fatalf("%v %s", err, why)
		}
		return
	}
	values := []string{"avx1024", "AVX2", "generic ", "generic,avx2", strings.Repeat("x", 10_000)}
	if raceEnabled { // starting takes a second
		values = values[:1]
	}
	for _, value := range values {
		cmd := exec.Command(os.Args[0], "-test.run=^TestEnvironment$")
		cmd.Env = append(os.Environ(), child+"=1", "CAYLEYCOLL_KERNEL="+value)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("CAYLEYCOLL_KERNEL=%.20q: %v\n%s", value, err, out)
		}
	}
}
