package coll

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestScale runs as many processors as one process is meant for: 65,536 make
// barriers, broadcasts and allreduces, 4,096 the paper's four universal tasks by
// the cube's optimal schedules and an allgather by every algorithm, within 8 GiB.
// CAYLEYCOLL_SCALE=1 asks for it: some minutes; else 4,096 and 256 do the same.
func TestScale(t *testing.T) {
	large, middle := MaxP, 4096
	if os.Getenv("CAYLEYCOLL_SCALE") == "" || testing.Short() {
		large, middle = 4096, 256
	}
	t.Run(fmt.Sprintf("P=%d", large), func(t *testing.T) { atScale(t, large, vectorsAtScale) })
	runtime.GC()
	t.Run(fmt.Sprintf("P=%d", middle), func(t *testing.T) { atScale(t, middle, blocksAtScale) })
	if rss := peakRSS(); rss>>20 > 8<<10 {
		t.Errorf("took %d MiB, want 8 GiB at most", rss>>20)
	}
}

// timed makes one call on every processor, checked, and tells what it took.
type timed func(name string, call func() error) error

func atScale(t *testing.T, p int, all func(q *Proc, do timed) error) {
	start := time.Now()
	m := machine(t, Config{P: p})
	t.Logf("a machine of %d processors in %v", p, time.Since(start).Round(time.Millisecond))
	err := m.Run(context.Background(), func(q *Proc) error {
		return all(q, func(name string, call func() error) error {
			for round := range 2 { // the first compiles the schedule
				Barrier(q)
				start := time.Now()
				if err := call(); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				Barrier(q)
				if q.Rank() == 0 {
					t.Logf("%s, call %d: %v, peak RSS %d MiB", name, round+1, time.Since(start).Round(10*time.Microsecond), peakRSS()>>20)
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// vectorsAtScale is what takes O(P) words.
func vectorsAtScale(q *Proc, do timed) error {
	p := q.Size()
	if err := do("barrier", func() error { Barrier(q); return nil }); err != nil {
		return err
	}
	for _, a := range []Algorithm{Direct, Tree, Cayley} {
		if err := do("broadcast by "+string(a), func() error {
			x := []float64{float64(q.Rank()), -1}
			if Broadcast(q.Using(a), x, p-1); x[0] != float64(p-1) || x[1] != -1 {
				return fmt.Errorf("%v", x)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for _, a := range []Algorithm{Direct, Tree, Doubling, Spectral} {
		if err := do("allreduce by "+string(a), func() error {
			x := []float64{1, float64(q.Rank() % 8)}
			Allreduce(q.Using(a), x, x, Sum)
			want, limit := float64(p), 0.0
			if a == Spectral {
				limit = 2e-15 * 16 * want * 7 // its last scale rounds
			}
			if !(math.Abs(x[0]-want) <= limit && math.Abs(x[1]-3.5*want) <= limit) {
				return fmt.Errorf("%v", x)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// blocksAtScale is what takes P² words: those of every rank are made anew, so
// that not all of them lie there at the same time.
func blocksAtScale(q *Proc, do timed) error {
	p, r := q.Size(), q.Rank()
	all, given := make([]float64, p), make([]float64, p)
	fill := func(of func(i int) float64) {
		for i := range given {
			given[i], all[i] = of(i), -1
		}
	}
	for _, a := range offered[allgather] {
		if err := do("allgather by "+string(a), func() error {
			clear(all)
			Allgather(q.Using(a), all, []float64{float64(r)})
			for i, v := range all {
				if v != float64(i) {
					return fmt.Errorf("block %d is %v", i, v)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for _, a := range []Algorithm{Direct, Cayley} {
		if err := do("reducescatter by "+string(a), func() error {
			fill(func(i int) float64 { return float64(r*i%1024 + i) })
			want, got := 0.0, []float64{0}
			for s := range p {
				want += float64(s*r%1024 + r)
			}
			if ReduceScatter(q.Using(a), got, given, Sum); got[0] != want {
				return fmt.Errorf("%v, want %v", got, want)
			}
			return nil
		}); err != nil {
			return err
		}
		if err := do("alltoall by "+string(a), func() error {
			fill(func(i int) float64 { return float64(r*p + i) })
			Alltoall(q.Using(a), all, given)
			for i, v := range all {
				if v != float64(i*p+r) {
					return fmt.Errorf("block %d is %v", i, v)
				}
			}
			return nil
		}); err != nil {
			return err
		}
		if err := do("allreduce by "+string(a), func() error {
			x := []float64{float64(r)}
			if Allreduce(q.Using(a), x, x, Sum); x[0] != float64(p*(p-1)/2) {
				return fmt.Errorf("%v", x)
			}
			fill(func(i int) float64 { return float64(r + i) })
			Allreduce(q.Using(a), all, given, Sum)
			for i, v := range all {
				if v != float64(p*(p-1)/2+p*i) {
					return fmt.Errorf("element %d is %v", i, v)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// peakRSS is the most memory that the process has had, in bytes; 0 where the
// system does not say.
func peakRSS() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return 0
}
