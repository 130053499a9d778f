package format

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// groupFile writes the dihedral group of order 2n as a table to a file.
func groupFile(t *testing.T, n int) string {
	t.Helper()
	group, err := cayley.DihedralGroup(n)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString(`{"mul":[`)
	for x := range 2 * n {
		if x > 0 {
			b.WriteString(",\n")
		}
		for y := range 2 * n {
			b.WriteString(map[bool]string{true: "[", false: ","}[y == 0])
			fmt.Fprint(&b, group.Mul(x, y))
		}
		b.WriteString("]")
	}
	fmt.Fprintf(&b, `],"gens":[1,%d,%d]}`, n-1, n)
	path := filepath.Join(t.TempDir(), "group.json")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// through writes the schedule of a graph and reads it back.
func through(t *testing.T, g cayley.Cayley) *File {
	t.Helper()
	s, b, err := sched.Build(g, sched.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := reread(t, s, b)
	if err := f.Verify(); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestGroupsOfFiles: what is written of a group that only a file gives is read
// without that file, at every order a table may have; and no schedule file
// reaches another file, however it wraps the name.
func TestGroupsOfFiles(t *testing.T) {
	for _, n := range []int{5, 513, 600} { // orders 10, 1,026 and 1,200
		path := groupFile(t, n)
		g := graph(t, "file:"+path)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if f := through(t, g); f.Graph.Order() != 2*n {
			t.Errorf("order %d came back as %d", 2*n, f.Graph.Order())
		}
	}
	path := groupFile(t, 300)
	g := graph(t, "product(file:"+path+";ring:3)")
	if f := through(t, g); f.Graph.Order() != 1800 {
		t.Errorf("product came back with order %d", f.Graph.Order())
	}
	large := graph(t, "product(file:"+path+";ring:10)")
	s, b, err := sched.Build(large, sched.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(&bytes.Buffer{}, s, b); err == nil || !strings.Contains(err.Error(), "order 6000 can be written by its table up to 4096") {
		t.Errorf("order 6,000 without a name: %v", err)
	}
	for _, name := range []string{"file:x", "product(ring:3;file:x)", "reverse(file:x)", "product(reverse(file:x);ring:3)"} {
		_, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"cayley","name":"` + name + `"},"steps":1,"template":[]}`))
		if err == nil || !strings.Contains(err.Error(), "another file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPermutationsInFiles: a group by permutations, far above a table's limit,
// in a graph file, and its schedule in a schedule file.
func TestPermutationsInFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m11.json")
	text := `{"perm":[[1,2,3,4,5,6,7,8,9,10,0],[0,1,6,9,5,3,10,2,8,4,7]]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	g := graph(t, "file:"+path)
	f := through(t, g)
	if f.Graph.Order() != 7920 || f.Steps != 3960 || f.Bound != 3960 {
		t.Errorf("M11: order %d in %d steps, bound %d", f.Graph.Order(), f.Steps, f.Bound)
	}
	const head = `{"format":"cayleycoll/schedule/1","task":"broadcast","steps":2,"graph":{"type":"cayley",`
	for text, want := range map[string]string{
		`"perm":[[1,2,0]]},"template":[[1,0,0],[2,1,0]]}`:                                           "",
		`"perm":[[1,2,0]],"mul":[[0]],"gens":[]},"template":[]}`:                                    `the graph's key "mul" does not go with "perm": want mul and gens, or perm, or name`,
		`"perm":[[1,2,0]],"gens":[1]},"template":[]}`:                                               `the graph's key "gens" does not go with "perm": want mul and gens, or perm, or name`,
		`"perm":[[1,2,3,4,5,6,7,8,9,10,11,0],[1,0,2,3,4,5,6,7,8,9,10,11]]},"template":[]}`:          "line 1: graph: permutations: too large: they generate more than 268435456 elements; want at most 4194304 vertices",
		`"mul":[[0,1],[1,0]],"gens":[9]},"template":[]}`:                                            "line 1: graph: generator 0 is 9",
		`"name":"hypercube:29"},"template":[]}`:                                                     "line 1: graph: hypercube:29: too large",
		`"name":"two","mul":[[0,1],[1,0]],"gens":[9]},"template":[]}`:                               "line 1: graph: two: generator 0 is 9",
		`"perm":[[1,2]]},"template":[]}`:                                                            "point 2 is out of range",
		`"perm":[]},"template":[]}`:                                                                 "at least one",
		`"perm":[[1,2,3,4,5,6,7,8,9,0],[1,0,2,3,4,5,6,7,8,9]]},"scope":{"within":1},"template":[]}`: "",
		`"perm":[[1,2,3,4,5,6,7,8,9,10,0],[1,0,2,3,4,5,6,7,8,9,10]]},"template":[]}`:                "too many for 0 elements",
	} {
		f, err := Read(strings.NewReader(head + text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
		if want == "" && strings.Contains(text, "[2,1,0]") {
			if err := f.Verify(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestNamesOfOthers: a group that bears a cube's name is written by its table, and a name
// longer than a file may have is left out.
func TestNamesOfOthers(t *testing.T) {
	label := []int{0, 1, 2, 7, 3, 6, 5, 4} // of the residues modulo 8
	residue := make([]int, len(label))
	for r, x := range label {
		residue[x] = r
	}
	mul := make([][]int, len(label))
	for x := range mul {
		mul[x] = make([]int, len(label))
		for y := range mul[x] {
			mul[x][y] = label[(residue[x]+residue[y])%len(label)]
		}
	}
	group, err := cayley.NewTable(mul)
	if err != nil {
		t.Fatal(err)
	}
	var steps strings.Builder
	steps.WriteString("1")
	for i := 2; i < 1201; i++ {
		steps.WriteString("," + strconv.Itoa(i))
	}
	for _, name := range []string{"hypercube:3", strings.Repeat("x", maxText+1)} {
		g, err := cayley.NewCayley(name, group, []int{1, 2, 4})
		if err != nil {
			t.Fatal(err)
		}
		if f := through(t, g); !cayley.Equal(f.Graph, g) {
			t.Errorf("%.20s: another graph is read back", name)
		}
	}
	large, err := cayley.DihedralGroup(cayley.MaxTable/2 + 1) // by a name that Parse does not know
	if err != nil {
		t.Fatal(err)
	}
	g, err := cayley.NewCayley("nobody's", large, []int{1, large.Inv(1), large.Order() - 1})
	if err != nil {
		t.Fatal(err)
	}
	s, b, err := sched.Build(g, sched.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "format: nobody's: a group of order 4098 can be written by its table up to 4096: give its graph by a name of the grammar or by permutations"
	if err := Write(io.Discard, s, b); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	long := graph(t, "circulant:1201:"+steps.String())
	if f := through(t, long); !cayley.Equal(f.Graph, long) {
		t.Errorf("%.20s: another graph is read back", long.Name())
	}
}
