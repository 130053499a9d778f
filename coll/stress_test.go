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
)

// Random programs of collectives against a serial interpreter, on machines that
// between two programs may have failed in any way. CAYLEYCOLL_SOAK=10m keeps it
// going for that long; CAYLEYCOLL_SEED=n repeats a machine that failed.

// stressCall is one call that all processors make. Its data are small integers,
// so that every order of the operations gives the same bits in every type.
type stressCall struct {
	seed    uint64
	what    collective
	alg     Algorithm
	op      Op
	kind    int // element type
	n       int
	inPlace bool
	shift   int     // of an exchange
	ends    bool    // an exchange along a line, nobody beyond its ends
	want    []int64 // of an allreduce
}

// at is element i of rank r's src.
func (s *stressCall) at(r, i int) int64 {
	h := (s.seed ^ uint64(r)*0x9e3779b97f4a7c15 ^ uint64(i)*0xc2b2ae3d27d4eb4f) * 0xd6e8feb86659fd93
	h ^= h >> 32
	if s.op == Prod {
		return []int64{1, -1, 2}[h%3]
	}
	return int64(h%17) - 8
}

func stressProgram(rng *rand.Rand, p, length int) []stressCall {
	calls := make([]stressCall, length)
	for k := range calls {
		s := &calls[k]
		*s = stressCall{seed: rng.Uint64(), kind: rng.IntN(4), inPlace: rng.IntN(2) == 0, op: Sum}
		s.what = []collective{barrier, allgather, allreduce, allreduce, exchange}[rng.IntN(5)]
		s.alg = offered[s.what][rng.IntN(len(offered[s.what]))]
		edge := lengths(p)
		switch rng.IntN(8) {
		case 0:
			s.n = edge[rng.IntN(len(edge))]
		case 1:
			s.n = rng.IntN(3000)
		default:
			s.n = rng.IntN(40)
		}
		switch s.what {
		case allgather:
			if s.n*p*p > 200_000 {
				s.n %= 40
			}
		case exchange:
			s.shift, s.ends = rng.IntN(p), rng.IntN(4) == 0
			if p < 9 && rng.IntN(16) == 0 {
				s.n = rng.IntN(3 * ringSlots * slotLength)
			}
		case allreduce:
			if s.alg == Spectral {
				s.kind %= 2
			} else {
				s.op = Op(rng.IntN(4))
			}
			s.want = make([]int64, s.n)
			for i := range s.want {
				s.want[i] = s.at(0, i)
				for r := 1; r < p; r++ {
					s.want[i] = reference(s.op, s.want[i], s.at(r, i))
				}
			}
		}
	}
	return calls
}

// later looks again at what an earlier call left: nobody may touch it any more.
type later func() error

func stressDo(q *Proc, s *stressCall) (later, error) {
	switch s.kind {
	case 0:
		return stressMake[float64](q, s)
	case 1:
		return stressMake[float32](q, s)
	case 2:
		return stressMake[int64](q, s)
	}
	return stressMake[int32](q, s)
}

func stressMake[T Elem](q *Proc, s *stressCall) (later, error) {
	p, r, n := q.Size(), q.Rank(), s.n
	if s.what == barrier {
		Barrier(q.Using(s.alg))
		return func() error { return nil }, nil
	}
	blocks := 1
	if s.what == allgather {
		blocks = p
	}
	// A guard on either side of both, and at an odd offset to a cache line.
	const guard = 3
	whole, source := make([]T, n*blocks+2*guard), make([]T, n+2*guard)
	for _, x := range [][]T{whole, source} {
		for i := range x {
			x[i] = 99
		}
	}
	dst, src := whole[guard:guard+n*blocks], source[guard:guard+n]
	if s.inPlace {
		src = dst
		if s.what == allgather {
			src = dst[r*n : (r+1)*n]
		}
	}
	for i := range src {
		src[i] = T(s.at(r, i))
	}
	from, to := (r+p-s.shift)%p, (r+s.shift)%p
	if s.ends && r < s.shift {
		from = -1
	}
	if s.ends && r+s.shift >= p {
		to = -1
	}
	switch s.what {
	case allgather:
		Allgather(q.Using(s.alg), dst, src)
	case allreduce:
		Allreduce(q.Using(s.alg), dst, src, s.op)
	case exchange:
		Exchange(q, dst, from, src, to)
	}
	check := func() error {
		for i := range guard {
			if whole[i] != 99 || whole[len(whole)-1-i] != 99 || source[i] != 99 || source[len(source)-1-i] != 99 {
				return fmt.Errorf("wrote beside a vector")
			}
		}
		for i, v := range dst {
			want := T(99)
			switch {
			case s.what == allgather:
				want = T(s.at(i/n, i%n))
			case s.what == allreduce:
				want = T(s.want[i])
			case from >= 0:
				want = T(s.at(from, i))
			case s.inPlace:
				want = T(s.at(r, i))
			}
			if s.alg == Spectral {
				if d := float64(v - want); d*d > 1e-4 {
					return fmt.Errorf("dst[%d] is %v, want about %v", i, v, want)
				}
			} else if v != want {
				return fmt.Errorf("dst[%d] is %v, want %v", i, v, want)
			}
		}
		for i, v := range src {
			if !s.inPlace && v != T(s.at(r, i)) {
				return fmt.Errorf("src[%d] changed", i)
			}
		}
		return nil
	}
	return check, check()
}

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
	f     func(q *Proc, s *stressCall) (error, bool)
}{
	{"error", true, []error{errStress}, func(*Proc, *stressCall) (error, bool) { return errStress, true }},
	{"panic", true, []error{errStress}, func(*Proc, *stressCall) (error, bool) { panic(errStress) }},
	{"goexit", true, []error{ErrMissing}, func(*Proc, *stressCall) (error, bool) { runtime.Goexit(); return nil, true }},
	{"goexit in a deferred call", true, []error{ErrMissing, ErrDeadlock}, func(q *Proc, _ *stressCall) (error, bool) {
		defer runtime.Goexit()
		return nil, true
	}},
	{"usage", true, []error{ErrUsage}, func(q *Proc, _ *stressCall) (error, bool) {
		Allreduce(q, make([]float64, 2), make([]float64, 1), Sum)
		return nil, true
	}},
	{"returns early", false, []error{ErrMissing, ErrDeadlock, nil}, func(*Proc, *stressCall) (error, bool) { return nil, true }},
	{"another call", false, []error{ErrMismatch, ErrMissing, ErrDeadlock}, func(q *Proc, _ *stressCall) (error, bool) {
		Allreduce(q, make([]float64, 77), make([]float64, 77), Prod)
		return nil, false
	}},
	{"waits for nobody", true, []error{ErrDeadlock, ErrMissing, ErrMismatch}, func(q *Proc, _ *stressCall) (error, bool) {
		Exchange(q, make([]int64, 1), (q.Rank()+1)%q.Size(), nil, -1)
		return nil, false
	}},
	{"recovers", false, []error{errStress}, func(q *Proc, _ *stressCall) (error, bool) {
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
	length := 4 * time.Second
	if raceEnabled {
		length = 10 * time.Second
	}
	if testing.Short() {
		length = time.Second
	}
	if s := os.Getenv("CAYLEYCOLL_SOAK"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatalf("CAYLEYCOLL_SOAK: %v", err)
		}
		length = d
	}
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
			c.Cores = usableCores()[:1]
		}
		if rng.IntN(4) == 0 {
			c.SpinFor = time.Nanosecond
		}
		if rng.IntN(4) == 0 {
			c.Stall = time.Minute
		}
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
	program := stressProgram(rng, p, 1+rng.IntN(60))
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
			var last later
			for k := range program {
				pause(rng)
				if culprits[r] && k == where {
					if err, leave := fault.f(q, &program[k]); leave {
						return err
					}
				}
				again, err := stressDo(q, &program[k])
				if err == nil && last != nil {
					err = last()
				}
				if err != nil {
					s := program[k]
					s.want = nil
					wrong[r] = fmt.Errorf("rank %d call %d %+v: %w", r, k, s, err)
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
