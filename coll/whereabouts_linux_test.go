package coll

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// tieTo ties the calling thread to a core, as somebody might from without.
func tieTo(t testing.TB, core int) {
	var one unix.CPUSet
	one.Set(core)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		t.Error(err)
	}
}

// TestSharedCore: while two hosts are on one core, where somebody has put them, both sleep at once;
// when they are apart again, they spin.
func TestSharedCore(t *testing.T) {
	cores := threads.Cores()
	if len(cores) < 2 {
		t.Skip("needs two cores")
	}
	for _, p := range []int{2, 8} { // a processor a host, and coroutines
		m := machine(t, Config{P: p, Host: Threads, Cores: cores[:2]})
		first := m.hosts[1].fibers[0].rank
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				until := func(shared bool) {
					for since := time.Now(); ; {
						seen := []int64{0} // 1: yes, 2: it takes too long
						switch {
						case m.hot.shared.Load() == shared:
							seen[0] = 1
						case time.Since(since) > 10*time.Second:
							seen[0] = 2
						}
						if Broadcast(q, seen, 0); seen[0] > 0 {
							if seen[0] == 2 {
								t.Errorf("P = %d: nobody has seen that a core is shared: %v", p, shared)
							}
							return
						}
					}
				}
				tie := func(core int) {
					if q.Rank() == first {
						tieTo(t, core)
					}
				}
				until(false)
				tie(cores[0])
				until(true)
				for _, h := range m.hosts {
					if q.c == h.fibers[0] {
						var i idler
						if i.wait(h); i.rounds != 0 {
							t.Errorf("P = %d: host %d spins on a core that another is on", p, h.id)
						}
					}
				}
				Barrier(q) // it is there until all have tried
				tie(cores[1])
				until(false)
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		usable(t, m)
	}
}

// BenchmarkSharedCore: a barrier of two hosts that have a core each, and that share one.
func BenchmarkSharedCore(b *testing.B) {
	cores := threads.Cores()
	if len(cores) < 2 {
		b.Skip("needs two cores")
	}
	for _, p := range []int{2, 8, 64} {
		for _, shared := range []bool{false, true} {
			b.Run(fmt.Sprintf("procs=%d/shared=%v", p, shared), func(b *testing.B) {
				m := machine(b, Config{P: p, Host: Threads, Cores: cores[:2]})
				b.ResetTimer()
				if err := m.Run(context.Background(), func(q *Proc) error {
					if shared && q.c == m.hosts[1].fibers[0] {
						tieTo(b, cores[0])
					}
					for range b.N {
						Barrier(q)
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
