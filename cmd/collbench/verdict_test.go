package main

import (
	"context"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
)

// TestVerdict: a run with wrong elements ends with exit 1, and says how many they are.
func TestVerdict(t *testing.T) {
	var notes strings.Builder
	res := &bench.Result{Rows: []bench.Row{{Wrong: 2}, {}, {Wrong: 3}}}
	if err := verdict(context.Background(), &notes, res, nil); err != answer("5 wrong elements") || notes.Len() > 0 {
		t.Errorf("5 wrong elements: %v, %q", err, notes.String())
	}
	if err := verdict(context.Background(), &notes, &bench.Result{Rows: []bench.Row{{}}}, nil); err != nil || notes.Len() > 0 {
		t.Errorf("nothing wrong: %v, %q", err, notes.String())
	}
}
