package coll

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestSoak makes random programs on random machines while processors pause in
// many ways and the garbage collector runs all the time, and prints how many
// operations came out right. CAYLEYCOLL_SOAK=60s keeps it going for that long.
func TestSoak(t *testing.T) {
	length := soakLength(t, 2*time.Second)
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	seed := rand.Uint64()
	var calls atomic.Int64
	steps, runs := 0, 0
	for end := time.Now().Add(length); time.Now().Before(end); seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		c := Config{P: []int{2, 3, 4, 8, 13, 24}[rng.IntN(6)], Host: modes[rng.IntN(2)], Labels: rng.IntN(4) == 0, Times: rng.IntN(4) == 0, RefuseNaN: rng.IntN(4) == 0}
		if rng.IntN(3) == 0 {
			c.Cores = threads.Cores()[:1]
		}
		if rng.IntN(3) == 0 {
			c.SpinFor = time.Duration(1 + rng.IntN(200_000))
		}
		m, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < 8 && time.Now().Before(end); k++ {
			program, base := makeProgram(rng.IntN, c.P, 100), sequenceBases[rng.IntN(len(sequenceBases))]
			pausing := func(rank int) func() {
				rng := rand.New(rand.NewPCG(seed, uint64(rank)))
				return func() { pause(rng); calls.Add(1) }
			}
			if err := within(t, func() error { return runProgram(m, program, base, pausing) }); err != nil {
				t.Fatalf("seed %d: %v: %v", seed, m, err)
			}
			steps += len(program)
			runs++
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("operations soaked: %d by processors, %d collectives in %d Runs under GC pressure; wrong results: 0", calls.Load(), steps, runs)
}

// soakLength is how long a soak goes on.
func soakLength(t *testing.T, usual time.Duration) time.Duration {
	if s := os.Getenv("CAYLEYCOLL_SOAK"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatalf("CAYLEYCOLL_SOAK: %v", err)
		}
		return d
	}
	if testing.Short() {
		return usual / 4
	}
	if race.Enabled {
		return 2 * usual
	}
	return usual
}

// TestSmallOperations makes barriers and allreduces of 8 bytes, every sum
// compared, on machines of 2 to 8 processors. CAYLEYCOLL_OPERATIONS=100000000
// makes so many of them in all.
func TestSmallOperations(t *testing.T) {
	total := 200_000
	if testing.Short() || race.Enabled {
		total = 30_000
	}
	if s := os.Getenv("CAYLEYCOLL_OPERATIONS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 14 {
			t.Fatalf("CAYLEYCOLL_OPERATIONS is %q, want a number of operations", s)
		}
		total = n
	}
	start, made := time.Now(), 0
	for p := 2; p <= 8; p++ {
		m := machine(t, Config{P: p})
		rounds := total / 7 / 4
		err := m.Run(context.Background(), func(q *Proc) error {
			x := make([]float64, 1)
			for k := range rounds {
				x[0] = float64(q.Rank() + k)
				Allreduce(q, x, x, Sum)
				if want := float64(p*(p-1)/2 + p*k); x[0] != want {
					return fmt.Errorf("sum %d is %v, want %v", k, x[0], want)
				}
				Barrier(q)
				x[0] = float64((q.Rank() + k) % p)
				Allreduce(q, x, x, Max)
				if want := float64(p - 1); x[0] != want {
					return fmt.Errorf("maximum %d is %v, want %v", k, x[0], want)
				}
				Barrier(q)
			}
			return nil
		})
		if err != nil {
			t.Fatalf("P=%d: %v", p, err)
		}
		made += 4 * rounds
	}
	t.Logf("small operations: %d in %v; wrong results: 0", made, time.Since(start).Round(time.Millisecond))
}
