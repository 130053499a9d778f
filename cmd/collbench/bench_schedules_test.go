package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
)

// benched is the rows that bench measures as these flags ask.
func benched(t *testing.T, flags ...string) (rows []bench.Row) {
	t.Helper()
	code, out, errs := collbench(append([]string{"bench", "--quick", "--sizes", "8B,1KiB", "--format", "json"}, flags...)...)
	if code != 0 {
		t.Fatalf("%v: exit %d: %s", flags, code, errs)
	}
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Wrong > 0 || r.P50 <= 0 {
			t.Errorf("%v: %+v", flags, r)
		}
	}
	return rows
}

// TestBenchGraphs: machines on the graphs that are named, beside those of --procs only if that is given.
func TestBenchGraphs(t *testing.T) {
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--graph", "petersen", "--graph", "ring:3"}, "[petersen 3 3 ring:3 1 1]"},
		{[]string{"--graph", "petersen", "--procs", "2"}, "[hypercube:1 1 1 petersen 3 3]"},
	} {
		var got []any
		for _, r := range benched(t, append(c.flags, "--coll", "allgather", "--alg", "cayley")...) {
			if r.Bytes == 8 && !r.InPlace {
				got = append(got, r.Graph, r.Steps, r.Bound)
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%v: graphs, steps and bounds %v, want %v", c.flags, got, c.want)
		}
	}
}

// TestBenchSchedules: schedules of files are carried out as what they serve, beside other algorithms.
func TestBenchSchedules(t *testing.T) {
	dir := t.TempDir()
	made := func(name string, flags ...string) string {
		file := filepath.Join(dir, name)
		if code, _, errs := collbench(append([]string{"schedule", "-o", file}, flags...)...); code != 0 {
			t.Fatal(errs)
		}
		return file
	}
	b := made("b.json", "--graph", "star:4", "--task", "broadcast", "--method", "tree")
	a := made("a.json", "--graph", "star:4", "--task", "accumulate")
	x := made("x.json", "--graph", "petersen", "--task", "exchange")
	from0, from2 := made("0.json", "--graph", "ring:5", "--task", "broadcast", "--root", "0"), made("2.json", "--graph", "ring:5", "--task", "broadcast", "--root", "2")
	invalid := file(t, strings.Replace(squareFile, "[2,2,0]", "[1,2,0]", 1))
	within := made("within.json", "--graph", "ring:5", "--task", "broadcast", "--within", "1")
	for _, c := range []struct {
		files []string
		want  string // collectives by file, with steps
	}{
		{[]string{b, a}, "[allgather 23 allreduce 31 reducescatter 8]"},
		{[]string{x}, "[alltoall 5]"},
		{[]string{from0}, "[broadcast 2]"},
	} {
		var flags []string
		for _, f := range c.files {
			flags = append(flags, "--schedule", f)
		}
		var got []string
		for _, r := range benched(t, append(flags, "--alg", "direct,file")...) {
			if what := fmt.Sprint(r.Coll, " ", r.Steps); r.Alg == "file" && !slices.Contains(got, what) {
				got = append(got, what)
			}
		}
		slices.Sort(got)
		if fmt.Sprint(got) != c.want {
			t.Errorf("%v: %v, want %v", c.files, got, c.want)
		}
	}
	for _, c := range [][]string{nil, {"--coll", "all"}} { // what the schedule serves, or all
		rows := benched(t, append(c, "--schedule", from0, "--alg", "auto")...)
		if all := slices.ContainsFunc(rows, func(r bench.Row) bool { return r.Coll == "barrier" }); all != (c != nil) {
			t.Errorf("%v: a barrier is measured: %v", c, all)
		}
	}
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--schedule", b, "--schedule", x}, "x.json is for 10 processors, and " + b + " for 24; want files for the same number"},
		{[]string{"--schedule", b, "--schedule", b}, "are for the same task, broadcast; leave one out"},
		{[]string{"--schedule", within}, "within.json serves some distances only; want one that serves all"},
		{[]string{"--schedule", from2}, "2.json has root 2; want root 0"},
		{[]string{"--schedule", invalid}, "--schedule: " + invalid + ": invalid: element 2 of template [1,2,0]: "},
		{[]string{"--schedule", dir}, "is a directory"},
		{[]string{"--schedule", ""}, "--schedule: an empty name; want a file"},
		{[]string{"--graph", "rong:4"}, `--graph: "rong:4": no graph family "rong"`},
		{[]string{"--graph", "ring:100000"}, "--graph: ring:100000 has 100000 vertices, want at most 65536"},
		{[]string{"--graph", "ring:4", "--mpi"}, "--graph or --schedule with --mpi"},
		{[]string{"--alg", "file"}, `--alg is "file", want one of`},
	} {
		code, out, errs := collbench(append([]string{"bench", "--quick"}, c.flags...)...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q, want %q", c.flags, code, errs, c.want)
		}
	}
}
