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
	if _, err := Subgroup(nil, 0); err == nil || err.Error() != "cayley: subgroup of no group" {
		t.Errorf("a subgroup: %v", err)
	}
	if _, err := ReadJSON("none", nil); err == nil || err.Error() != "cayley: none: no reader" {
		t.Errorf("a file: %v", err)
	}
	if _, err := ProductGroup(sized(2), nil); err == nil || err.Error() != "cayley: product of groups: factor 1 is no group" {
		t.Errorf("product of groups: %v", err)
	}
	if _, err := Product(mustParse(t, "ring:3"), nil); err == nil || err.Error() != "cayley: product: factor 1 is no graph" {
		t.Errorf("product: %v", err)
	}
	none := empty{mustParse(t, "ring:3")} // what is divided by comes before
	if _, err := Product(none, none); err == nil || err.Error() != "cayley: product: factor ring:3 has 0 vertices; a graph has at least 1" {
		t.Errorf("product of graphs without vertices: %v", err)
	}
}

// empty is a graph that says it has no vertices.
type empty struct{ Graph }

func (empty) Order() int { return 0 }

// greater is no group, though 0 changes nothing: the product is the greater of two.
type greater int

func (n greater) Order() int       { return int(n) }
func (n greater) Mul(a, b int) int { return max(a, b) }
func (n greater) Inv(a int) int    { return a }

// TestNotAGroup: powers that never come to 0 have an end, and cosets that share an element, or
// have one twice or none at all, are no vertices.
func TestNotAGroup(t *testing.T) {
	c, err := NewCoset("greater", greater(5), []int{0}, []int{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	if a := c.FreeAction(); a.Order() != 1 {
		t.Errorf("a group of %d elements acts freely", a.Order())
	}
	if c, err := NewCoset("greater", greater(5), []int{0, 1}, []int{2, 3, 4}); c != nil || err == nil || !strings.Contains(err.Error(), "not a group: 2·1 = 2 is") {
		t.Errorf("2 and 2·1 are one element: %v, %v", c, err)
	}
	if c, err := NewCoset("sum", sum(5), []int{0}, []int{1}); c != nil || err == nil || !strings.Contains(err.Error(), "not a group: 3·0 = 6 is out of range 0 to 4") {
		t.Errorf("3·0 = 6: %v, %v", c, err)
	}
}

// sum is no group either: products are not in it.
type sum int

func (n sum) Order() int       { return int(n) }
func (n sum) Mul(a, b int) int { return a + b + a/3*3 }
func (n sum) Inv(a int) int    { return a }

// TestProductsOutOfRange: whichever product of a coset graph is out of range, an error says so.
func TestProductsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		h, delta []int
		a, b     int // whose product it is
	}{
		{[]int{0, 2}, []int{1}, 2, 2}, // in H
		{[]int{0, 2}, []int{1}, 1, 2}, // in a coset of H
		{[]int{0, 2}, []int{1}, 2, 1}, // in HΔ
		{[]int{0, 2}, []int{1}, 1, 1}, // of an arc
	} {
		for _, product := range []int{-1, 4} {
			g := but{4, c.a, c.b, product}
			want := fmt.Sprintf("not a group: %d·%d = %d is out of range 0 to 3", c.a, c.b, product)
			if got, err := NewCoset("but", g, c.h, c.delta); got != nil || err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, %v, want %s", got, err, want)
			}
		}
	}
}

// but is the integers modulo n, of which one product is another number.
type but struct{ n, a, b, is int }

func (g but) Order() int { return g.n }
func (g but) Mul(a, b int) int {
	if a == g.a && b == g.b {
		return g.is
	}
	return (a + b) % g.n
}
func (g but) Inv(a int) int { return (g.n - a) % g.n }

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
		if _, err := ProductGroup(sized(n), sized(2)); err == nil || errors.Is(err, ErrSize) != large || !strings.Contains(err.Error(), fmt.Sprintf("group of order %d", n)) {
			t.Errorf("product with a group of order %d: %v", n, err)
		}
		if _, err := CyclicGroup(n); err == nil || errors.Is(err, ErrSize) != large || !strings.Contains(err.Error(), "the order must be 1 to 268435456") {
			t.Errorf("Z_%d: %v", n, err)
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

// TestEntryErrors: what is wrong with one entry of a list says with which, also within the error
// of a file.
func TestEntryErrors(t *testing.T) {
	z, err := CyclicGroup(4)
	if err != nil {
		t.Fatal(err)
	}
	_, row := NewTable([][]int{{0, 1}, {1, 1}})
	_, gen := NewCayley("x", z, []int{1, 0})
	_, perm := NewPermGroup([][]int{{1, 0}, {1, 1}})
	_, same := NewPermCayley("x", [][]int{{1, 0}, {1, 0}})
	_, arc := NewGraph("x", 2, [][2]int{{0, 1}, {1, 1}})
	_, file := ReadJSON("x", strings.NewReader(`{"n":2,"arcs":[[0,1],[0,1]]}`))
	for what, err := range map[string]error{"row": row, "generator": gen, "permutation": perm, "the same": same, "arc": arc, "file": file} {
		var in *EntryError
		if !errors.As(err, &in) || in.Entry != 1 || !strings.HasPrefix(in.Error(), "cayley: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, few := NewCayley("x", z, []int{2})
	_, none := NewGraph("x", 3, [][2]int{{0, 1}, {1, 0}})
	for what, err := range map[string]error{"generators": few, "vertex without arcs": none} {
		if in := (*EntryError)(nil); err == nil || errors.As(err, &in) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
