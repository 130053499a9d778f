package theorems

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cayleycoll/cayleycoll/sched"
)

// table makes the rows: of one number, of one a dimension, of cases that hold or do not.
type table struct {
	maxD     int
	rows     []Row
	progress func(Row)
}

// add makes a row; err is what a maker or verifier objected to.
func (t *table) add(item, claim, params string, expected, found any, err error, note string) {
	r := Row{Item: item, Claim: claim, Params: params, Expected: fmt.Sprint(expected), Found: fmt.Sprint(found), Note: note}
	r.Verified = err == nil && r.Expected == r.Found
	if err != nil {
		r.Found += " (" + err.Error() + ")"
	}
	t.rows = append(t.rows, r)
	if t.progress != nil {
		t.progress(r)
	}
}

// cubes makes a row of one number a dimension, lo to hi as far as max-d goes.
func (t *table) cubes(item, claim string, lo, hi int, want func(d int) int, got func(d int) (int, error), note string) {
	hi = min(hi, t.maxD)
	if hi < lo {
		return
	}
	var expected, found []string
	var failed error
	for d := lo; d <= hi; d++ {
		n, err := got(d)
		if err != nil && failed == nil {
			failed = fmt.Errorf("d=%d: %w", d, err)
		}
		expected, found = append(expected, fmt.Sprint(want(d))), append(found, fmt.Sprint(n))
	}
	t.add(item, claim, span(lo, hi), strings.Join(expected, " "), strings.Join(found, " "), failed, note)
}

// cases makes a row that counts in how many of the cases the claim held.
func (t *table) cases(item, claim, params string, note string, run func(try func(name string, held bool, err error))) {
	all, good := 0, 0
	var failed error
	run(func(name string, held bool, err error) {
		all++
		if held && err == nil {
			good++
			return
		}
		if failed == nil {
			if err == nil {
				err = errors.New("does not hold")
			}
			failed = fmt.Errorf("%s: %w", name, err)
		}
	})
	if all == 0 {
		return
	}
	t.add(item, claim, params, fmt.Sprintf("%d of %d", all, all), fmt.Sprintf("%d of %d", good, all), failed, note)
}

// within makes a row of all 1 ≤ l ≤ d ≤ hi.
func within(t *table, item, claim string, hi int, note string, held func(d, l int) (bool, error)) {
	hi = min(hi, t.maxD)
	t.cases(item, claim, fmt.Sprintf("all l, %s", span(1, hi)), note, func(try func(string, bool, error)) {
		for d := 1; d <= hi; d++ {
			for l := 1; l <= d; l++ {
				ok, err := held(d, l)
				try(fmt.Sprintf("d=%d l=%d", d, l), ok, err)
			}
		}
	})
}

func span(lo, hi int) string {
	if lo == hi {
		return fmt.Sprintf("d=%d", lo)
	}
	return fmt.Sprintf("d=%d…%d", lo, hi)
}

// time verifies a schedule that a maker has returned and gives its time.
func time[S sched.Schedule](s S, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return s.Tau(), s.Verify()
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
