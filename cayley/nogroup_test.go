package cayley

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
)

// TestNoGroup: graphs of no group are refused in a line, and long names are cut.
func TestNoGroup(t *testing.T) {
	long := strings.Repeat("1x", 20_000)
	if _, err := NewCayley(long, nil, nil); err == nil || len(err.Error()) > 120 {
		t.Errorf("Cayley graph: %.200v", err)
	}
	if _, err := NewCoset("none", nil, nil, nil); err == nil || err.Error() != "cayley: none: no group" {
		t.Errorf("coset graph: %v", err)
	}
}

// sized is a group that says how many elements it has, and no more.
type sized int

func (n sized) Order() int       { return int(n) }
func (n sized) Mul(_, _ int) int { return 0 }
func (n sized) Inv(_ int) int    { return 0 }

// TestSizes: errors.Is finds ErrSize in every refusal of what is too large, and in no
// other of the same functions.
func TestSizes(t *testing.T) {
	for n, large := range map[int]bool{-1: false, 0: false, MaxOrder + 1: true} {
		if _, err := NewCayley("x", sized(n), nil); err == nil || errors.Is(err, ErrSize) != large || !strings.Contains(err.Error(), fmt.Sprintf("group of order %d", n)) {
			t.Errorf("Cayley graph of order %d: %v", n, err)
		}
		if _, err := NewCoset("x", sized(n), nil, nil); err == nil || errors.Is(err, ErrSize) != large || !strings.Contains(err.Error(), fmt.Sprintf("group of order %d", n)) {
			t.Errorf("coset graph of order %d: %v", n, err)
		}
	}
	for n, large := range map[int]bool{0: false, MaxTable + 1: true} {
		if _, err := NewTable(make([][]int, n)); err == nil || errors.Is(err, ErrSize) != large {
			t.Errorf("table of %d rows: %v", n, err)
		}
	}
	points := strings.TrimSuffix(strings.Repeat("0,", MaxPoints+1), ",")
	for text, want := range map[string]string{
		`{"mul":[` + strings.TrimSuffix(strings.Repeat("[0],", MaxTable+1), ",") + `],"gens":[]}`: "more than 4096 rows",
		`{"perm":[[` + points + `]]}`: "permutation 0 of more than 1024 points",
		`{"perm":[[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,0],[1,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]]}`: "more than 268435456 elements",
	} {
		if _, err := ReadJSON("g.json", strings.NewReader(text)); !errors.Is(err, ErrSize) || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "cayley: ") > 1 {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if _, err := ReadJSON("g.json", strings.NewReader(`{"mul":[],"gens":[]}`)); err == nil || errors.Is(err, ErrSize) {
		t.Errorf("no rows: %v", err)
	}
}

// TestNamesInMessages: a name is given by anybody; in an error it is a line, cut, and
// steers no terminal.
func TestNamesInMessages(t *testing.T) {
	name := "a\ncayley: b\x1b[2J\x7f\u009b" + strings.Repeat("x", 4000)
	z, err := CyclicGroup(4)
	if err != nil {
		t.Fatal(err)
	}
	apart, err := NewGraph(name, 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	path, err := NewGraph(name, 3, [][2]int{{0, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	_, cayley := NewCayley(name, z, []int{2})
	_, coset := NewCoset(name, z, []int{1}, nil)
	_, perm := NewPermCayley(name, [][]int{{1, 0}, {1, 0}})
	_, loop := NewGraph(name, 2, [][2]int{{0, 1}, {1, 1}})
	_, twice := NewGraph(name, 2, [][2]int{{0, 1}, {0, 1}})
	_, far := Diameter(apart)
	_, product := Product(path, mustParse(t, "ring:4"))
	for what, err := range map[string]error{"cayley": cayley, "coset": coset, "perm": perm, "loop": loop, "twice": twice, "diameter": far, "product": product,
		"ShortName": errors.New(ShortName(apart))} {
		if err == nil || strings.ContainsFunc(err.Error(), unicode.IsControl) || len(err.Error()) > 250 {
			t.Errorf("%s: %q", what, err)
		}
	}
	for _, text := range []string{``, `{"perm":[[1,0],[1,0]]}`, `{"n":2,"arcs":[[0,1],[1,1]]}`, `{"n":1}`, "\xff", `{"mul":[],"gens":[]}`} {
		if _, err := ReadJSON(name, strings.NewReader(text)); err == nil || strings.ContainsFunc(err.Error(), unicode.IsControl) || strings.Count(err.Error(), "[2J") > 1 {
			t.Errorf("%q: %q", text, err)
		}
	}
	if _, err := ReadFile("none\n\x1b"); err == nil || strings.ContainsFunc(err.Error(), unicode.IsControl) {
		t.Errorf("no file: %q", err)
	}
}
