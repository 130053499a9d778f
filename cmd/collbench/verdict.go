package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/cayleycoll/cayleycoll/bench"
)

// verdict says on w what goes for the whole run, and is the command's error.
func verdict(ctx context.Context, w io.Writer, res *bench.Result, err error) error {
	leftOut(w, res.Skipped)
	if t := res.Meta.RoundTrip; t.Median > 0 {
		fmt.Fprintf(w, "cache-line round trip: %.3f µs (%.3f to %.3f)\n", t.Median, t.Min, t.Max)
	}
	if res.Meta.Noisy != "" {
		fmt.Fprintf(w, "noisy machine: %s; compare only within this run\n", res.Meta.Noisy)
	}
	if err != nil {
		return unfinished(ctx, err, soFar(len(res.Rows)))
	}
	bad := 0
	for _, r := range res.Rows {
		bad += r.Wrong
	}
	if bad > 0 {
		return wrongElements(bad)
	}
	return nil
}

func wrongElements(n int) answer { return answer(fmt.Sprintf("%d wrong elements", n)) }

// anything is an error if a run that nothing ended has no row; it says on w why.
func anything(w io.Writer, res *bench.Result, ended error) error {
	if ended != nil || len(res.Rows) > 0 {
		return nil
	}
	leftOut(w, res.Skipped)
	return errors.New("nothing to measure: all that --coll, --alg, --procs, --sizes and --type ask for is left out")
}

// leftOut says on w what was not measured, and why.
func leftOut(w io.Writer, left []bench.Skipped) {
	for len(left) > 0 {
		s, algs, n := left[0], "", 0
		for n < len(left) && left[n].Coll == s.Coll && left[n].Procs == s.Procs && left[n].Bytes == s.Bytes && left[n].Why == s.Why {
			algs += "," + left[n].Alg
			n++
		}
		fmt.Fprintf(w, "left out: %s by %s, P=%d, %s: %s\n", s.Coll, algs[1:], s.Procs, bench.Size(s.Bytes), s.Why)
		left = left[n:]
	}
}
