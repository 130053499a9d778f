package theorems

import (
	"encoding/json"
	"fmt"
	"io"
)

// MaxDim is the greatest --max-d: its templates have 2^20 vertices.
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
// rows in the order of the paper. progress, if not nil, is told of every row. An
// error means unusable input; a claim that does not hold is a row that is not Verified.
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
