package format

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

func graph(t testing.TB, spec string) cayley.Cayley {
	t.Helper()
	g, err := cayley.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g.(cayley.Cayley)
}

// reread is a schedule written and read again.
func reread(t testing.TB, s sched.Schedule, b sched.Bound) *File {
	t.Helper()
	var text bytes.Buffer
	if err := Write(&text, s, b); err != nil {
		t.Fatal(err)
	}
	f, err := Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// schedules are one of each kind.
func schedules(t testing.TB, spec string) (list []sched.Schedule) {
	t.Helper()
	g := graph(t, spec)
	for _, o := range []sched.Options{{}, {Task: sched.Accumulate}, {Scope: sched.Scope{Within: 1}}, {Scope: sched.Scope{At: []int{1, 2}}}} {
		s, _, err := sched.Build(g, o)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Expand()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s, e)
	}
	x, err := sched.MakeExchange(g)
	if err != nil {
		t.Fatal(err)
	}
	e, err := x.Expand()
	if err != nil {
		t.Fatal(err)
	}
	return append(list, x, e)
}

func TestWriteThenRead(t *testing.T) {
	for _, spec := range []string{"hypercube:3", "torus:3x4", "circulant:9:1,3,4,6", "ring:200"} {
		for i, s := range schedules(t, spec) {
			var b bytes.Buffer
			if err := Write(&b, s, sched.Bound{Value: 1, Kind: "T"}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			f, err := Read(&b)
			if err != nil {
				t.Fatalf("%s %d: %v\n%.300s", spec, i, err, text)
			}
			if err := f.Verify(); err != nil {
				t.Errorf("%s %d: %v", spec, i, err)
			}
			back, err := f.Schedule()
			if err != nil {
				t.Fatal(err)
			}
			var again bytes.Buffer
			if err := Write(&again, back, sched.Bound{Value: f.Bound, Kind: f.BoundKind}); err != nil {
				t.Fatal(err)
			}
			if again.String() != text {
				t.Errorf("%s %d: not the same when written again", spec, i)
			}
			if reflect.TypeOf(back) != reflect.TypeOf(s) {
				t.Errorf("%s %d: %T read back as %T", spec, i, s, back)
			}
		}
	}
}

// TestOtherSchedulesRoundTrip: rooted, one-way and orbit schedules, as sends.
func TestOtherSchedulesRoundTrip(t *testing.T) {
	petersen := cayley.Petersen()
	for _, r := range []sched.Request{{}, {Task: sched.Accumulate}} {
		o, b, err := sched.Plan(petersen, r)
		if err != nil {
			t.Fatal(err)
		}
		oneWay, c, err := sched.Plan(graph(t, "star:4"), sched.Request{Task: r.Task, Model: sched.OneWay})
		if err != nil {
			t.Fatal(err)
		}
		rooted, d, err := sched.Rooted(petersen, 3, r.Task)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range []struct {
			sched.Schedule
			sched.Bound
		}{{o, b}, {oneWay, c}, {rooted, d}} {
			f := reread(t, s.Schedule, s.Bound)
			if err := f.Verify(); err != nil || f.Steps != s.Tau() || f.Rooted != (i == 2) || f.Bound != s.Value {
				t.Errorf("%v %d: %v", r.Task, i, err)
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	const head = `{"format":"cayleycoll/schedule/1","task":"broadcast",` + "\n"
	const exchange = `{"format":"cayleycoll/schedule/1","task":"exchange",`
	cube := `"graph":{"type":"hypercube","d":2},`
	for text, want := range map[string]string{
		``:              "cut short",
		"\xff\xfe{\x00": "line 1: want JSON in UTF-8, without a byte order mark",
		head + `"graph":{"type":"cayley","mul":[],"gens":[]},"steps":2,"template":[]}`: "0 rows",
		head + `"` + strings.Repeat("x", 400) + `":1}`:                                 "unknown key \"" + strings.Repeat("x", 80) + "\"",
		`{`:         "cut short",
		`[]`:        "line 1",
		head + cube: "line 2: the file is cut short",
		head + cube + `"steps":2,"template":[[1,0,0]`:                                         "cut short",
		head + cube + `"steps":2,"template":[[1,0]]}`:                                         "element 0 of template",
		head + cube + `"steps":2,"template":[[1,0,0],[1.5,0,1]]}`:                             "a fraction",
		head + cube + `"steps":99999999999,"template":[]}`:                                    "line 2: steps: a number above",
		head + cube + `"steps":2,"steps":2,"template":[]}`:                                    "comes twice",
		head + cube + `"steps":2}`:                                                            "one of",
		head + cube + `"steps":2,"template":[],"sends":[]}`:                                   `line 2: the file has both "template" and "sends", want one`,
		head + cube + `"stops":2,"template":[]}`:                                              `unknown key "stops"; a schedule has format, task, model, graph, `,
		head + `"graph":{"x":1}`:                                                              `graph has the unknown key "x"; a graph has type and name, and d, or mul and gens, or perm, or n and arcs`,
		head + `"template":[[]`:                                                               "0 numbers are too few, want [t,u,k], or [t,u,k,dst] of an exchange (element 0 of template)",
		head + `"template":[[1,2,3,4,5`:                                                       "more than 4 numbers, want [t,u,k], or [t,u,k,dst] of an exchange (element 0 of template)",
		head + `"sends":[[1,0,1]`:                                                             "3 numbers are too few, want [t,u,v,item], or [t,u,v,[src,dst]] of an exchange (send 0)",
		head + `"sends":[[1,2,3,4,5`:                                                          "more than 4 numbers, want [t,u,v,item], or [t,u,v,[src,dst]] of an exchange (send 0)",
		head + `"sends":[[1,0,0,-2147483648`:                                                  "a number below -2147483647 (send 0)",
		head + `"sends":[[1,0,0,2147483648`:                                                   "a number above 2147483647 (send 0)",
		head + cube + `"steps":2,"template":[]} x`:                                            "after the end",
		head + cube + `"steps":2,"template":[]}` + "\n\n x":                                   `line 4: "x" after the end`,
		head + cube + `"steps":2,"sends":[[1,0,1,[1,0]]]}`:                                    "task broadcast has elements [t,u,v,item] (send 0)",
		head + `"graph":{"type":"hypercube","d":28},"steps":2,"template":[]}`:                 "too many",
		head + `"graph":{"type":"hypercube","d":60},"steps":2,"template":[]}`:                 "dimension",
		head + `"graph":{"type":"edges","n":2000000000,"arcs":[[0,1]]},"steps":2,"sends":[]}`: "line 2: graph",
		head + `"graph":{"type":"edges","n":3,"arcs":[[0,1],[1,7]]},"steps":2,"sends":[]}`:    "arc 1",
		head + `"graph":{"type":"cayley","name":"file:/etc/passwd"},"steps":2,"template":[]}`: "another file",
		head + `"graph":{"type":"cube","d":2},"steps":2,"template":[]}`:                       `graph type is "cube", want one of hypercube, cayley, edges`,
		head + cube + `"model":"one-way","steps":2,"template":[]}`:                            "one-way",
		head + cube + `"scope":{"within":0},"steps":2,"template":[]}`:                         "scope within 0",
		`{"format":"cayleycoll/schedule/2"`:                                                   "cayleycoll/schedule/2",
		head + cube + `"steps":2,"template":[[1,0,0],[1,0,1,-1]]}`:                            "task broadcast has elements [t,u,k] (element 1 of template)",
		head + cube + `"steps":2,"template":[[1,0,0],` + "\n" + `[1,0,1],[2,2,0,1]]}`:         "line 3: task broadcast has elements [t,u,k] (element 2 of template)",
		head + cube + `"steps":2,"sends":[[1,0,1,0],[1,0,2,[0,1]]]}`:                          "task broadcast has elements [t,u,v,item] (send 1)",
		head + cube + `"steps":2,"root":4,` + "\n" + `"sends":[]}`:                            "line 2: root 4 is not a vertex: they are 0 to 3",
		head + cube + `"scope":{"at":[1,1]},"steps":2,"sends":[]}`:                            "line 2: scope at names distance 1 twice",
		head + `"graph":{"type":"edges","n":2,"arcs":[[0,1],[1,0]]},"steps":1,"template":[]}`: "line 2: a template needs a Cayley graph",
		head + `"graph":{"arcs":[[0,1]],"type":"hypercube","d":2},"steps":2,"template":[]}`:   `line 2: the graph has the key "arcs": those of type "hypercube" are d`,
		head + `"graph":{"type":"edges","n":2,"d":1,"arcs":[[0,1]]},"steps":2,"sends":[]}`:    `the key "d": those of type "edges" are n, arcs`,
		head + `"graph":{"type":"cayley","name":"ring:4","n":4},"steps":2,"template":[]}`:     `the key "n": those of type "cayley" are mul, gens, perm`,
		head + `"steps` + strings.Repeat("x", 400) + `" 1`:                                    `line 2: key "steps` + strings.Repeat("x", 75) + `": "1" where ":"`,
		head + `"steps\u000aformat: line 9": 1`:                                               "line 2: a key: a control character in a string",
		head + `"a\u009b":1}`:                                                                 "line 2: a key: a control character in a string",
		head + `"a\n":1}`:                                                                     "line 2: a key: a control character in a string",
		head + `"bound_kind":"\u001b[2J"`:                                                     "line 2: bound_kind: a control character in a string",
		head + `"bound_kind":"` + "\xff\xfe" + `"`:                                            "line 2: bound_kind: a string that is not UTF-8",
		head + `"steps":null`:                                                                 "line 2: steps: null, want a whole number",
		head + `"steps":"2"`:                                                                  "line 2: steps: a string, want a whole number",
		head + `"steps":1e0`:                                                                  "line 2: steps: a number with an exponent, want all its digits",
		head + `"graph":[]`:                                                                   "line 2: graph: a list, want an object",
		head + `"scope":true`:                                                                 "line 2: scope: true, want an object",
		head + `"template":{}`:                                                                "line 2: template: an object, want a list",
		head + `"template":[7]`:                                                               "line 2: template: a number, want a list (element 0 of template)",
		`{"format":1}`:                                                                        "line 1: format: a number, want a string",
		`{"task":null}`:                                                                       "line 1: task: null, want a string",
		`{"task":nought}`:                                                                     `line 1: task: "n", want a string`,
		`{7`:                                                                                  "line 1: a key: a number, want a string",
		head + `"graph":{"name` + strings.Repeat("x", 400) + `" 1`:                            `key "name` + strings.Repeat("x", 76) + `": "1" where ":"`,
		head + `"graph":{"type":"edges","name":"ab` + strings.Repeat("x", 400) + `","n":2,"arcs":[[0,1],[0,1]]},"steps":2,"sends":[]}`: "line 2: graph: ab" + strings.Repeat("x", 75) + "...: arc 1, [0,1], repeats",
		head + cube + `"bound_kind":"T",` + "\n" + `"steps":2,"template":[]}`:                                                          `line 2: "bound_kind" without "bound": give both, or neither`,
		head + `"graph":{"type":"cayley"},"steps":2,"template":[]}`:                                                                    "line 2: the graph does not say which: want mul and gens, or perm, or name",
		head + `"graph":{"type":"edges","n":3,"arcs":[[0,1],[1,2],[2,1]]},"steps":2,"sends":[]}`:                                       "line 2: graph: not strongly connected: no path from vertex 1 to vertex 0",
		head + `"graph":{"type":"edges","n":4,"arcs":[[0,1],[1,0],[2,3],[3,2]]},"steps":2,"sends":[]}`:                                 "line 2: graph: not connected: no path from vertex 0 to vertex 2",
		head + `"graph":{"type":"edges","n":3,"arcs":[[0,1],[1,7]]},"steps":2,"sends":[]} `:                                            "line 2: graph: arc 1",
		head + `"graph":{"type":"edges","n":3,"arcs":[[0,1],[1,2,0]`:                                                                   "line 2: arc 1 has 3 numbers, not 2",
		head + `"graph":{"type":"edges","n":3,"arcs":[[0]`:                                                                             "line 2: arc 0 has 1 numbers, not 2",
		head + `"graph":{"type":"edges","n":2,"arcs":[[0,1],[1,0],` + "\n[0,1],":                                                       "line 3: graph: arc 2, [0,1], repeats arc 0",
		head + `"graph":{"n":2,"arcs":[[0,1],[1,1],` + "\n[1,0],":                                                                      "line 2: graph: arc 1, [1,1]: a loop; an arc joins",
		head + `"graph":{"n":1,"arcs":[` + "\n[0,0],":                                                                                  "line 3: graph: arc 0, [0,0]: a loop",
		head + `"graph":{"n":0,` + "\n" + `"arcs":[[0,1],`:                                                                             "line 2: graph: 0 vertices; a graph has at least 1",
		head + `"graph":{"n":3,"arcs":[[1,2],[2,1],[1,2],[2,1],[1,2],` + "\n[2,1],[1,2],":                                              "line 2: graph: arc 2, [1,2], repeats arc 0",
		head + `"a` + "\x7f" + `":1}`:                                                                                                  "line 2: a key: a control character in a string",
		head + `"a` + "\u009b" + `":1}`:                                                                                                "line 2: a key: a control character in a string",
		`{"form\u006"`:                                                                                                                 "line 1: a key: a broken \\u escape",
		`{"form\u00g1t"`:                                                                                                               "line 1: a key: a broken \\u escape",
		`{"a\ud83d":1}`:                                                                                                                "line 1: a key: a broken \\u escape",
		`{"a\ud83dx":1}`:                                                                                                               "line 1: a key: a broken \\u escape",
		`{"a\ude00\ud83d":1}`:                                                                                                          "line 1: a key: a broken \\u escape",
		`{"\ud83d\ude00":2`:                                                                                                            `unknown key "😀"`,
		`{"form\xt"`:                                                                                                                   "line 1: a key: a broken escape",
		"{\"form\tt\"":                                                                                                                 "line 1: a key: a control character in a string",
		`{"\u0073t\u006F\u006fps\/\"\\":2`:                                                                                             `unknown key "stoops/\"\\"`,
		exchange + cube + `"root":0,"steps":1,"sends":[]}`:                                                                             "line 1: an exchange has no root",
		exchange + cube + `"steps":1,"sends":[[1,0,1,0]]}`:                                                                             "task exchange has elements [t,u,v,[src,dst]] (send 0)",
		head + `"graph":{"type":"cayley","name":"petersen"},"steps":3,"sends":[]}`:                                                     `line 2: graph: petersen is not a Cayley graph: want one, or its arcs as "edges"`,
		head + `"graph":{"type":"cayley","mul":[` + strings.Repeat("[],", 4097) + "\n":                                                 "line 2: mul has more than 4096 rows, the greatest order of a table",
		exchange + cube + `"steps":1,"template":[[1,0,0,1],[1,0,1]]}`:                                                                  "task exchange has elements [t,u,k,dst] (element 1 of template)",
		head + `"steps":1}`:                                                                                                            `line 2: the key "graph" is missing`,
		head + cube + `"root":1,"steps":2,` + "\n" + `"template":[]}`:                                                                  "line 2: the schedule of one root is written as sends",
		head + `"steps":-1`:                                                                                                            "line 2: steps is -1: it cannot be negative",
		head + `"steps":01`:                                                                                                            "line 2: steps: a number with a leading zero",
		head + `"steps":é`:                                                                                                             `line 2: steps: "é", want a whole number`,
		head + `"steps":1é`:                                                                                                            `line 2: the schedule: "é" where a comma or "}" should be`,
		head + `"steps"é`:                                                                                                              `line 2: key "steps": "é" where ":" should be`,
		head + cube + `"steps":0,"template":[]}é`:                                                                                      `line 2: "é" after the end of the schedule`,
		head + `"steps":1,}`:                                                                                                           "line 2: the schedule: a comma before the end",
		head + `"sends":[[1,0,1,0],` + "\n]":                                                                                           "line 3: sends: a comma before the end",
		head + `"sends":[[1,0 1,0]]`:                                                                                                   `line 2: sends: "1" where a comma or "]" should be (send 0)`,
		head + `"bound_kind":"` + strings.Repeat("x", 4097) + `"`:                                                                      "line 2: bound_kind: a string of more than 4096 bytes",
		head + `"scope":"some"`:                                                                                                        `line 2: scope is "some": it must be "all", {"within":l} or {"at":[…]}`,
		head + `"scope":{"at":[1,0]}`:                                                                                                  "line 2: scope at 0: a distance is at least 1",
		head + `"scope":{"at":[]}`:                                                                                                     "line 2: scope at no distance: want one at least, or no scope for all",
		head + `"graph":{"type":"edges",` + "\n" + `"type"`:                                                                            `line 3: graph: key "type" comes twice`,
		head + `"graph":{},"steps":1,"sends":[]}`:                                                                                      `line 2: the graph lacks the key "type"`,
		head + `"graph":{"type":"hypercube"},"steps":1,"sends":[]}`:                                                                    `line 2: the graph lacks the key "d"`,
		head + `"graph":{"type":"edges","arcs":[]},"steps":1,"sends":[]}`:                                                              `line 2: the graph lacks the key "n"`,
		head + `"graph":{"type":"cayley","gens":[1]},"steps":1,"sends":[]}`:                                                            `line 2: the graph lacks the key "mul"`,
	} {
		_, err := Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.ContainsFunc(err.Error(), unicode.IsControl) || len(err.Error()) > 300 {
			t.Errorf("%q: error %q, want %q", text, err, want)
		}
	}
}

func TestVerifyNamesTheElement(t *testing.T) {
	const head, cube = `{"format":"cayleycoll/schedule/1","steps":2,`, `"graph":{"type":"hypercube","d":2},`
	for text, want := range map[string]string{
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[2,1,1]]}`:                      "",
		`"task":"accumulate","template":[[2,1,0],[2,2,1],[1,3,0]]}`:                     "",
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[2,2,2]]}`:                      "element 2 of template [2,2,2]: 2 is not a generator",
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[2,2,0],[2,1,1]]}`:              "served twice",
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[2,1,1],[2,1,0]]}`:              "element 3 of template [2,1,0]: vertex 0 is where the schedule starts or ends",
		`"task":"accumulate","template":[[2,1,0],[1,0,1]]}`:                             "element 1 of template [1,0,1]: vertex 0 is where the schedule starts or ends",
		`"task":"broadcast","template":[[1,0,0],[1,0,1]]}`:                              "vertex 3 is not served",
		`"task":"broadcast","scope":{"within":1},"template":[[1,0,0],[1,0,1]]}`:         "no step after 1",
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[1,2,0]]}`:                      "at time 1",
		`"task":"broadcast","template":[[0,0,0],[1,0,1],[2,1,1]]}`:                      "element 0 of template [0,0,0]: time 0: times are 1 to 2",
		`"task":"exchange","template":[[1,0,0,1],[1,0,1,4]]}`:                           "element 1 of template [1,0,1,4]: 4 is not a vertex: they are 0 to 3",
		`"task":"exchange","template":[[1,0,0,1],[1,0,1,-1]]}`:                          "element 1 of template [1,0,1,-1]: -1 is not a vertex: they are 0 to 3",
		`"task":"exchange","sends":[[1,0,1,[0,-1]]]}`:                                   "send 0 [1,0,1,[0,-1]]: -1 is not a vertex: they are 0 to 3",
		`"task":"accumulate","template":[[2,3,1],[1,1,0],[2,2,0]]}`:                     "element 0 of template [2,3,1]: the sum of 3",
		`"task":"exchange","template":[[1,0,0,1]]}`:                                     "the word for vertex 2 does not move",
		`"task":"exchange","template":[[2,0,0,1],[1,0,1,2],[2,1,1,3],[1,0,0,3]]}`:       "",                                                                 // of one word the last step first
		`"task":"exchange","template":[[1,0,0,3],[1,0,1,2]]}`:                           "element 0 of template [1,0,0,3]: the word for vertex 3 ends at 1", // before that for 1, which is missing
		`"task":"exchange","template":[[1,0,0,1],[1,0,1,0]]}`:                           "element 1 of template [1,0,1,0]: the word of 0 for itself moves",
		`"task":"exchange","template":[[1,0,0,4],[0,0,1,2]]}`:                           "element 0 of template [1,0,0,4]: 4 is not a vertex", // in the order of the file
		`"task":"exchange","template":[[1,0,0,1],[2,3,0,3],[1,0,0,3]]}`:                 "element 1 of template [2,3,0,3]: the word for 3 is at vertex 1",
		`"task":"broadcast","graph":{"type":"hypercube","d":0},"template":[[1,0,0]]}`:   "element 0 of template [1,0,0]: the graph has no arcs",
		`"task":"broadcast","sends":[[1,0,3,0]]}`:                                       "the graph has no arc 0 → 3",
		`"task":"broadcast","sends":[[1,0,1,0]]}`:                                       "vertex 2 has no part in the broadcast of 0",
		`"task":"broadcast","root":0,"scope":{"at":[1]},"sends":[[1,0,1,0],[1,0,2,0]]}`: "no step after 1",
		`"task":"broadcast","sends":[[2,0,3,0]]}`:                                       "send 0 [2,0,3,0]: the graph has no arc 0 → 3",
		`"task":"broadcast","bound":3,"template":[[1,0,0],[1,0,1],[2,1,1]]}`:            "bound of 3",
	} {
		if !strings.Contains(text, `"graph"`) {
			text = cube + text
		}
		f, err := Read(strings.NewReader(head + text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		err = f.Verify()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range schedules(f, "hypercube:2") {
		var b bytes.Buffer
		if err := Write(&b, s, sched.Bound{}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"format":"cayleycoll/schedule/1","task":"broadcast","steps":2,"graph":{"type":"cayley","perm":[[1,2,0]]},"template":[[1,0,0],[2,1,0]]}`))
	f.Add([]byte(`{"format":"cayleycoll/schedule/1","task":"exchange","graph":{"type":"edges","n":2,"arcs":[[0,1],[1,0]]},"steps":1,"sends":[[1,0,1,[0,1]],[1,1,0,[1,0]]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		if file.Verify() != nil {
			return
		}
		s, _ := file.Schedule()
		if err := Write(&bytes.Buffer{}, s, sched.Bound{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestScopeOccurs: a file cannot pass by serving distances that its graph has not.
func TestScopeOccurs(t *testing.T) {
	// A star whose diameter takes too many looks at arcs by its degree, and few by its arcs.
	wide := `"task":"broadcast","graph":` + star(1300)
	for text, want := range map[string]string{
		`"scope":{"at":[9]},"steps":0,"sends":[]}`:   "sched: scope at names distance 9, want 1 to 2, the diameter of edges",
		`"scope":{"within":3},"steps":0,"sends":[]}`: "sched: vertex 1 has no part in the broadcast of 0",
		`"scope":{"within":1},` + neighbours(1300):   "<nil>",
	} {
		f, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1",` + wide + text))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); fmt.Sprint(err) != want {
			t.Errorf("%.30s: %v, want %s", text, err, want)
		}
	}
	for scope, want := range map[string]string{
		`{"at":[9]}`:   "scope at names distance 9, want 1 to 3, the diameter of hypercube:3",
		`{"at":[3,9]}`: "scope at names distance 9",
		`{"at":[3]}`:   "vertex 7 is not served",
		`{"within":4}`: "scope within names distance 4, want 1 to 3",
		`{"within":3}`: "vertex 1 is not served",
	} {
		f, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"hypercube","d":3},"scope":` + scope + `,"steps":0,"template":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("scope %s: %v, want %q", scope, err, want)
		}
	}
}

// TestScopeOfALongName: the graph's name is cut in what is wrong with the scope.
func TestScopeOfALongName(t *testing.T) {
	for _, root := range []string{"", `"root":0,`} {
		f, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"edges","name":"` + strings.Repeat("x", 4000) +
			`","n":2,"arcs":[[0,1],[1,0]]},` + root + `"scope":{"at":[9]},"steps":0,"sends":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err == nil || !strings.Contains(err.Error(), "want 1 to 1, the ") || len(err.Error()) > 300 {
			t.Errorf("%q: %v", root, err)
		}
	}
}

// TestControlCharactersRoundTrip: a name with control characters, quotes and backslashes is
// written so that it can be read.
func TestControlCharactersRoundTrip(t *testing.T) {
	table, err := cayley.CyclicGroup(2)
	if err != nil {
		t.Fatal(err)
	}
	c, err := cayley.NewCayley("a\n\x1b\x7f\u009bb\"\\c", table, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	s, b, err := sched.Build(c, sched.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := reread(t, s, sched.Bound{Value: b.Value, Kind: "\x7f"})
	if f.Graph.Name() != "a    b\"\\c" || f.BoundKind != " " {
		t.Errorf("read %q and %q", f.Graph.Name(), f.BoundKind)
	}
}

// TestElementsWithoutEnd: reading ends where no schedule has so many elements.
func TestElementsWithoutEnd(t *testing.T) {
	const head = `{"format":"cayleycoll/schedule/1",`
	const cube = `"graph":{"type":"hypercube","d":2},`
	const large = `"graph":{"type":"hypercube","d":17},`
	for text, most := range map[string]int{
		`"task":"broadcast",` + cube + `"template":[`:          1 << 16,
		`"task":"exchange","steps":9,` + cube + `"template":[`: 1 << 16,
		cube + `"sends":[`: 1 << 16,
		`"task":"accumulate",` + large + `"template":[`:             1<<17 - 1,
		`"task":"accumulate","root":0,` + large + `"sends":[`:       1<<17 - 1,
		`"task":"exchange","steps":10000,` + large + `"template":[`: 17 * 10000,
		`"steps":10000,` + large + `"template":[`:                   17 * 10000, // the task may be an exchange
	} {
		element := "[1,0,0,0],\n"
		if strings.Contains(text, `"task":"broadcast"`) || strings.Contains(text, `"template"`) {
			element = "[1,0,0],\n"
		}
		_, err := Read(io.MultiReader(strings.NewReader(head+text), endless(element)))
		want := fmt.Sprintf("format: line %d: %s: more than %d elements, more than the task, graph and steps above allow", most+1, text[strings.LastIndex(text, ",")+2:len(text)-3], most)
		if fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for key, want := range map[string]float64{"template": 1<<28 - 1, "sends": math.MaxInt32} { // the graph comes later
		if got := (&File{}).most(key, map[string]bool{"task": true}, nil); float64(got) != want {
			t.Errorf("%s: %d, want %v", key, got, want)
		}
	}
}

// endless is a text that comes again and again.
type endless string

func (e endless) Read(b []byte) (n int, err error) {
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	return n, nil
}

// TestFileWithoutGraph: a file that was not read has no graph, or one that Read refuses, and
// says so.
func TestFileWithoutGraph(t *testing.T) {
	apart, err := cayley.NewGraph("apart", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for want, files := range map[string][]*File{
		"format: a schedule without a graph":                                   {{}, {Template: true}, {Scope: sched.Scope{Within: 1}}, {Template: true, Task: sched.Exchange}},
		"format: a template needs a Cayley graph; petersen is not one":         {{Graph: cayley.Petersen(), Template: true}},
		"sched: vertex 1 has no part in the broadcast of 0":                    {{Graph: apart, Scope: sched.Scope{Within: 1}}},
		"sched: vertex 2 has no part in the broadcast of 3":                    {{Graph: apart, Scope: sched.Scope{Within: 1}, Rooted: true, Root: 3}},
		"sched: scope at names distance 9, want 1 to 1, the diameter of apart": {{Graph: apart, Scope: sched.Scope{At: []int{9}}}},
	} {
		for _, f := range files {
			if err := f.Verify(); err == nil || err.Error() != want {
				t.Errorf("%+v: %v, want %s", *f, err, want)
			}
		}
	}
}

// TestKeysAreTold: what refuses an unknown key lists those that are read.
func TestKeysAreTold(t *testing.T) {
	for head, keys := range map[string][]string{
		"{":          {"format", "task", "model", "graph", "scope", "root", "steps", "bound", "bound_kind", "template", "sends"},
		`{"graph":{`: {"type", "name", "d", "mul", "gens", "perm", "n", "arcs"},
	} {
		_, err := Read(strings.NewReader(head + `"x":1`))
		if err == nil {
			t.Fatal("the key x is read")
		}
		_, told, _ := strings.Cut(err.Error(), "; ")
		words := strings.FieldsFunc(told, func(r rune) bool { return r == ' ' || r == ',' })
		for _, key := range keys {
			if !slices.Contains(words, key) {
				t.Errorf("%s: %v: without %s", head, err, key)
			}
			if _, err := Read(strings.NewReader(head + `"` + key + `":?`)); strings.Contains(err.Error(), "unknown") {
				t.Errorf("%s: %v", head, err)
			}
		}
	}
}
