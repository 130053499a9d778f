package theorems

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestEveryRowHolds(t *testing.T) {
	d := 8
	if testing.Short() {
		d = 6
	}
	rows, err := Check(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !r.Verified {
			t.Errorf("%s: %s (%s): expected %s, found %s", r.Item, r.Claim, r.Params, r.Expected, r.Found)
		}
	}
	if len(rows) < 60 {
		t.Errorf("only %d rows", len(rows))
	}
	var text, js bytes.Buffer
	if err := WriteText(&text, rows); err != nil || !strings.Contains(text.String(), "0 failed") {
		t.Errorf("text: %v", err)
	}
	var back []map[string]any
	if err := WriteJSON(&js, rows); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(js.Bytes(), &back); err != nil || len(back) != len(rows) {
		t.Fatalf("json: %v", err)
	}
	for _, key := range []string{"item", "claim", "params", "expected", "found", "verified", "note"} {
		if _, ok := back[0][key]; !ok {
			t.Errorf("json lacks %q", key)
		}
	}
}

// TestRowsCanFail: a wrong number and an objection both make a failed row.
func TestRowsCanFail(t *testing.T) {
	tb := &table{maxD: 2}
	tb.add("x", "", "", 1, 2, nil, "")
	tb.cubes("y", "", 1, 2, func(d int) int { return d }, func(d int) (int, error) { return d + d/2, nil }, "")
	tb.cases("z", "", "", "", func(try func(string, bool, error)) { try("a", true, nil); try("b", false, nil) })
	if Failed(tb.rows) != 3 {
		t.Errorf("%d of 3 wrong rows failed: %+v", Failed(tb.rows), tb.rows)
	}
	tb = &table{}
	attained(tb, "x", "", true, "circulant:9:1,3,4 ring:9")             // has arcs one way
	attained(tb, "y", "", false, "circulant:9:1,3,4 ring:9")            // has none
	attained(tb, "z", "", false, "dihedral:6:r,r3,r4,f,r2f,r5f ring:9") // needs a step more (errata 3)
	for i, row := range tb.rows {
		if want := []string{"1 of 2", "1 of 2", "0 of 2"}[i]; row.Verified || !strings.HasPrefix(row.Found, want) {
			t.Errorf("bound of 3.5, %s: %s, want %s", row.Item, row.Found, want)
		}
	}
	if got := refusal(errors.New("no cycle"), "times fall"); got == "refused" {
		t.Error("refused for another reason, and not said so")
	}
	for _, d := range []int{0, -1, MaxDim + 1} {
		if _, err := Check(d, nil); err == nil {
			t.Errorf("dimension %d passed", d)
		}
	}
}
