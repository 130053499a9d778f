package theorems

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxDim is the greatest --max-d: templates of 2^20 vertices.
const MaxDim = 20

// Row is one item of the paper.
type Row struct {
	Item     string `json:"item"`
	Claim    string `json:"claim"`
	Params   string `json:"params"`
	Expected string `json:"expected"` // the claim, corrected where the note says so
	Found    string `json:"found"`    // by construction and verification
	Verified bool   `json:"verified"` // Found equals Expected and no verifier objected
	Note     string `json:"note"`
}

// Check rebuilds every item for hypercubes up to dimension maxD and returns the
// rows in the order of the paper. progress, if not nil, hears of every row. An
// error is unusable input; what does not hold is a row that is not Verified.
func Check(maxD int, progress func(Row)) ([]Row, error) {
	if maxD < 1 || maxD > MaxDim {
		return nil, fmt.Errorf("theorems: greatest dimension %d: must be 1 to %d", maxD, MaxDim)
	}
	t := &table{maxD: maxD, progress: progress}
	for _, section := range []func(*table){tasks, bounds, growth, conjectures, minimal, sums, cubeBroadcast, cubeExchange, lemmas, twoWay} {
		section(t)
	}
	return t.rows, nil
}

// Failed counts the rows that should hold and do not.
func Failed(rows []Row) (n int) {
	for _, r := range rows {
		if !r.Verified {
			n++
		}
	}
	return n
}

// WriteJSON writes the rows as one array.
func WriteJSON(w io.Writer, rows []Row) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(rows)
}

// WriteText writes the rows for people: a line for the claim, one for what was
// found, one for the errata's note.
func WriteText(w io.Writer, rows []Row) error {
	for _, r := range rows {
		mark := "ok"
		if !r.Verified {
			mark = "FAILED"
		}
		if _, err := fmt.Fprintf(w, "%-6s  %-10s %s (%s)\n", mark, r.Item, r.Claim, r.Params); err != nil {
			return err
		}
		line := "found " + r.Found
		if r.Found != r.Expected {
			line = "expected " + r.Expected + ", " + line
		}
		fmt.Fprintf(w, "%19s%s\n", "", line)
		if r.Note != "" {
			fmt.Fprintf(w, "%19snote: %s\n", "", r.Note)
		}
	}
	_, err := fmt.Fprintf(w, "%d rows, %d verified, %d failed\n", len(rows), len(rows)-Failed(rows), Failed(rows))
	return err
}

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

func span(lo, hi int) string {
	if lo == hi {
		return fmt.Sprintf("d=%d", lo)
	}
	return fmt.Sprintf("d=%d…%d", lo, hi)
}

// schedule is what has a time and can be verified.
type schedule interface {
	Verify() error
	Tau() int
}

// time verifies a schedule that a maker has returned and gives its time.
func time[S schedule](s S, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return s.Tau(), s.Verify()
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
