package coll

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// Random programs of collectives against a serial interpreter, on machines that
// between two programs may have failed in any way. CAYLEYCOLL_SOAK=10m keeps it
// going for that long; CAYLEYCOLL_SEED=n repeats a machine that failed.

// pause makes this processor late, in one of many ways.
func pause(rng *rand.Rand) {
	switch k := rng.IntN(4000); {
	case k < 1:
		runtime.GC()
	case k < 10:
		time.Sleep(time.Duration(rng.IntN(300)) * time.Microsecond)
	case k < 60:
		runtime.Gosched()
	case k < 300:
		for range rng.IntN(3000) {
			rng.Uint32()
		}
	}
}

var errStress = errors.New("on purpose")

// stressFaults are ways to fail at one call of a program. bad is true on the
// culprits; a fault returns true when the processor is to return.
var stressFaults = []struct {
	name  string
	all   bool // may befall several
	kinds []error
	f     func(q *Proc) (error, bool)
}{
	{"error", true, []error{errStress}, func(*Proc) (error, bool) { return errStress, true }},
	{"panic", true, []error{errStress}, func(*Proc) (error, bool) { panic(errStress) }},
	{"goexit", true, []error{ErrMissing}, func(*Proc) (error, bool) { runtime.Goexit(); return nil, true }},
	{"goexit in a deferred call", true, []error{ErrMissing, ErrDeadlock}, func(q *Proc) (error, bool) {
		defer runtime.Goexit()
		return nil, true
	}},
	{"usage", true, []error{ErrUsage}, func(q *Proc) (error, bool) {
		Allreduce(q, make([]float64, 2), make([]float64, 1), Sum)
		return nil, true
	}},
	{"returns early", false, []error{ErrMissing, ErrDeadlock, nil}, func(*Proc) (error, bool) { return nil, true }},
	{"another call", false, []error{ErrMismatch, ErrMissing, ErrDeadlock}, func(q *Proc) (error, bool) {
		Allreduce(q, make([]float64, 77), make([]float64, 77), Prod)
		return nil, false
	}},
	{"waits for nobody", true, []error{ErrDeadlock, ErrMissing, ErrMismatch}, func(q *Proc) (error, bool) {
		Exchange(q, make([]int64, 1), (q.Rank()+1)%q.Size(), nil, -1)
		return nil, false
	}},
	{"recovers", false, []error{errStress}, func(q *Proc) (error, bool) {
		q.c.m.fail(errStress)
		for range 3 {
			func() {
				defer func() { recover() }()
				Barrier(q)
			}()
		}
		return nil, true
	}},
}

func TestStress(t *testing.T) {
	length := soakLength(t, 4*time.Second)
	first := rand.Uint64()
	once := false
	if s := os.Getenv("CAYLEYCOLL_SEED"); s != "" {
		if _, err := fmt.Sscan(s, &first); err != nil {
			t.Fatalf("CAYLEYCOLL_SEED: %v", err)
		}
		once = true
	}
	var calls atomic.Int64
	runs, failed := 0, map[string]int{}
	for seed, end := first, time.Now().Add(length); time.Now().Before(end); seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		c := Config{
			P:    []int{1, 2, 3, 5, 8, 17, 33}[rng.IntN(7)],
			Host: modes[rng.IntN(len(modes))],
		}
		if rng.IntN(4) == 0 {
			c.Cores = threads.Cores()[:1]
		}
		if rng.IntN(4) == 0 {
			c.SpinFor = time.Nanosecond
		}
		if rng.IntN(4) == 0 {
			c.Stall = time.Minute
		}
		c.RefuseNaN = rng.IntN(4) == 0
		m, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			stressRun(t, m, rng, fmt.Sprintf("CAYLEYCOLL_SEED=%d: P=%d %v", seed, c.P, c.Host), &calls, failed)
			runs++
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if once {
			break
		}
	}
	t.Logf("%d calls in %d Runs, wrong 0; failures on purpose: %v; first seed %d", calls.Load(), runs, failed, first)
}

// stressRun runs one random program, which fails on purpose or not.
func stressRun(t *testing.T, m *Machine, rng *rand.Rand, name string, calls *atomic.Int64, failed map[string]int) {
	p := m.cfg.P
	program := makeProgram(rng.IntN, p, 1+rng.IntN(60))
	seed, where := rng.Uint64(), rng.IntN(len(program))
	culprits := make([]bool, p)
	fault := stressFaults[rng.IntN(len(stressFaults))]
	faulty, cancelled := rng.IntN(3) == 0, rng.IntN(8) == 0
	culprits[rng.IntN(p)] = faulty
	if faulty && fault.all {
		for r, k := 0, rng.IntN(3); r < p; r++ {
			culprits[r] = culprits[r] || k == 0 || k == 1 && rng.IntN(2) == 0
		}
	}
	ctx := context.Background()
	if cancelled {
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer time.AfterFunc(time.Duration(rng.IntN(2000))*time.Microsecond, func() { cancel(context.Canceled) }).Stop()
	}
	wrong := make([]error, p)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- v.(Panic)
			}
		}()
		done <- m.Run(ctx, func(q *Proc) error {
			r := q.Rank()
			rng := rand.New(rand.NewPCG(seed, uint64(r)))
			w := walk(q)
			var last later
			for k := range program {
				pause(rng)
				if culprits[r] && k == where {
					if err, leave := fault.f(q); leave {
						return err
					}
				}
				again, err := w.do(&program[k])
				if err == nil && last != nil {
					err = last()
				}
				if err != nil {
					wrong[r] = fmt.Errorf("rank %d step %d %v: %w", r, k, &program[k], err)
					return wrong[r]
				}
				last = again
				calls.Add(1)
			}
			return nil
		})
	}()
	var err error
	select {
	case err = <-done:
	case <-time.After(30 * time.Second):
		buf := make([]byte, 1<<20)
		t.Fatalf("%s: hangs (fault %q %v at %d, cancelled %v)\n%s", name, fault.name, culprits, where, cancelled, buf[:runtime.Stack(buf, true)])
	}
	for _, w := range wrong {
		if w != nil && !faulty {
			t.Fatalf("%s: %v", name, w)
		}
	}
	ok := slices.ContainsFunc(fault.kinds, func(kind error) bool { return errors.Is(err, kind) || kind == nil && err == nil })
	switch {
	case cancelled && errors.Is(err, context.Canceled):
		failed["cancelled"]++
	case faulty && ok:
		failed[fault.name]++
	case faulty && p == 1 && (err == nil || strings.Contains(err.Error(), "never received")):
		// one processor disagrees with nobody
	case faulty || err != nil:
		t.Fatalf("%s: %v (fault %v %q of %v at call %d, cancelled %v)", name, err, faulty, fault.name, culprits, where, cancelled)
	}
}
