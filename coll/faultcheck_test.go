package coll

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"
)

// What the fault matrix expects.

// blame compares the error of a Run with what the culprit did.
func blame(s *step, fault *fault, culprit int, err error) error {
	kind := fault.kind
	if s.c == exchange && fault.name == "wrong collective" && !errors.Is(err, kind) {
		kind = ErrMissing // the others may be through, and have returned
	}
	if !errors.Is(err, kind) {
		return fmt.Errorf("%v, want %v", err, fault.kind)
	}
	var e *Error
	switch fault.kind {
	case nil:
		return nil
	case errFault:
		if v, ok := err.(Panic); ok && v.Rank != culprit {
			return fmt.Errorf("%v, want the panic of rank %d", err, culprit)
		}
		return nil
	}
	named := errors.As(err, &e) && (e.Rank == culprit || e.Other == culprit)
	if !named && !(fault.kind == ErrStalled && strings.Contains(e.Text, fmt.Sprintf(" %d", culprit))) { // others may be late as well
		return fmt.Errorf("%v; does not name rank %d", err, culprit)
	}
	if e.Kind == ErrUsage || !named {
		return nil
	}
	trails := "\n\t" + e.Trail + "\n\t" + e.OtherTrail
	if !strings.Contains(err.Error(), fmt.Sprintf("rank %d", culprit)) || !strings.Contains(trails, "\tlast calls of rank") && !strings.Contains(trails, "made no call") {
		return fmt.Errorf("%v; without the name of rank %d or its last calls", err, culprit)
	}
	if e.Kind != ErrMismatch {
		return nil
	}
	const file = "faults_test.go:"
	theirs := strings.Contains(e.OtherSite, file) && e.OtherSite != e.Site || s.c == exchange && e.OtherSite == ""
	if !strings.Contains(e.Site, file) || !theirs || e.Trail == "" || e.OtherTrail == "" {
		return fmt.Errorf("call sites %q and %q, last calls %q and %q", e.Site, e.OtherSite, e.Trail, e.OtherTrail)
	}
	return nil
}

// late reports whether a mismatch is found while others are at work: only where two
// ranks have a length of their own.
func (s *step) late(fault *fault) bool {
	return s.c == exchange || fault.name == "wrong length" && (s.c == gatherv || s.c == scatterv || s.c == alltoallv)
}

// spareThreads is how many threads the runtime may have begun meanwhile: fewer than
// the hosts of the machines of a test.
const spareThreads = 7

// settled is the same after machines of both kinds, two of each at a time, have made
// the runtime begin what threads it keeps.
func settled(t *testing.T) leftover {
	t.Helper()
	for _, host := range modes {
		var two [2]*Machine
		for i := range two {
			var err error
			if two[i], err = New(Config{P: 8, Host: host}); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range two {
			if err := sum(m); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range two {
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return leftovers()
}

// compare fails the test if goroutines, threads, mappings or machines are left.
func (before leftover) compare(t *testing.T, machines []weak.Pointer[Machine]) {
	t.Helper()
	var after leftover
	held := 0
	for since := time.Now(); time.Since(since) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		runtime.GC()
		held = 0
		for _, m := range machines {
			if m.Value() != nil {
				held++
			}
		}
		if after = leftovers(); after.goroutines <= before.goroutines && held == 0 {
			break
		}
	}
	// The runtime keeps idle threads, as many as it ever used at once (see
	// TestThreadsDoNotGrow), and its heap's mappings.
	if after.goroutines > before.goroutines || after.threads > before.threads+spareThreads || after.maps > before.maps+100 {
		t.Errorf("left goroutines, threads, mappings: %v, before %v", after, before)
	}
	if held > 0 {
		t.Errorf("%d of %d closed machines are still held by something", held, len(machines))
	}
	t.Logf("goroutines, threads, mappings %v before and %v after", before, after)
}

// closed closes a machine and tries every collective on it: by Run, and by a Proc
// kept from an earlier Run.
func closed(t *testing.T, m *Machine) (tried int) {
	kept := make([]*Proc, m.cfg.P)
	err := patiently(func() error {
		return m.Run(context.Background(), func(q *Proc) error { kept[q.Rank()] = q; return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if m.world.edges.made != nil || len(m.splits.held) > 0 {
		t.Error("rings are left after Close")
	}
	for c := barrier; c <= split; c++ {
		for _, r := range positions(m.cfg.P) {
			if err := m.Run(context.Background(), func(*Proc) error { return nil }); !errors.Is(err, ErrClosed) {
				t.Errorf("Run after Close: %v", err)
			}
			s := caseStep(c, m.cfg.P, 0)
			_, dst, src := vectors[float64](&s, upTo(m.cfg.P), r)
			err := within(t, func() (err error) {
				defer func() { err, _ = recover().(error) }()
				invoke(kept[r], &s, dst, src)
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), "after the end of its Run") {
				t.Errorf("%s after Close: %v", c, err)
			}
			tried++
		}
	}
	return tried
}
