package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/sched"
)

const squareFile = `{"format":"cayleycoll/schedule/1",
 "task":"broadcast", "model":"two-way",
 "graph":{"type":"hypercube","d":2},
 "scope":"all",
 "steps":2, "bound":2, "bound_kind":"T",
 "template":[
  [1,0,0],
  [1,0,1],
  [2,2,0]
 ]}
`

func TestScheduleGolden(t *testing.T) {
	code, out, errs := collbench("schedule", "--graph", "hypercube:2", "--task", "broadcast", "-o", "-")
	if code != 0 || out != squareFile || errs != "broadcast on hypercube:2: 2 steps, bound 2 (T), as short as can be\n" {
		t.Errorf("exit %d, stderr %q, stdout\n%s", code, errs, out)
	}
}

// TestScheduleOfARoot: the moves are those of the root alone, the summary names it, a machine
// follows the file, and other formats have it too.
func TestScheduleOfARoot(t *testing.T) {
	code, out, errs := collbench("schedule", "--graph", "petersen", "--task", "broadcast", "--root", "3")
	if code != 0 || !strings.Contains(out, `"root":3`) || errs != "broadcast from root 3 on petersen: 2 steps, bound 2 (D), as short as can be\n" {
		t.Fatalf("exit %d, stderr %q, stdout\n%s", code, errs, out)
	}
	s, err := coll.FromSchedule(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	m, err := coll.New(coll.Config{P: 10, Schedules: []sched.Schedule{s}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		x := []float64{float64(p.Rank())}
		coll.Broadcast(p.Using(coll.File), x, 3)
		if x[0] != 3 {
			t.Errorf("rank %d has %v", p.Rank(), x[0])
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	code, _, errs = collbench("schedule", "--graph", "ring:5", "--task", "accumulate", "--root", "2")
	if code != 0 || errs != "accumulate to root 2 on ring:5: 2 steps, bound 2 (D), as short as can be\n" {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
	for form, want := range map[string]string{"json": `"root":1`, "dot": `1 -> 2 [t=1, item="1"];`, "goal": "recv 8b from 1 tag 1", "graphml": `<node id="n1">`} {
		if code, out, errs := collbench("schedule", "--graph", "ring:5", "--task", "broadcast", "--root", "1", "--format", form); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %s, no %q in\n%s", form, code, errs, want, out)
		}
	}
}

// TestScheduleThenVerify makes schedules of every task, method and model and
// lets verify read them.
func TestScheduleThenVerify(t *testing.T) {
	dir := t.TempDir()
	arcs := func(name, list string) string {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"n":4,"arcs":[`+list+`]}`), 0o600); err != nil {
			t.Fatal(err)
		}
		return "file:FILE/" + name
	}
	for i, c := range []struct {
		args         string
		steps, bound int
	}{
		{"--graph hypercube:5 --task broadcast", 7, 7},
		{"--graph hypercube:5 --task accumulate --method regular", 7, 7},
		{"--graph hypercube:5 --task exchange", 16, 16},
		{"--graph hypercube:5 --task broadcast --within 2", 3, 3},
		{"--graph hypercube:5 --task accumulate --within 2", 3, 3},
		{"--graph hypercube:5 --task exchange --at 4", 4, 4},
		{"--graph hypercube:5 --task exchange --at 4,5", 5, 5},
		{"--graph hypercube:5 --task exchange --at 5,4 --at 5", 5, 5}, // each counts once
		{"--graph hypercube:5 --task broadcast --links one-way", 13, 13},
		{"--graph hypercube:5 --task accumulate --links one-way --within 2", 6, 6},
		{"--graph hypercube:5 --task exchange --links one-way", 32, 32},
		{"--graph hypercube:3 --task broadcast --links one-way --at 1,2,3", 5, 5},
		{"--graph hypercube:3 --task accumulate --links one-way --at 3", 3, 3},
		{"--graph hypercube:4 --task broadcast --method tree", 15, 4},
		{"--graph hypercube:4 --task accumulate --method ring", 15, 4},
		{"--graph hypercube:0 --task exchange", 0, 0},
		{"--graph circulant:9:1,3,4,6 --task broadcast --method exact", 3, 3}, // errata 13
		{"--graph circulant:9:1,3,4,6 --task exchange", 5, 5},
		{"--graph circulant:7:1,2 --task accumulate --method regular", 3, 3}, // directed: errata 3
		{"--graph circulant:7:1,2 --task broadcast --method regular", 3, 3},
		{"--graph dihedral:4:r,f --task accumulate", 4, 4},
		{"--graph star:4 --task broadcast --method greedy", 8, 8},
		{"--graph star:4 --task broadcast --method regular --links one-way", 16, 16},
		{"--graph torus:3x4 --task broadcast", 3, 3},
		{"--graph ring:7 --task broadcast --links one-way", 6, 6},
		{"--graph petersen --task broadcast", 3, 3},
		{"--graph petersen --task accumulate", 3, 3},
		{"--graph product(ring:3;petersen) --task broadcast --method exact", 6, 6},
		{"--graph hypercube:5 --task broadcast --at 2,4", 5, 5},
		{"--graph circulant:9:1,3,4,6 --task broadcast --links one-way", 3, 3},
		{"--graph dihedral:6:r,f --task accumulate --links one-way", 8, 8},
		{"--graph star:5 --task exchange --method exact", 111, 111},
		{"--graph star:4 --task broadcast --method ring", 23, 8},
		{"--graph petersen --task exchange", 5, 5},
		{"--graph johnson:5,2 --task exchange --method exact", 2, 2},
		{"--graph ring:8 --task exchange", 8, 8},
		{"--graph ring:6 --task exchange --links one-way", 9, 9},
		{"--graph torus:3x4 --task exchange", 6, 6},
		{"--graph petersen --task broadcast --links one-way", 6, 6},
		{"--graph petersen --task exchange --links one-way", 10, 10},
		{"--graph odd:4 --task accumulate --method ring", 34, 9},
		{"--graph petersen --task broadcast --method tree", 3, 3},
		{"--graph hypercube:4 --task broadcast --root 0", 4, 4},
		{"--graph petersen --task broadcast --root 3", 2, 2},
		{"--graph petersen --task accumulate --root 9 --links two-way --method auto", 2, 2},
		{"--graph circulant:7:1,2 --task accumulate --root 5", 3, 3}, // directed
		{"--graph hypercube:0 --task broadcast --root 0", 0, 0},
		{"--graph " + arcs("path", "[0,1],[1,0],[1,2],[2,1],[2,3],[3,2]") + " --task broadcast --root 1", 2, 2},
		{"--graph " + arcs("path", "[0,1],[1,0],[1,2],[2,1],[2,3],[3,2]") + " --task accumulate --root 3", 3, 3},
		{"--graph " + arcs("path", "[0,1],[1,0],[1,2],[2,1],[2,3],[3,2]") + " --task broadcast", 3, 3},
		{"--graph " + arcs("chord", "[0,1],[1,2],[2,3],[3,0],[0,2]") + " --task accumulate --links one-way", 3, 3},
		{"--graph " + arcs("chord", "[0,1],[1,2],[2,3],[3,0],[0,2]") + " --task accumulate --within 1", 1, 1},
	} {
		name := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		code, out, errs := collbench(append([]string{"schedule", "-o", name}, fields(c.args, dir)...)...)
		if code != 0 || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("schedule %s: exit %d, stdout %q, stderr %q", c.args, code, out, errs)
			continue
		}
		if graph := fields(c.args, dir)[1]; strings.HasPrefix(graph, "circulant:") { // and not the reversed one
			if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), `"name":"`+graph+`"`) {
				t.Errorf("schedule %s: for another graph than %s: %v, %.200s", c.args, graph, err, text)
			}
		}
		code, out, errs = collbench("verify", name)
		if want := fmt.Sprintf("%s: ok, %d steps, bound %d\n", name, c.steps, c.bound); code != 0 || out != want || errs != "" {
			t.Errorf("schedule %s: verify: exit %d, stdout %q, stderr %q; want %q", c.args, code, out, errs, want)
		}
	}
}

func TestScheduleFormats(t *testing.T) {
	for form, want := range map[string]string{
		"json":            `"template":[`,
		"dot":             "2 -> 3 [gen=0, t=2];",
		"graphml":         `<node id="n3">`,
		"goal":            "send 8b to 1 tag 1 nic 0",
		"goal --bytes 64": "send 64b to 1 tag 1 nic 0",
		"msccl":           `coll="allgather"`,
	} {
		code, out, errs := collbench(strings.Fields("schedule --graph hypercube:2 --task broadcast --format " + form)...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %s, no %q in\n%s", form, code, errs, want, out)
		}
		if form == "msccl" || form == "graphml" {
			d := xml.NewDecoder(strings.NewReader(out))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Errorf("%s: %v", form, err)
					break
				}
			}
		}
	}
}

// TestScheduleAnswersNo: what was asked for does not exist. Exit 1, one line.
func TestScheduleAnswersNo(t *testing.T) {
	t.Chdir(t.TempDir())
	const perm = "perm5.json" // a short name: long ones are cut
	if err := os.WriteFile(perm, []byte(`{"perm":[[1,2,3,4,0],[1,0,2,3,4]]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"--graph circulant:12:1,11,5,7,6 --task broadcast --method regular": "has no regular order: all 4 vertices",
		"--graph circulant:9:1,3,4,6 --task accumulate --method regular":    "has no regular order",
		"--graph ring:220 --task exchange --method exact":                   "not proved shortest",
		"--graph petersen --task broadcast --method ring":                   "the graph has no Hamiltonian cycle (a graph without a group needs one): all choices were tried",
		"--graph file:FILE --task accumulate --method regular":              "file:" + perm + ", its arcs turned round for an accumulation, has no regular order: 11 vertices",
		"--graph file:FILE --task broadcast --method ring":                  "file:" + perm + ": no ring: no Hamiltonian path from vertex 0 (enough on a Cayley graph) was found within the limits",
		"--graph file:FILE --task accumulate --method ring":                 "file:" + perm + ": no ring: no Hamiltonian path to vertex 0 (enough on a Cayley graph) was found within the limits",
	} {
		code, out, errs := collbench(append([]string{"schedule"}, fields(args, perm)...)...)
		if code != 1 || out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("schedule %s: exit %d, stdout %q, stderr %q", args, code, out, errs)
		}
	}
}

func TestScheduleBadInput(t *testing.T) {
	const q = "schedule --graph hypercube:5 --task broadcast "
	refused(t, t.TempDir(), []refusal{
		{"schedule", "--task is missing, want one of broadcast, accumulate, exchange"},
		{"schedule --task broadcast", "--graph is missing"},
		{"schedule --graph cube:3 --task broadcast", "no graph family"},
		{"schedule --graph ring:5 --task gossip", `--task is "gossip", want one of`},
		{q + "--links both", `--links is "both", want one of two-way, one-way`},
		{q + "--method magic", `--method is "magic", want one of auto, regular`},
		{q + "--format yaml", `--format is "yaml", want one of json`},
		{q + "--root 1 --format goal --bytes 0", "--bytes is 0, want 1 to 1073741824"},
		{q + "--bytes 0", "--bytes is 0, want 1 to 1073741824"},
		{q + "--format goal --bytes 1073741825", "--bytes is 1073741825, want 1 to 1073741824"},
		{q + "--format goal --bytes " + fmt.Sprint(math.MaxInt), fmt.Sprintf("--bytes is %d, want 1 to 1073741824", math.MaxInt)},
		{q + "--links=", "--links is empty; give a value (see collbench schedule --help) or leave --links out"},
		{"schedule --graph ring:5 --task=", "--task is empty; give a value (see collbench schedule --help)\n"},
		{q + "--bytes 16", "--bytes is for --format goal, whose words have a size; --format is json"},
		{q + "--within 0", "--within names distance 0, want 1 to 5"},
		{q + "--within 6", "--within names distance 6, want 1 to 5"},
		{q + "--within two", "--within"},
		{q + "--at 2,6", "--at names distance 6"},
		{q + "--at -1", "--at names distance -1"},
		{q + "--at 1,", `--at is "1,", want whole numbers such as 2,3`},
		{q + "--output=", "-o is empty; give a value (see collbench schedule --help) or leave -o out"},
		{"schedule --graph petersen --task broadcast --method regular -o /no/such/folder/x", "-o /no/such/folder/x: "}, // before any work
		{"schedule --graph reverse() --task broadcast", "reverse() names no graph; the form is reverse(G)"},
		{q + "--at 3 --within 2", "--within and --at exclude each other"},
		{q + "--within 2 --method regular", "collbench: --method regular serves every distance"},
		{q + "--root 32", "collbench: --root is 32, want a vertex of hypercube:5, 0 to 31\n"},
		{q + "--root -1", "collbench: --root is -1, want a vertex, 0 or more\n"},
		{q + "--root one", `--root is "one", want a whole number`},
		{q + "--root=", "--root is empty; give a value (see collbench schedule --help) or leave --root out"},
		{"schedule --graph hypercube:5 --task exchange --root 0", "collbench: --root is for broadcast and accumulate; an exchange has no root\n"},
		{q + "--root 1 --within 2", "collbench: --root serves every distance; leave --within and --at out\n"},
		{q + "--root 1 --at 2", "collbench: --root serves every distance; leave --within and --at out\n"},
		{q + "--root 1 --links one-way", "uses no edge in both directions; leave --links one-way out\n"},
		{q + "--root 1 --method tree", "leave --method tree out\n"},
		{q + "--root 1 --format msccl", "collbench: --format msccl holds only schedules of all vertices; leave --root out\n"},
		{"schedule --graph torus:2x3 --root 0", "--task is missing"},
		{q + "extra", "\"extra\" is not a flag; see collbench schedule --help"},
		{"schedule --graph ring:5 --task exchange --method tree", "method tree"},
		{"schedule --graph petersen --task exchange --method tree", "collbench: --method tree makes no exchange"},
		{"schedule --graph petersen --task exchange --method regular", "collbench: --method regular makes no exchange"},
		{"schedule --graph hypercube:0 --task broadcast --within 1", "--within and --at name distances, and hypercube:0 has none: it is one vertex"},
		{"schedule --graph petersen --task broadcast --method regular", "collbench: --method regular needs a Cayley graph; petersen is not one"},
		{"schedule --graph hypercube:3 --task exchange --format msccl", "collbench: --format msccl cannot express an exchange, only broadcast and accumulate\n"},
		{"schedule --graph hypercube:11 --task broadcast --format msccl", "1024"},
		{"schedule --graph johnson:14,7 --task broadcast --format msccl", "collbench: --format msccl: MSCCL: 3432 ranks: its parsers take at most 1024\n"}, // before any work
		{"schedule --graph complete:200 --task accumulate --format msccl", "--format msccl: MSCCL: 399 thread blocks a rank: its parsers take at most 216\n"},
		{"schedule --graph hypercube:24 --task broadcast --format goal", "--format goal: GOAL: 281474959933440 messages: want at most 67108864, as of a smaller graph or scope\n"},
		{"schedule --graph johnson:30,15 --task exchange", "collbench: --graph: johnson:30,15: 5348880 templates of 155117520 vertices with 225 arcs each are too many for an exchange"},
		{"schedule --graph hypercube:14 --task exchange --links one-way", "--graph: too many sends to write out: 1879048192, the limit is 268435456; want --links two-way or a smaller graph\n"},
		{"schedule --graph hypercube:15 --task broadcast --links one-way", "the limit is 268435456; want --links two-way or a smaller graph\n"},
		{"schedule --graph johnson:20,10 --task broadcast --method ring", "the limit is 268435456; want a smaller graph\n"},
		{"schedule --graph johnson:20,10 --task broadcast", "templates of 184756 vertices are too many: want a smaller graph, or one with more symmetry, of at most 268435456 entries in all\n"},
		{"schedule --graph hypercube:13 --task exchange --format dot -o FILE.dot", "collbench: --format dot: too many sends to write out: 436207616, the limit is 268435456; want --format json, which keeps the template"},
		{"schedule --graph product(petersen;ring:2000) --task broadcast -o FILE.json", "collbench: --graph: too many sends to write out: 399980000, the limit is 268435456; want a smaller graph\n"},
		{"schedule --graph product(petersen;ring:2000) --task broadcast --links one-way", "collbench: --graph: too many sends to write out: 399980000, the limit is 268435456; want a smaller graph\n"},
		{q + "-o /no/such/folder/x", "-o /no/such/folder/x: "},
		{q + "-o FILE", "is a directory"},
	})
}
