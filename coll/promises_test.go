package coll

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// The figures here are those of the public comments and of docs/guarantees.md, written
// out: a test that asked the constants would agree with any.

// TestNumbersOfTheDoc: what Config, Tuning and the guarantees say in figures.
func TestNumbersOfTheDoc(t *testing.T) {
	m := machine(t, Config{P: 2, Tuning: &Tuning{}})
	if d := m.Config().SpinFor; d != 50*time.Microsecond {
		t.Errorf("SpinFor is %v", d)
	}
	if d := machine(t, Config{P: 2, SpinFor: 1}).Config().SpinFor; d != 1 {
		t.Errorf("SpinFor is %v, want what was asked for", d)
	}
	if here := spillOf(cpuid.CPU.VendorID, cpuid.CPU.Cache.L3); m.spill != here {
		t.Errorf("past the caches goes %+v, want %+v", m.spill, here)
	}
	const never = math.MaxInt64
	for _, c := range []struct {
		vendor               cpuid.Vendor
		l3                   int // MiB
		sums, copies, pieces int64
	}{
		{cpuid.AMD, 32, 32, 48, 24}, {cpuid.AMD, 96, 96, 144, 72}, {cpuid.AMD, 4, 4, 6, 3},
		{cpuid.Intel, 36, 36, 54, 27}, {cpuid.Intel, 40, 40, 60, 30},
		{cpuid.Intel, 54, 16, 24, never}, {cpuid.Intel, 480, 16, 24, never},
		{cpuid.Intel, -1, 32, 48, 24}, {cpuid.VendorUnknown, 0, 32, 48, 24},
	} {
		want := spill{c.sums << 20, c.copies << 20, c.pieces << 20}
		if c.pieces == never {
			want.pieces = never
		}
		if got := spillOf(c.vendor, c.l3<<20); got != want {
			t.Errorf("%v with a last cache of %d MiB: %+v, want %+v", c.vendor, c.l3, got, want)
		}
	}
	if none := spillHere(-1); none != (spill{never, never, never}) {
		t.Errorf("past the caches, where nothing is to go, goes %+v", none)
	}
	if late := spillHere(math.MaxInt64); late.copies < late.sums || late.sums < math.MaxInt64/2 {
		t.Errorf("past the caches goes %+v of the longest StreamBytes", late)
	}
	for v := 1; v < 5000; v++ {
		if n := betweenLooks(v); v <= 64 && v*n > 1<<19 || v > 64 && n > 8192 {
			t.Fatalf("%d elements of %d vectors between two looks", n, v)
		}
	}
}

// TestRoomForTheCollector: GOMAXPROCS is one more than the threads while a Run goes on, also where
// the program has set it to less since New.
func TestRoomForTheCollector(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("GOMAXPROCS is 1 there")
	}
	maxProcs(t, 1)
	m := machine(t, Config{P: 1, Host: Threads, Cores: threads.Cores()[:1]})
	for range 2 {
		during := 0
		if err := m.Run(context.Background(), func(*Proc) error {
			during = runtime.GOMAXPROCS(0)
			return nil
		}); err != nil || during != 2 {
			t.Errorf("GOMAXPROCS is %d with one thread: %v", during, err)
		}
		runtime.GOMAXPROCS(1)
	}
}

// TestMessagesOnTheirWay: four messages of 1,024 elements, two of 2,048, or one of 4,096,
// are sent before their receiver comes.
func TestMessagesOnTheirWay(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		for _, lengths := range [][]int{slices.Repeat([]int{1024}, 4), {2048, 2048}, {4096}} {
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					send := func() {
						for _, n := range lengths {
							Exchange(q, nil, -1, make([]float64, n), 1)
						}
					}
					if q.Rank() == 0 {
						send()
					}
					Barrier(q)
					if q.Rank() == 1 {
						for _, n := range lengths {
							Exchange(q, make([]float64, n), 0, nil, -1)
						}
					}
					return nil
				})
			})
			if err != nil {
				t.Errorf("%v: messages of %v: %v", host, lengths, err)
			}
		}
	}
}

// TestRoomOfTheDoc: exchanges in place take up to 1 MiB a processor, not one for each to whom it
// has sent, and up to 40 KiB for that, an alltoall in place up to 64 KiB.
func TestRoomOfTheDoc(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	took := func(c Config, call func(q *Proc)) int {
		m, p := machine(t, c), c.P
		var before, after runtime.MemStats
		if err := m.Run(context.Background(), func(q *Proc) error {
			x := make([]int64, p)
			Alltoall(q, x, x) // what a group makes for the type
			if Barrier(q); q.Rank() == 0 {
				runtime.ReadMemStats(&before)
			}
			Barrier(q)
			call(q)
			if Barrier(q); q.Rank() == 0 {
				runtime.ReadMemStats(&after)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	const few = 8
	var long [few][]int64
	for r := range long {
		long[r] = make([]int64, 1<<18)
	}
	for _, host := range modes {
		if n := took(Config{P: few, Host: host}, func(q *Proc) {
			for by := 1; by < few; by++ {
				Exchange(q, long[q.Rank()], (q.Rank()+few-by)%few, long[q.Rank()], (q.Rank()+by)%few)
			}
		}); n > few<<20+few*(few-1)*40<<10+128<<10 {
			t.Errorf("%v: exchanges in place took %d bytes", host, n)
		}
	}
	const p = 128 // blocks of 1 KiB
	all := make([][]int64, p)
	for r := range all {
		all[r] = make([]int64, 128*p)
	}
	if n := took(Config{P: p}, func(q *Proc) { Alltoall(q, all[q.Rank()], all[q.Rank()]) }); n > p*64<<10 {
		t.Errorf("alltoalls in place took %d bytes", n)
	}
}

// TestStallBeforeLeaving: Run leaves a processor behind when Stall has passed, if that is
// longer than a second.
func TestStallBeforeLeaving(t *testing.T) {
	t.Parallel()
	const stall = 1500 * time.Millisecond
	m := machine(t, Config{P: 2, Host: Goroutines, Stall: stall})
	stuck, begun := make(chan bool), make(chan bool)
	var failed time.Time
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 1 {
			close(begun)
			<-stuck
			return nil
		}
		<-begun
		failed = time.Now()
		return errOnPurpose
	})
	if took := time.Since(failed); !errors.Is(err, errOnPurpose) || took < stall {
		t.Errorf("left after %v: %v", took, err)
	}
	close(stuck)
	usable(t, m)
}

// TestCauseOfTheContext: where f sees the end of its context before the machine does, and
// the others are left waiting, the Run's error is still the context's cause.
func TestCauseOfTheContext(t *testing.T) {
	m := machine(t, Config{P: 2})
	for range 50 {
		ctx, cancel := context.WithCancelCause(context.Background())
		err := m.Run(ctx, func(q *Proc) error {
			if q.Rank() == 0 {
				cancel(errOnPurpose)
				m.fail(&Error{Kind: ErrMissing, Rank: 1, Other: 0}) // as its return would
			}
			Barrier(q)
			return nil
		})
		if !errors.Is(err, errOnPurpose) {
			t.Fatal(err)
		}
	}
}
