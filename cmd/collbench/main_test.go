package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// collbench runs the command in this process.
func collbench(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(context.Background(), &out, &err, args)
	return code, out.String(), err.String()
}

func TestBenchJSON(t *testing.T) {
	code, out, errs := collbench("bench", "--quick", "--procs", "2,3", "--sizes", "8B,4KiB", "--format", "json")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var rows []map[string]any
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	// Two machines: the barrier, and 4 + 4 algorithms × 2 sizes × in and out of place.
	if len(rows) < 2*(1+8*4) {
		t.Errorf("%d rows", len(rows))
	}
	keys := []string{"coll", "alg", "procs", "bytes", "inplace", "iters", "p50_us", "min_us", "p99_us", "algbw_gbs", "busbw_gbs", "wrong", "steps", "bound", "limit_us", "graph"}
	for _, r := range rows {
		if len(r) != len(keys) {
			t.Fatalf("keys of %v, want %v", r, keys)
		}
		for _, k := range keys {
			if _, ok := r[k]; !ok {
				t.Fatalf("no key %q in %v", k, r)
			}
		}
		if r["wrong"] != 0.0 {
			t.Errorf("wrong: %v", r)
		}
		if r["p50_us"].(float64) <= 0 || r["iters"].(float64) < 1 {
			t.Errorf("not measured: %v", r)
		}
		if r["alg"] == "cayley" && r["steps"] != r["bound"] {
			t.Errorf("not optimal: %v", r)
		}
	}
}

// TestBenchJSONOfForms: the v-forms and allreducefunc where they are named, with the same
// keys, and only there.
func TestBenchJSONOfForms(t *testing.T) {
	code, out, errs := collbench("bench", "--quick", "--coll", "alltoallv,allreducefunc,gatherv", "--alg", "all", "--procs", "3", "--sizes", "8B,4KiB", "--format", "json")
	var rows []map[string]any
	if err := json.Unmarshal([]byte(out), &rows); code != 0 || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, errs)
	}
	seen := map[string]int{}
	for _, r := range rows {
		seen[r["coll"].(string)]++
		if len(r) != 16 || r["alg"] != "direct" || r["wrong"] != 0.0 || r["steps"] != 0.0 || r["bound"] != 0.0 || r["p50_us"].(float64) <= 0 || r["limit_us"].(float64) <= 0 {
			t.Errorf("%v", r)
		}
		if share := r["algbw_gbs"].(float64) / r["busbw_gbs"].(float64); r["coll"] != "allreducefunc" && math.Abs(share-1.5) > 1e-9 {
			t.Errorf("algbw over busbw is %v: %v", share, r)
		}
	}
	if seen["alltoallv"] != 2 || seen["allreducefunc"] != 4 || seen["gatherv"] != 4 || len(seen) != 3 { // only alltoallv is never in place
		t.Errorf("rows of %v", seen)
	}
	if all := bench.Measured(); len(all) != 12 || slices.Contains(all, "alltoallv") {
		t.Errorf("all is %v", all)
	}
}

func TestBenchFormats(t *testing.T) {
	for _, format := range bench.Formats {
		code, out, errs := collbench("bench", "--quick", "--procs", "2", "--coll", "allreduce,alltoallv", "--alg", "direct", "--sizes", "64B", "--format", format)
		if code != 0 || !strings.Contains(out, "allreduce") || !strings.Contains(out, "alltoallv") {
			t.Errorf("%s: exit %d\n%s%s", format, code, out, errs)
		}
	}
}

// TestBadInput: one line that names the flag or the thing, exit 2, nothing on
// stdout.
func TestBadInput(t *testing.T) {
	t.Chdir(t.TempDir()) // one line names a file, and the folder must be writable
	if err := os.WriteFile("FILE", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, "FILE", []refusal{
		{"bench --procs 0", "--procs is 0, want 1 to 65536"},
		{"bench --procs -2", "--procs is -2, want 1 to 65536"},
		{"bench --procs two", "--procs is \"two\", want whole numbers such as 2,8\n"},
		{"bench --procs 2,99999999999999999999", "--procs is \"99999999999999999999\": too large, want 1 to 65536\n"},
		{"bench --procs=", "--procs is empty; give a value (see collbench bench --help) or leave --procs out\n"},
		{"bench --alg=", "--alg is empty; give a value (see collbench bench --help) or leave --alg out\n"},
		{"tune --type=", "--type is empty; give a value (see collbench tune --help) or leave --type out\n"},
		{"peers --format=", "--format is empty; give a value (see collbench peers --help) or leave --format out\n"},
		{"spectral --graph=", "--graph is empty; give a value (see collbench spectral --help)\n"},
		{"tune --type float64,float16", "--type is \"float16\", want one of float64, float32, int64, int32\n"},
		{"theorems --max-d 99", "--max-d is 99, want 1 to 20\n"},
		{"help graph nosuch", "unknown command \"nosuch\" for \"collbench graph\"; see collbench graph --help\n"},
		{"-- graph", "no command named; see collbench --help\n"},
		{"--", "no command named; see collbench --help\n"},
		{"bench --sizes -8B", "--sizes is \"-8B\""},
		{"bench --sizes 0B", "--sizes is \"0B\""},
		{"bench --sizes 12B", "--sizes is 12 B, want a positive multiple of 8"},
		{"bench --sizes 64KiB:8B:2", "--sizes goes from 64KiB down"},
		{"bench --sizes 8B:64KiB:1", "--sizes has the factor \"1\""},
		{"bench --sizes 9000GiB", "at most 1GiB"},
		{"bench --alg fastest", "--alg is \"fastest\", want one of "},
		{"bench --coll allsum", "--coll is \"allsum\", want one of "},
		{"bench --coll=", "--coll is empty; give a value (see collbench bench --help) or leave --coll out"},
		{"bench --sizes=", "--sizes is empty; give a value (see "},
		{"bench --meta=", "--meta is empty; give a value (see "},
		{"tune --output=", "-o is empty; give a value (see collbench tune --help) or leave -o out"},
		{"report --out=", "--out is empty; give a value (see collbench report --help) or leave --out out"},
		{"tune --coll=", "--coll is empty; give a value (see "},
		{"bench --mpi --meta FILE", "--meta with --mpi, which measures no round trip: leave one out\n"},
		{"bench --mpi --check=false", "--check=false: bench --mpi always checks; leave it out"},
		{"bench --format xml", "--format is \"xml\", want one of text, "},
		{"bench --type float16", "--type is \"float16\", want one of "},
		{"bench --frobnicate", "unknown flag: --frobnicate; see collbench bench --help"},
		{"bench --pross 2", "unknown flag: --pross; did you mean --procs?"},
		{"bench -procs 2", "unknown shorthand flag: 'p' in -procs; did you mean --procs?"},
		{"bench --procs", "flag needs an argument: --procs; see collbench bench --help"},
		{"bench ---procs 2", "bad flag syntax: ---procs; did you mean --procs?\n"},
		{"bench --=2", "bad flag syntax: --=2; see collbench bench --help\n"},
		{"tune -o", "flag needs an argument: 'o' in -o; see collbench tune --help"},
		{"--pross", "unknown flag: --pross; see collbench --help"},
		{"bench extra", "bench: \"extra\" is not a flag; see collbench bench --help"},
		{"graph petersen", "graph: \"petersen\" is not a flag, want --graph petersen"},
		{"spectral", "--graph is missing"},
		{"schedule --graph ring:4 --task broadcast --within two", "--within is \"two\", want a whole number\n"},
		{"schedule --graph ring:4 --task broadcast --within=", "--within is empty; give a value (see "},
		{"schedule --graph ring:4 --task broadcast --within 99999999999999999999", "--within is \"99999999999999999999\": too large, want at most " + fmt.Sprintln(math.MaxInt)},
		{"schedule --graph ring:4 --task broadcast --at -99999999999999999999", "--at is \"-99999999999999999999\": too small, want 1 or more\n"},
		{"schedule --graph ring:4 --task broadcast --at 2,x", "--at is \"2,x\", want whole numbers such as 2,3"},
		{"graph --json=perhaps", "--json is \"perhaps\", want true or false"},
		{"spectral --graph ring:100000", "--graph: ring:100000 has"},
		{"spectral --graph torus:31x37", "; use another algorithm; --parts sums in 33 steps\n"},
		{"spectral --graph petersen --parts", "--parts: petersen: no sum by parts is known; leave it out\n"},
		{"schedule --graph hypercube:11 --task broadcast --format msccl", "--format msccl: "},
		{"help nosuch", "unknown command \"nosuch\" for \"collbench\"; see collbench --help\n"},
		{"completion nosuch", "unknown command \"nosuch\" for \"collbench completion\"; see collbench completion --help\n"},
		{"completion", "no shell named, want one of bash, "},
		{"frob", "unknown command \"frob\" for \"collbench\"; see collbench --help\n"},
		{"benhc", "; did you mean bench?\n"},
		{"report --out /no/such/folder", "--out \"/no/such/folder\" cannot be made: no such file or directory; make it first"},
		{"report --out FILE", "--out \"FILE\" is a file; name a folder"},
		{"tune -o /no/such/table", "-o /no/such/table: no such file"},
		{"bench --meta -", "--meta: want a file, not -"},
		{"bench --coll all,scan", "--coll: all cannot be combined with"},
		{"bench --alg auto,all", "--alg: all cannot be combined with"},
		{"bench --sizes 8B:64", "or MIN:MAX:FACTOR"},
		{"schedule --graph ring:3 --task broadcast -o " + strings.Repeat("x", 300), strings.Repeat("x", 300) + ": file name too long"},
		{"bench --meta /no/such/meta", "--meta: /no/such/meta: no such file"},
		{"tune --type float32,float64 --sizes 4B", "want a positive multiple of 8 B"},
	})
}

// TestEmptyWords: an empty word is no command.
func TestEmptyWords(t *testing.T) {
	for _, args := range [][]string{{""}, {"", "graph"}, {"help", ""}} {
		code, out, errs := collbench(args...)
		if code != 2 || out != "" || !strings.HasPrefix(errs, "collbench: ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, out, errs)
		}
	}
}

// TestLists: words may have spaces around them, and count once.
func TestLists(t *testing.T) {
	pl, err := (&casesFlags{colls: "all", algs: "direct, cayley,direct", procs: "2, 8,2", sizes: "8B,8B", elem: "float64", quick: true}).plan()
	if got := fmt.Sprint(pl.Colls, pl.Algs, pl.Procs, pl.Sizes); err != nil || got != "[] [direct cayley] [2 8] [8]" {
		t.Errorf("%s, %v", got, err)
	}
	if pl, err = (&casesFlags{colls: "barrier , scan", algs: "all", procs: "2", sizes: "8B", elem: "float64", quick: true}).plan(); err != nil || fmt.Sprint(pl.Colls) != "[barrier scan]" {
		t.Errorf("%v, %v", pl.Colls, err)
	}
	if code, out, _ := collbench("--version"); code != 0 || !strings.HasPrefix(out, "collbench version ") {
		t.Errorf("exit %d: %s", code, out)
	}
}

// TestNothingToMeasure: where all is left out there is no table, and the reasons are told.
func TestNothingToMeasure(t *testing.T) {
	for line, first := range map[string]string{
		"bench --coll allreduce --alg spectral --type int64 --procs 2 --sizes 8B": "left out: allreduce by spectral, P=2, 8B: spectral is for float64 and float32 only\n",
		"tune --quick --coll allreduce --procs 64 --sizes 1GiB":                   "left out: allreduce by ",
	} {
		code, out, errs := collbench(strings.Fields(line)...)
		if code != 2 || out != "" || !strings.HasPrefix(errs, first) || !strings.Contains(errs, "\ncollbench: nothing to measure: ") {
			t.Errorf("%s: exit %d, %q, %q", line, code, out, errs)
		}
	}
}

// TestNoSuchAlgorithm: a collective that has none of the algorithms is named.
func TestNoSuchAlgorithm(t *testing.T) {
	code, out, errs := collbench("bench", "--quick", "--coll", "allreduce,allgather", "--alg", "bruck", "--procs", "2", "--sizes", "8B")
	if want := "left out: allreduce by bruck, P=2, 8B: allreduce has no such algorithm\n"; code != 0 || !strings.Contains(errs, want) || !strings.Contains(out, "allgather") {
		t.Errorf("exit %d, %q, %q, want %q", code, out, errs, want)
	}
	if _, _, errs := collbench("bench", "--quick", "--coll", "allreduce,allgather", "--alg", "direct,bruck", "--procs", "2", "--sizes", "8B"); strings.Contains(errs, "left out") {
		t.Error(errs)
	}
}

func TestInfo(t *testing.T) {
	code, out, errs := collbench("info", "--json")
	var in bench.Info
	if err := json.Unmarshal([]byte(out), &in); code != 0 || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, errs)
	}
	if len(in.Cores) == 0 || in.Kernel == "" || in.GOMAXPROCS < 1 {
		t.Errorf("%+v", in)
	}
	if code, out, _ := collbench("info"); code != 0 || !strings.Contains(out, in.Kernel+" in force") {
		t.Errorf("exit %d: %s", code, out)
	}
}

// TestInfoTuning: info says which table is in force, and why one is not.
func TestInfoTuning(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "tuning.json")
	if err := os.WriteFile(table, []byte(`{"format":"cayleycoll/tuning/1","rules":[{"coll":"alltoall","alg":"bruck"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		table:        table + ", rules: 1\n",
		bad:          "unusable: CAYLEYCOLL_TUNING: " + bad + ":1: the table does not end",
		dir + "/not": "unusable: CAYLEYCOLL_TUNING: ",
	} {
		t.Setenv("CAYLEYCOLL_TUNING", path)
		if code, out, errs := collbench("info"); code != 0 || errs != "" || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %q, no %q in\n%s", path, code, errs, want, out)
		}
	}
	t.Setenv("CAYLEYCOLL_TUNING", "")
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} { // with no table in it
		t.Setenv(name, dir)
	}
	code, out, _ := collbench("info", "--json")
	var in bench.Info
	if err := json.Unmarshal([]byte(out), &in); code != 0 || err != nil || in.Tuning == nil || *in.Tuning != (bench.Table{}) {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
	if _, out, _ := collbench("info"); !strings.Contains(out, "\ntuning table           built-in\n") {
		t.Error(out)
	}
}

// TestUnusableTable: what measures with the table says what is wrong with it, and nothing
// on stdout.
func TestUnusableTable(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CAYLEYCOLL_TUNING", bad)
	for _, args := range []string{"bench --coll barrier --procs 2", "peers --peer go-atomics --coll barrier --procs 2", "report --out " + t.TempDir()} {
		code, out, errs := collbench(strings.Fields(args + " --quick")...)
		if want := "collbench: CAYLEYCOLL_TUNING: " + bad + ":1: the table does not end"; code != 2 || out != "" || !strings.HasPrefix(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: exit %d, %q, %q", args, code, out, errs)
		}
	}
}

// TestNoCommand: without a command, the help is on stderr and nothing is done.
func TestNoCommand(t *testing.T) {
	code, out, errs := collbench()
	if code != 2 || out != "" || !strings.Contains(errs, "Available Commands:") || !strings.HasSuffix(errs, "\ncollbench: no command named, want one of those above\n") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

// TestOneLine: what cobra says in lines.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"unknown command \"x\" for \"collbench\"":                                                 "unknown command \"x\" for \"collbench\"; see collbench --help",
		"unknown command \"x for y\" for \"collbench completion\"":                                "unknown command \"x for y\" for \"collbench completion\"; see collbench completion --help",
		"unknown command \"s\" for \"collbench\"\n\nDid you mean this?\n\tschedule\n\tspectral\n": "unknown command \"s\" for \"collbench\"; did you mean schedule or spectral?",
		"no room for a file": "no room for a file",
		"coll: stalled: rank 1 waits\n\tlast calls of rank 1: none\n": "coll: stalled: rank 1 waits; last calls of rank 1: none",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestControlCharacters: a name that has some does not break the line that names it.
func TestControlCharacters(t *testing.T) {
	t.Setenv("CAYLEYCOLL_TUNING", "no\nta\tble\x1b")
	for want, args := range map[string][]string{
		"collbench: unknown flag: --fro\\nb; see collbench bench --help\n":      {"bench", "--fro\nb"},
		"collbench: CAYLEYCOLL_TUNING: tuning table: open no\\nta\\tble\\x1b: ": {"bench", "--quick", "--coll", "barrier", "--procs", "2"},
	} {
		if code, out, errs := collbench(args...); code != 2 || out != "" || !strings.HasPrefix(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, %q, %q, want %q", args, code, out, errs, want)
		}
	}
}

// TestHelpOfBench: what the columns steps, bound and graph are about.
func TestHelpOfBench(t *testing.T) {
	_, out, _ := collbench("bench", "--help")
	for _, want := range []string{"on the links of the graph", "which column graph shows", "has no schedule, steps and bound are 0", "For a v-form, bytes is the size of the mean block"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestNothingIsLost: whoever can't write what it prints says so, also where cobra does
// the printing.
func TestNothingIsLost(t *testing.T) {
	for _, line := range []string{"--help", "help bench", "bench --help", "--version", "info", "schedule --graph petersen --task broadcast"} {
		r, w := io.Pipe()
		r.CloseWithError(errors.New("disk full"))
		var errs strings.Builder
		if code := run(t.Context(), w, &errs, strings.Fields(line)); code != 2 || errs.String() != "collbench: disk full\n" {
			t.Errorf("%s: exit %d, %q", line, code, errs.String())
		}
	}
}

func TestWriteWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	for _, text := range []string{"one", "two"} {
		if err := writeWhole(t.Context(), name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(name); string(got) != text {
			t.Errorf("%q", got)
		}
	}
	other := name + "other"
	if err := os.WriteFile(other, nil, 0o666); err != nil { // as the umask has it
		t.Fatal(err)
	}
	want, _ := os.Stat(other)
	if info, _ := os.Stat(name); info.Mode() != want.Mode() {
		t.Errorf("mode %v, want %v", info.Mode(), want.Mode())
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	want, _ = os.Stat(name)
	if err := writeWhole(t.Context(), name, func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(name); info.Mode() != want.Mode() {
		t.Errorf("mode %v, want that of the file before, %v", info.Mode(), want.Mode())
	}
	os.Remove(other)
	left, _ := os.ReadDir(filepath.Dir(name))
	if len(left) != 1 {
		t.Errorf("%d files left", len(left))
	}
}
