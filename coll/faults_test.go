package coll

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"
	"weak"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// The fault matrix: one processor, the culprit, spoils one collective in one
// way. Whatever it does, Run ends with the right error, nobody has written
// beside a destination, and the machine does the same collective right after.

// fault is a way to spoil a collective.
type fault struct {
	name      string
	kind      error                     // nil: the collective comes out right all the same
	senseless func(c collective) string // why it makes no sense for the collective, or ""
	f         func(x *scene)            // what the culprit does in the place of the call
}

// scene is the culprit's view.
type scene struct {
	q        *Proc
	s        step
	dst, src []float64
	cancel   context.CancelCauseFunc
}

// again is new vectors for the culprit's changed step.
func (x *scene) again() (dst, src []float64) {
	_, dst, src = vectors[float64](&x.s, upTo(x.q.Size()), x.q.Rank())
	return dst, src
}

var errFault = errors.New("on purpose")

// only is a reason for all collectives but those of which yes is true.
func only(yes func(c collective) bool, why string) func(collective) string {
	return func(c collective) string {
		if yes(c) {
			return ""
		}
		return why
	}
}

func (c collective) hasVectors() bool { return c != barrier && c != split }

// TestFaults tries every fault on every collective, by the first, a middle and
// the last rank of machines of 2, 3 and 17 processors in both host modes. The
// closures that call collectives are here because errors name call sites of tests.
func TestFaults(t *testing.T) {
	faults := []fault{
		{name: "never comes", kind: ErrMissing, f: func(x *scene) {}},
		{name: "comes late", f: func(x *scene) {
			time.Sleep(time.Millisecond)
			invoke(x.q, &x.s, x.dst, x.src)
		}},
		{name: "comes too late", kind: ErrStalled, f: func(x *scene) {
			for !x.q.c.m.hot.stop.Load() {
				time.Sleep(time.Millisecond)
			}
			invoke(x.q, &x.s, x.dst, x.src)
		}},
		{name: "panics", kind: errFault, f: func(x *scene) { panic(errFault) }},
		{name: "calls Goexit", kind: ErrMissing, f: func(x *scene) { runtime.Goexit() }},
		{name: "wrong length", kind: ErrMismatch, senseless: only(collective.hasVectors, "it has no vectors"), f: func(x *scene) {
			x.s.more++
			if x.s.c < gatherv || x.s.c > alltoallv {
				x.s.n++
			}
			dst, src := x.again()
			invoke(x.q, &x.s, dst, src)
		}},
		{name: "wrong operator", kind: ErrMismatch, senseless: only(collective.folds, "it has no operator that could be compared"), f: func(x *scene) {
			x.s.op = Max
			invoke(x.q, &x.s, x.dst, x.src)
		}},
		{name: "wrong root", kind: ErrMismatch, senseless: only(collective.rooted, "it has no root"), f: func(x *scene) {
			x.s.root = (x.s.root + 1) % x.q.Size()
			dst, src := x.again()
			invoke(x.q, &x.s, dst, src)
		}},
		{name: "wrong type", kind: ErrMismatch, senseless: only(collective.hasVectors, "it has no vectors"), f: func(x *scene) {
			_, dst, src := vectors[int64](&x.s, upTo(x.q.Size()), x.q.Rank())
			invoke(x.q, &x.s, dst, src)
		}},
		{name: "wrong algorithm", kind: ErrMismatch, senseless: only(func(c collective) bool { return len(offered[c]) > 1 }, "it has one algorithm"), f: func(x *scene) {
			i := slices.Index(offered[x.s.c], x.s.alg)
			x.s.alg = offered[x.s.c][(i+1)%2]
			invoke(x.q, &x.s, x.dst, x.src)
		}},
		{name: "wrong collective", kind: ErrMismatch, f: func(x *scene) {
			if x.s.c != barrier {
				Barrier(x.q)
			} else {
				Allreduce(x.q, []float64{1}, []float64{1}, Sum)
			}
		}},
		{name: "extra call", kind: ErrMissing, f: func(x *scene) {
			invoke(x.q, &x.s, x.dst, x.src)
			_, dst, src := vectors[float64](&x.s, upTo(x.q.Size()), x.q.Rank())
			invoke(x.q, &x.s, dst, src)
		}},
		{name: "bad argument", kind: ErrUsage, senseless: only(func(c collective) bool { return c != split }, "any color and key will do"), f: func(x *scene) {
			c := x.s.c
			switch {
			case c == barrier:
				x.s.alg = "best"
			case c.rooted():
				Broadcast(x.q, x.dst, x.q.Size())
			case c.folds():
				x.s.op = Max + 1
			case c == exchange:
				Exchange(x.q, x.dst, x.q.Size(), x.src, -1)
			case c == allreducefunc:
				AllreduceFunc(x.q, x.dst, x.src, nil)
			default:
				x.dst = make([]float64, len(x.dst)+1)
			}
			invoke(x.q, &x.s, x.dst, x.src)
		}},
		{name: "gives NaN", kind: ErrNaN, senseless: only(collective.hasVectors, "it has no vectors"), f: func(x *scene) {
			given := x.src
			if x.s.c == broadcast {
				given = x.dst
			}
			defer func(v float64) { given[0] = v }(given[0]) // vectors are compared afterwards
			given[0] = math.NaN()
			invoke(x.q, &x.s, x.dst, x.src)
		}},
		{name: "cancelled before", kind: errFault, f: func(x *scene) { invoke(x.q, &x.s, x.dst, x.src) }},
		{name: "cancelled during", kind: errFault, f: func(x *scene) {
			for i := 0; ; i++ { // and so do all others
				invoke(x.q, &x.s, x.dst, x.src)
				if i == 2 {
					x.cancel(errFault)
				}
			}
		}},
		{name: "closes", f: func(x *scene) {
			if err := x.q.c.m.Close(); !errors.Is(err, ErrUsage) {
				panic(err)
			}
			invoke(x.q, &x.s, x.dst, x.src)
		}},
	}
	x := matrix{t: t, tried: map[string]int{}, skipped: map[string]bool{}}
	before := settled(t)
	var machines []weak.Pointer[Machine]
	for _, host := range modes {
		for _, p := range faultSizes() {
			m, patient, wary := x.machines(Config{P: p, Host: host})
			for c := barrier; c <= split; c++ {
				for i := range faults {
					for _, culprit := range positions(p) {
						x.spoil(m, patient, wary, c, &faults[i], culprit, func(q *Proc, s *step, dst, src []float64) { invoke(q, s, dst, src) })
					}
				}
			}
			x.tried["closed"] += closed(t, m)
			closed(t, patient)
			closed(t, wary)
			machines = append(machines, weak.Make(m), weak.Make(patient), weak.Make(wary))
		}
	}
	x.report()
	for _, f := range faults {
		if x.tried[f.name] == 0 {
			t.Errorf("%s was never tried", f.name)
		}
	}
	before.compare(t, machines)
}

// faultSizes are the numbers of processors.
func faultSizes() []int {
	if testing.Short() || race.Enabled {
		return []int{2, 8}
	}
	return []int{2, 3, 17}
}

// positions are the first, a middle and the last rank.
func positions(p int) []int { return slices.Compact([]int{0, p / 2, p - 1}) }

// caseStep is a step for a case, its algorithm and length as the case says.
func caseStep(c collective, p, number int) step {
	n := []int{2, 60, 300}[number%3]
	if p < 4 && n == 300 {
		n = 3000
	}
	as := slices.DeleteFunc(slices.Clone(offered[c]), func(a Algorithm) bool { return a == Spectral })
	return step{seed: uint64(number), c: c, alg: as[number%len(as)], n: n, root: number % p, shift: 1 % p, inPlace: number%2 == 0}
}

// matrix goes through the cases.
type matrix struct {
	t       *testing.T
	cases   int
	tried   map[string]int
	skipped map[string]bool
}

// machines are a plain one, one with a watch, and one that refuses NaN.
func (x *matrix) machines(c Config) (m, patient, wary *Machine) {
	of := func(c Config) *Machine {
		m, err := New(c)
		if err != nil {
			x.t.Fatal(err)
		}
		return m
	}
	watched, refusing := c, c
	watched.Stall, refusing.RefuseNaN = 20*time.Millisecond, true
	return of(c), of(watched), of(refusing)
}

// spoil is one case.
func (x *matrix) spoil(m, patient, wary *Machine, c collective, fault *fault, culprit int, right func(q *Proc, s *step, dst, src []float64)) {
	if fault.senseless != nil && fault.senseless(c) != "" {
		x.skipped[fmt.Sprintf("%s of %s: %s", fault.name, c, fault.senseless(c))] = true
		return
	}
	x.cases++
	p := m.cfg.P
	if fault.kind == ErrStalled {
		if m = patient; x.cases%7 > 0 && p > 3 {
			return // each takes 20 ms
		}
	}
	s, ranks := caseStep(c, p, x.cases), upTo(p)
	if fault.kind == ErrNaN {
		if m = wary; c == exscan && culprit == p-1 {
			return // nobody gets what it has
		}
		s.root, s.more = culprit, 1 // so that it gives something
	}
	name := fmt.Sprintf("%v P=%d, rank %d %s: %v", m.cfg.Host, p, culprit, fault.name, &s)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	if fault.name == "cancelled before" {
		cancel(errFault)
	}
	wrong := make([]func() error, p)
	run := func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = v.(Panic)
			}
		}()
		return m.Run(ctx, func(q *Proc) error {
			r := q.Rank()
			fences, dst, src := vectors[float64](&s, ranks, r)
			before := [][]float64{slices.Clone(fences[0]), slices.Clone(fences[1])}
			wrong[r] = func() error {
				switch {
				case fault.kind == nil:
					return compare(&s, ranks, r, fences, before, dst)
				case (fault.kind == ErrMismatch || fault.kind == ErrNaN) && !s.late(fault):
					return beside(fences, before, nil)
				}
				return beside(fences, before, dst)
			}
			if r == culprit {
				fault.f(&scene{q, s, dst, src, cancel})
			} else {
				right(q, &s, dst, src)
				for fault.name == "cancelled during" {
					right(q, &s, dst, src)
				}
			}
			return nil
		})
	}
	meant := func(err error) bool { // others may be late as well, by the system's doing
		return fault.kind != ErrStalled || blame(&s, fault, culprit, err) == nil
	}
	err := within(x.t, func() error { return patientlyFor(run, meant) })
	if err := blame(&s, fault, culprit, err); err != nil {
		x.t.Errorf("%s: %v", name, err)
	}
	for r, wrong := range wrong {
		if wrong != nil && wrong() != nil {
			x.t.Errorf("%s: rank %d has %v", name, r, wrong())
		}
	}
	err = within(x.t, func() error {
		return patiently(func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				_, err := walk(q).do(&s)
				return err
			})
		})
	})
	if err != nil {
		x.t.Fatalf("%s: and then: %v", name, err)
	}
	x.tried[fault.name]++
}

// report prints the figures.
func (x *matrix) report() {
	total := 0
	for _, n := range x.tried {
		total += n
	}
	x.t.Logf("faults tried: %d, on %d collectives: %v", total, split, x.tried)
	for _, s := range slices.Sorted(maps.Keys(x.skipped)) {
		x.t.Logf("makes no sense: %s", s)
	}
}
