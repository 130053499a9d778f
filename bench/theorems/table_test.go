package theorems

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/hypercube"
)

// TestObjections: what a verifier objects to is no row that holds, were the numbers right, and
// the text says of a failed row that it is one, and what was expected.
func TestObjections(t *testing.T) {
	tb := &table{maxD: 3}
	tb.add("x", "a claim", "", 1, 1, errors.New("no path"), "")
	tb.cubes("y", "", 3, 3, func(int) int { return 3 }, func(d int) (int, error) {
		b, err := hypercube.Broadcast(d)
		if err == nil {
			b.Time[7] = 1 // before the word is where it comes from
		}
		return time(b, err)
	}, "")
	tb.add("z", "", "", 1, 2, nil, "")
	if Failed(tb.rows) != 3 {
		t.Errorf("%d of 3 rows failed: %+v", Failed(tb.rows), tb.rows)
	}
	var text strings.Builder
	if err := WriteText(&text, tb.rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"FAILED  x          a claim ()\n", "expected 1, found 1 (no path)\n", "expected 1, found 2\n", "\n3 rows, 0 verified, 3 failed\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// TestItems: every item that is checked has its row, so that none is left out unnoticed.
func TestItems(t *testing.T) {
	rows, err := Check(4, nil)
	if err != nil {
		t.Fatal(err)
	}
	var items []string
	for _, r := range rows {
		if !slices.Contains(items, r.Item) {
			items = append(items, r.Item)
		}
	}
	const want = `Def 2.1, Def 2.2, Def 2.4, Ex 2.5, Ex 2.6, Ex 2.8, Ex 2.9, Thm 2.10, Thm 2.11, Disc 2.12, Def 2.13, Def 2.17, Def 2.14, Def 2.15, Ex 2.16, Def 2.19, Def 2.20, ` +
		`Thm 3.1, Thm 3.2, Thm 3.3, Ex 3.4, Thm 3.5i, Thm 3.5ii, Def 4.1, Def 4.3, Thm 4.5, Def 4.6, Rem 4.7, Rem 4.7 Q1, Rem 4.7 Q2, Rem 4.7 Q3, Ex 4.7, ` +
		`Thm 5.1, Cor 5.2, Ex 5.3, Sec 1, Sec 6, Thm 6.1, Ex 6.2, Rem 6.4, Thm 6.3, Thm 6.5, Def 6.6, Rem 6.7, Lem 7.1, Lem 7.2, Lem 7.4, Cor 7.5, Lem 7.6, Lem 7.7, Lem 7.8, Def 7.9, Lem 7.10, Lem 7.11, ` +
		`Table I, Thm 7.13i, Thm 7.13ii, Thm 7.13iii, Thm 7.13iv, Thm 7.13v, Thm 7.13vi, beyond`
	if got := strings.Join(items, ", "); got != want || len(rows) != 85 {
		t.Errorf("%d rows, want 85, of\n%s\nwant\n%s", len(rows), got, want)
	}
}

// TestSmallest: of cubes of one dimension all holds, and what needs more has no row.
func TestSmallest(t *testing.T) {
	rows, err := Check(1, nil)
	if err != nil || len(rows) == 0 || len(rows) >= 85 || Failed(rows) > 0 {
		t.Errorf("%d rows, %d failed, %v", len(rows), Failed(rows), err)
	}
	for _, r := range rows {
		if strings.HasPrefix(r.Expected, "0 of ") || strings.Contains(r.Params, "d=1…") {
			t.Errorf("%+v", r)
		}
	}
}

// TestRefusal: what a verifier lets through is counted; a refusal for another reason is no refusal.
func TestRefusal(t *testing.T) {
	other := errors.New("no path")
	for _, c := range []struct {
		err  error
		n    int
		left error
		text string
	}{
		{nil, 1, nil, "accepted"},
		{errors.New("the link carries another word"), 0, nil, "refused"},
		{other, 0, other, "refused for another reason: no path"},
	} {
		if n, err := passes(c.err, "another word"); n != c.n || err != c.left {
			t.Errorf("%v: %d, %v, want %d, %v", c.err, n, err, c.n, c.left)
		}
		if got := refusal(c.err, "another word"); got != c.text {
			t.Errorf("%v: %s, want %s", c.err, got, c.text)
		}
	}
}
