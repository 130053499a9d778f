package coll

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// What a user may get wrong before the first collective: the environment, the
// configuration, a name. The files have fuzz tests of their own.

// TestAnyConfig: whatever sound values make up a configuration, it makes a machine
// that works; one value that is wrong, and it is refused, for that one.
func TestAnyConfig(t *testing.T) {
	cores := threads.Cores()
	sound := func(r *rapid.T) Config {
		return Config{
			P:         rapid.SampledFrom([]int{0, 1, 2, 5, 33}).Draw(r, "P"),
			Algorithm: rapid.SampledFrom([]Algorithm{"", Direct, Cayley, Ring}).Draw(r, "algorithm"),
			Cores:     rapid.SliceOfNDistinct(rapid.SampledFrom(cores), 0, len(cores), rapid.ID[int]).Draw(r, "cores"),
			Host:      rapid.SampledFrom([]HostMode{Auto, Goroutines, Threads}).Draw(r, "host"),
			SpinFor:   rapid.SampledFrom([]time.Duration{0, 1, 1000}).Draw(r, "spin"),
			Stall:     rapid.SampledFrom([]time.Duration{0, time.Minute}).Draw(r, "stall"),
			Labels:    rapid.Bool().Draw(r, "labels"),
			Times:     rapid.Bool().Draw(r, "times"),
			RefuseNaN: rapid.Bool().Draw(r, "refuse NaN"),
		}
	}
	t.Run("sound", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) {
			c := sound(r)
			m, err := New(c)
			if err != nil {
				r.Fatalf("New(%+v): %v", c, err)
			}
			defer m.Close()
			if err := within(t, func() error { return sum(m) }); err != nil {
				r.Fatalf("New(%+v) and then: %v", c, err)
			}
		})
	})
	wrong := []struct {
		names string
		spoil func(*Config)
	}{
		{"P is -1", func(c *Config) { c.P = -1 }},
		{"P is 65537", func(c *Config) { c.P = MaxP + 1 }},
		{"P is -2147483648", func(c *Config) { c.P = -1 << 31 }},
		{`unknown algorithm "Direct"`, func(c *Config) { c.Algorithm = "Direct" }},
		{`unknown algorithm "fast\nest"`, func(c *Config) { c.Algorithm = "fast\nest" }},
		{`unknown algorithm "\x00"`, func(c *Config) { c.Algorithm = "\x00" }},
		{"is -1, and this process may run on", func(c *Config) { c.Cores = append(c.Cores, -1) }},
		{"is 1073741824, and this process may run on", func(c *Config) { c.Cores = append(c.Cores, 1<<30) }},
		{"Cores names", func(c *Config) { c.Cores = []int{cores[0], cores[0]} }},
		{"Host is 3", func(c *Config) { c.Host = 3 }},
		{"SpinFor is -1", func(c *Config) { c.SpinFor = -1 }},
		{"Stall is -1", func(c *Config) { c.Stall = -1 }},
	}
	for _, w := range wrong {
		t.Run(w.names, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				c := sound(r)
				w.spoil(&c)
				m, err := New(c)
				if err == nil {
					m.Close()
				}
				if why := plain(err, w.names); why != "" {
					r.Fatalf("New(%+v): %v %s", c, err, why)
				}
			})
		})
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
	if race.Enabled { // starting takes a second
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
