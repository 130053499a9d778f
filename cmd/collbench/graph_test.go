package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

func TestGraphJSON(t *testing.T) {
	code, out, errs := collbench("graph", "--graph", "hypercube:4", "--json")
	const want = `{"graph":"hypercube:4","order":16,"degree":4,"diameter":4,"spheres":[1,4,6,4,1],"t":4,"lb2":4,"lb3":4,` +
		`"cayley":true,"vertex_transitive":true,"symmetric":true,"distance_regular":true,"intersection_array":"{4,3,2,1;1,2,3,4}",` +
		`"regular_order":"yes","regular_order_why":"4 blocks of 4"}` + "\n"
	if code != 0 || errs != "" || out != want {
		t.Errorf("exit %d, stderr %q, stdout\n%s want\n%s", code, errs, out, want)
	}
}

// TestGraphs: facts that the paper and the errata state.
func TestGraphs(t *testing.T) {
	for _, c := range []struct {
		graph                     string
		order, degree, diameter   int
		spheres                   []int
		t, lb2, lb3               int
		symmetric, distRegular    bool
		regularOrder, whyContains string
	}{
		{"petersen", 10, 3, 2, []int{1, 3, 6}, 3, 3, 3, true, true, "unknown", "Cayley graphs"},
		{"circulant:9:1,3,4,6", 9, 4, 2, []int{1, 4, 4}, 2, 2, 3, false, false, "no", "3 vertices"},
		// C6[K2], errata 12: no regular order though D = ⌈(P-1)/d⌉.
		{"circulant:12:1,11,5,7,6", 12, 5, 3, []int{1, 5, 4, 2}, 3, 3, 3, true, false, "no", "distance 2"},
		{"complete:4", 4, 3, 1, []int{1, 3}, 1, 1, 1, true, true, "yes", "1 block of 3"},
		{"complete:100000", 100000, 99999, 1, []int{1, 99999}, 1, 1, 1, true, true, "yes", "1 block of 99999"},
		{"ring:1", 1, 0, 0, []int{1}, 0, 0, 0, true, true, "yes", ""},
		{"product(ring:4;complete:3)", 12, 4, 3, []int{1, 4, 5, 2}, 3, 3, 3, true, false, "yes", ""},
		{"hypercube:19", 1 << 19, 19, 19, nil, 27595, 27595, 27595, true, true, "yes", "7.13(i)"},
	} {
		code, out, errs := collbench("graph", "--graph", c.graph, "--json")
		var r graphFacts
		if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil || r.LB3 == nil || r.DistanceRegular == nil {
			t.Errorf("%s: exit %d, %v, %s%s", c.graph, code, err, out, errs)
			continue
		}
		if r.Order != c.order || r.Degree != c.degree || r.Diameter != c.diameter || c.spheres != nil && !slices.Equal(r.Spheres, c.spheres) ||
			r.T != c.t || r.LB2 != c.lb2 || *r.LB3 != c.lb3 || r.Symmetric != c.symmetric || *r.DistanceRegular != c.distRegular ||
			r.RegularOrder != c.regularOrder || !strings.Contains(r.Why, c.whyContains) {
			t.Errorf("%s: %s want %+v", c.graph, out, c)
		}
	}
}

// TestGraphText: the lines, with lists cut, and what is not known of graphs that are too large
// for an answer: a torus of 36 million arcs, paths from files.
func TestGraphText(t *testing.T) {
	grown := func(n int, from func(v int) int) string { // vertex by vertex
		var arcs []string
		for v := 1; v < n; v++ {
			arcs = append(arcs, fmt.Sprintf("[%d,%d],[%d,%d]", from(v), v, v, from(v)))
		}
		return "file:" + file(t, fmt.Sprintf(`{"n":%d,"arcs":[%s]}`, n, strings.Join(arcs, ",")))
	}
	path := func(n int) string { return grown(n, func(v int) int { return v - 1 }) }
	tree := func(n int) string { return grown(n, func(v int) int { return (v - 1) / 2 }) }
	for graph, lines := range map[string][]string{
		"ring:300": {"order P            300\n", "diameter D         150\n", "T = ⌈(P-1)/d⌉ = 150, LB2 = 150, LB3 = 150\n",
			"symmetric          yes\n", "distance-regular   yes, {2,1,", "regular order      yes"},
		"circulant:9:1,3,4,6": {"vertex-transitive  yes\nsymmetric          no\ndistance-regular   no\n"},
		"torus:3000x3000": {"T = ⌈(P-1)/d⌉ = 2250000, LB2 = 2250000, LB3 = unknown\nCayley graph       yes\n",
			"regular order      unknown: not asked beyond 8388608 arcs\n"},
		path(4):    {"= 2, LB2 = 3, LB3 = 3\n"},
		path(1500): {"= 750, LB2 = 1499, LB3 = unknown\nCayley graph       no\nvertex-transitive  unknown\n"}, // whose schedule is too much
		path(8193): {"= 4096, LB2 = 8192, LB3 = unknown\n"},                                                   // no bound but T and D
		tree(8193): {"= 2731, LB2 = 2731, LB3 = unknown\n"},                                                   // likewise
	} {
		if race.Enabled && (strings.HasPrefix(graph, "torus") || strings.HasSuffix(lines[0], "8192, LB3 = unknown\n") || strings.HasSuffix(lines[0], "2731, LB3 = unknown\n")) {
			continue // half a minute for what one goroutine does
		}
		code, out, errs := collbench("graph", "--graph", graph)
		for _, want := range lines {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
		if code != 0 || errs != "" || len(out) > 1000 {
			t.Errorf("%s: exit %d, stderr %q, %d bytes", graph, code, errs, len(out))
		}
	}
}

func TestGraphBadInput(t *testing.T) {
	apart := filepath.Join(t.TempDir(), "apart.json")
	if err := os.WriteFile(apart, []byte(`{"n":4,"arcs":[[0,1],[1,0],[2,3],[3,2]]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, apart, []refusal{
		{"graph", "--graph is missing"},
		{"graph --graph cube:4", `no graph family "cube"`},
		{"graph --graph hypercube:four", "--graph: "},
		{"graph --graph hypercube:99", "--graph: "},
		{"graph --graph circulant:9:3,6", "do not generate"},
		{"graph --graph file:/no/such/file", "/no/such/file"},
		{"graph --graph file:FILE", apart + ":1: not connected: no path from vertex 0 to vertex 2"},
		{"graph --graph dihedral:3:r99999999999999999999,f", `in "r99999999999999999999" the power is out of range: want -2 to 2`},
		{"graph --graph ring:4 --xml", "unknown flag: --xml"},
		{"graph ring:4", "want --graph ring:4"},
	})
}

type refusal struct{ args, want string }

// fields are the words of a line; name, in which there may be spaces, stands for FILE.
func fields(line, name string) []string {
	words := strings.Fields(line)
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "FILE", name)
	}
	return words
}

// refused: exit 2, one line on stderr that has want, nothing on stdout. name stands for
// FILE.
func refused(t *testing.T, name string, list []refusal) {
	t.Helper()
	for _, c := range list {
		code, out, errs := collbench(fields(c.args, name)...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("collbench %s: exit %d, stdout %q, stderr %q; want %q", c.args, code, out, errs, c.want)
		}
	}
}

func TestInterruptedComputation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stuck := make(chan struct{})
	defer close(stuck)
	time.AfterFunc(10*time.Millisecond, cancel)
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetErr(io.Discard)
	if _, err := await(cmd, func() (int, error) { <-stuck; return 0, nil }); !errors.Is(err, errInterrupted) {
		t.Errorf("error %v, want %v", err, errInterrupted)
	}
}

// TestInterruptedCommands: what still computes when its command has gone shares nothing
// with it. The race detector is the judge.
func TestInterruptedCommands(t *testing.T) {
	const n = 200
	before := runtime.NumGoroutine()
	var arcs []string
	for v := range n {
		arcs = append(arcs, fmt.Sprintf("[%d,%d],[%d,%d]", v, (v+1)%n, v, (v+n-1)%n))
	}
	name := file(t, fmt.Sprintf(`{"n":%d,"arcs":[%s]}`, n, strings.Join(arcs, ",")))
	for _, line := range []string{
		"schedule --task broadcast --within 2 --graph file:FILE",
		"spectral --graph file:FILE",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if code := run(ctx, io.Discard, io.Discard, fields(line, name)); code != 2 {
			t.Errorf("%s: exit %d", line, code)
		}
		for end := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
			time.Sleep(time.Millisecond) // the computation goes on
		}
	}
}
