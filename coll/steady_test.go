package coll

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestNoAllocation: collectives allocate nothing once they have run.
func TestNoAllocation(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, host := range modes {
		for _, p := range []int{2, 8} {
			m := machine(t, Config{P: p, Host: host})
			err := m.Run(context.Background(), func(q *Proc) error {
				x, all := make([]float64, 5000), make([]float64, 5000*p)
				round := func() {
					for _, n := range []int{1, 100, 5000} {
						Barrier(q)
						for _, a := range offered[allreduce] {
							Allreduce(q.Using(a), all[:n], x[:n], Sum)
						}
						for _, a := range offered[allgather] {
							Allgather(q.Using(a), all[:n*p], x[:n])
						}
					}
				}
				round()
				Barrier(q)
				var before, after runtime.MemStats
				if q.Rank() == 0 {
					runtime.ReadMemStats(&before)
				}
				Barrier(q)
				const rounds = 50
				for range rounds {
					round()
				}
				Barrier(q)
				if q.Rank() == 0 {
					runtime.ReadMemStats(&after)
					// Each round is 27 calls by each of P processors; a few
					// allocations are the runtime's own, for goroutines that wait.
					if n := after.Mallocs - before.Mallocs; n > 2*rounds {
						t.Errorf("%v P=%d: %d allocations in %d rounds", host, p, n, rounds)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestWhichAlgorithmRan: every algorithm runs itself, in as many signals as its
// program has steps.
func TestWhichAlgorithmRan(t *testing.T) {
	for _, p := range []int{2, 4, 8, 16, 6} {
		m := machine(t, Config{P: p})
		for c := barrier; c < split; c++ {
			for _, a := range offered[c] {
				if a == File {
					continue // file_test.go
				}
				id := mustID(a)
				before, steps := m.world.teams[0].ran[c][id], uint64(0)
				err := m.Run(context.Background(), func(q *Proc) error {
					try := trial{c: c, a: a, n: 4}
					perform(q, try, inputs[float64](try, q.Rank(), p))
					if q.Rank() == 0 {
						steps = q.t.steps
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if n := m.world.teams[0].ran[c][id] - before; n != 1 && c != exchange {
					t.Errorf("P=%d %s by %s ran %d times", p, c, a, n)
				}
				if a == Direct || a == Rings {
					continue
				}
				signals, _, err := m.Steps(c.String(), a)
				if err != nil {
					t.Fatal(err)
				}
				if compilers[programKey{c, id}] != nil {
					prog, _ := m.world.compiled(c, id, 0)
					signals = prog.steps
				}
				if len(m.world.teams) > 1 && steps != uint64(signals) {
					t.Errorf("P=%d %s by %s: %d signals, want %d", p, c, a, steps, signals)
				}
			}
		}
	}
}

// TestStepsMeetTheBound: the cayley algorithms take ⌈(P-1)/d⌉ steps and move
// every block once.
func TestStepsMeetTheBound(t *testing.T) {
	for _, p := range []int{2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 100} {
		m := machine(t, Config{P: p})
		d := m.Graph().Degree()
		for c, times := range map[collective]int{allgather: 1, allreduce: 2} {
			want := times * ((p - 2 + d) / d)
			steps, bound, err := m.Steps(c.String(), Cayley)
			if err != nil || steps != want || bound != want {
				t.Errorf("P=%d on %s: %s in %d steps, bound %d, want %d: %v", p, m.Graph().Name(), c, steps, bound, want, err)
			}
			prog, err := m.world.compiled(c, byCayley, 0)
			if err != nil || prog.moved != times*p*(p-1) {
				t.Errorf("P=%d: %s moves %d blocks, want %d", p, c, prog.moved, times*p*(p-1))
			}
		}
	}
}

// TestLeavesNoMark: GOMAXPROCS, affinity, threads and goroutines are as before.
func TestLeavesNoMark(t *testing.T) {
	procs, cores := runtime.GOMAXPROCS(0), usableCores()
	for range 5 {
		for _, host := range modes {
			if err := sum(machine(t, Config{P: 8, Host: host})); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := runtime.GOMAXPROCS(0); n != procs {
		t.Errorf("GOMAXPROCS is %d, was %d", n, procs)
	}
	time.Sleep(10 * time.Millisecond)
	for range 50 {
		runtime.LockOSThread()
		if now := usableCores(); !slices.Equal(now, cores) {
			t.Fatalf("a thread may run on %v, was %v", now, cores)
		}
		runtime.UnlockOSThread()
		runtime.Gosched()
	}
}

// TestOneThread: a process that may use one thread only still gets through.
func TestOneThread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Error(err)
		}
	}
}
