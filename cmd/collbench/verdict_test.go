package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
)

// TestVerdict: a run with wrong elements ends with exit 1, and says how many they are; one that
// ended early says what is kept.
func TestVerdict(t *testing.T) {
	var notes strings.Builder
	res := &bench.Result{Rows: []bench.Row{{Wrong: 2}, {}, {Wrong: 3}}}
	if err := verdict(context.Background(), &notes, res, nil); err != answer("5 wrong elements") || notes.Len() > 0 {
		t.Errorf("5 wrong elements: %v, %q", err, notes.String())
	}
	if err := verdict(context.Background(), &notes, &bench.Result{Rows: []bench.Row{{}}}, nil); err != nil || notes.Len() > 0 {
		t.Errorf("nothing wrong: %v, %q", err, notes.String())
	}
	for rows, want := range []string{"nothing was measured", "wrote the one row measured so far", "wrote the 2 rows measured so far"} {
		res := &bench.Result{Rows: make([]bench.Row, rows)}
		if err := verdict(context.Background(), &notes, res, errors.New("a processor is gone")); err == nil || err.Error() != "incomplete: a processor is gone; "+want {
			t.Errorf("%d rows: %v, want %s", rows, err, want)
		}
	}
}

// TestLeftOut: a line for each case and reason, with all algorithms that it is about.
func TestLeftOut(t *testing.T) {
	of := func(coll, alg string, procs, bytes int, why string) bench.Skipped {
		return bench.Skipped{Row: bench.Row{Coll: coll, Alg: alg, Procs: procs, Bytes: bytes}, Why: why}
	}
	var notes strings.Builder
	leftOut(&notes, []bench.Skipped{
		of("scan", "ring", 2, 8, "no"), of("scan", "tree", 2, 8, "no"), of("scan", "bruck", 2, 8, "too large"),
		of("scan", "bruck", 2, 4096, "too large"), of("scan", "bruck", 3, 4096, "too large"), of("exscan", "bruck", 3, 4096, "too large"),
	})
	want := `left out: scan by ring,tree, P=2, 8B: no
left out: scan by bruck, P=2, 8B: too large
left out: scan by bruck, P=2, 4KiB: too large
left out: scan by bruck, P=3, 4KiB: too large
left out: exscan by bruck, P=3, 4KiB: too large
`
	if got := notes.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
