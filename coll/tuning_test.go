package coll

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/cayleycoll/cayleycoll/internal/program"
)

func TestTuningChooses(t *testing.T) {
	table := &Tuning{StreamBytes: 1 << 20, Rules: []Rule{
		{"allreduce", [2]int{4, 8}, [2]int64{0, 64}, "float64", Doubling},
		{"allreduce", [2]int{4, 8}, [2]int64{0, 512}, "", Tree},
		{"alltoall", [2]int{}, [2]int64{100, 0}, "", Bruck},
		{"allgather", [2]int{}, [2]int64{1, 0}, "", Tree},
	}}
	m := machine(t, Config{P: 8, Tuning: table})
	for _, c := range []struct {
		coll  string
		bytes int
		want  Algorithm
	}{
		{"allreduce", 8, Doubling}, {"allreduce", 56, Doubling}, {"allreduce", 64, Tree}, {"allreduce", 511, Tree},
		{"allreduce", 512, Direct}, {"alltoall", 99, Direct}, {"alltoall", 1 << 30, Bruck}, {"exchange", 8, Rings}, {"none", 8, ""},
		{"allgather", 0, Direct}, {"allgather", 1, Tree},
	} {
		if got := m.Choice(c.coll, c.bytes); got != c.want {
			t.Errorf("%s of %d bytes by %q, want %q", c.coll, c.bytes, got, c.want)
		}
	}
	for kind, want := range []algorithmID{byDoubling, byTree, byTree, byTree} {
		if got := m.world.pick(allreduce, 8, uint8(kind)); got != want {
			t.Errorf("%s by %v, want %v", elemNames[kind], got, want)
		}
	}
	if err := runAs[int64](m, trial{c: allreduce, n: 4, a: ""}); err != nil {
		t.Error(err)
	}
	if n := m.world.teams[0].counters.ran[allreduce][byTree].load(); n != 1 {
		t.Errorf("32 bytes of int64 ran by tree %d times", n)
	}
	for p, want := range map[int]Algorithm{3: Direct, 4: Doubling, 9: Direct, 16: Direct} {
		if got := machine(t, Config{P: p, Tuning: table}).Choice("allreduce", 8); got != want {
			t.Errorf("P=%d by %q, want %q", p, got, want)
		}
	}
	if got := machine(t, Config{P: 8, Tuning: table, Algorithm: Ring}).Choice("allreduce", 8); got != Ring {
		t.Errorf("Config.Algorithm is overruled by %q", got)
	}
}

// TestTuningObeyed: the bits are those of the algorithm that the table or the Config
// names.
func TestTuningObeyed(t *testing.T) {
	table := &Tuning{Rules: []Rule{
		{"allreduce", [2]int{}, [2]int64{0, 300}, "", Doubling},
		{"allreduce", [2]int{}, [2]int64{300, 0}, "", Ring},
		{"reducescatter", [2]int{}, [2]int64{0, 300}, "", Halving},
	}}
	for _, p := range sizes(3, 8) {
		for _, c := range []struct {
			by Algorithm // of the Config
			trial
		}{
			{"", trial{c: allreduce, a: Doubling, n: 30}},
			{"", trial{c: allreduce, a: Ring, n: 3000}},
			{"", trial{c: reducescatter, a: Halving, n: 30}},
			{"", trial{c: reducescatter, a: Direct, n: 3000}},
			{Cayley, trial{c: allreduce, a: Cayley, n: 30}},
		} {
			m := machine(t, Config{P: p, Tuning: table, Algorithm: c.by})
			if bytes := 8 * c.n; m.Choice(c.c.String(), bytes) != c.a {
				t.Errorf("P=%d: %s of %d bytes by %q, want %q", p, c.c, bytes, m.Choice(c.c.String(), bytes), c.a)
			}
			want := expected[float64](m.where(), c.trial)
			err := m.Run(context.Background(), func(q *Proc) error {
				free := c.trial
				free.a = ""
				v := prepare(q, free, inputs[float64](free, q.Rank(), p))
				v.call()
				return v.check(want(q.Rank()))
			})
			if err != nil {
				t.Errorf("P=%d: %v chosen: %v", p, c.trial, err)
			}
		}
	}
}

func TestTuningFile(t *testing.T) {
	table := &Tuning{StreamBytes: -1, Rules: []Rule{{"scan", [2]int{2, 64}, [2]int64{8, 4096}, "int32", Doubling}}}
	var b bytes.Buffer
	if err := table.Write(&b, "a test"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tuning.json")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CAYLEYCOLL_TUNING", path)
	if got := machine(t, Config{P: 2}).Config().Tuning; !reflect.DeepEqual(got, table) {
		t.Errorf("%+v, want %+v", got, table)
	}
	for text, want := range map[string]string{
		`{"format":"cayleycoll/tuning/2","rules":[]}`:                                                     `format is "cayleycoll/tuning/2", want "cayleycoll/tuning/1"`,
		"{\n\"rules\":[\n{\"coll\":3}]}":                                                                  ":3: rule 0: coll is a number, want a string",
		`{"format":"cayleycoll/tuning/1","speed":1}`:                                                      `unknown key "speed"; a table has format, machine,`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"allgather","alg":"spectral"}]}`:                `rule 0: allgather does not offer "spectral"`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"sum","alg":"direct"}]}`:                        `rule 0: unknown collective "sum"`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct","bytes":[9,8]}]}`:         "bytes are 9 to 8",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct","procs":[9,8]}]}`:         "procs are 9 to 8",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct","type":"byte"}]}`:         `unknown type "byte"`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"allreduce","alg":"spectral","type":"int32"}]}`: "rule 0: allreduce: a rule cannot choose \"spectral\"",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"alltoall","alg":"file"}]}`:                     "needs schedules",
		`{"format":"cayleycoll/tuning/1","rules":[]}}`:                                                    "something follows",
		`{"format":"cayleycoll/tuning/1"}`:                                                                `"rules" is missing`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct","procs":[2,3,4]}]}`:       "rule 0: procs has 3 numbers, want two numbers, from and to",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct","bytes":[8]}]}`:           "rule 0: bytes has 1 numbers",
		`{"format":"cayleycoll/tuning/1","rules":[]} x`:                                                   "something follows",
		"":                                 ":1: there is nothing, want an object",
		"{\n\"rules\":[\n":                 ":3: the table does not end",
		"{\n\"speed\":1,\n\"rules\":[]\n}": ":2: unknown key",
		"{\n\"rules\":[,\n\n]}":            ":2: rule 0: invalid character",
		"{\n\"rules\":[\n{\"procs\":\"2\"}\n\n]}": ":3: rule 0: procs is a string, want two numbers",
		"[]":                              ":1: the table is an array, want an object",
		"{\"rules\":{}}":                  "rules is an object, want a list of rules",
		"{\"rules\":[3]}":                 "rule 0: the rule is a number, want an object",
		"{\"stream_bytes\":\"\"}":         "stream_bytes is a string, want a whole number",
		strings.Repeat(" ", 1<<20) + "{}": "more than 1048576 bytes",
		"{\"format\":\"cayleycoll/tuning/1\",\n\"rules\":[],\n\"rules\":[]}":                                                                            `:3: key "rules" comes twice`,
		"{\"format\":\"cayleycoll/tuning/1\",\"rules\":[\n{\"coll\":\"scan\",\"alg\":\"direct\"},\n{\"alg\":\"direct\",\n\"\\u0061lg\":\"doubling\"}]}": `:4: rule 1: key "alg" comes twice`,
		`{"FORMAT":"cayleycoll/tuning/1","rules":[]}`:                                                                                                   `unknown key "FORMAT"`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","ALG":"direct"}]}`:                                                                     `rule 0: unknown key "ALG"`,
		"{\"format\":\"cayleycoll/tuning/1\",\"rules\":[\n\n{\"coll\":\"allreduce\"\n}]}":                                                               `:3: rule 0: "alg" is missing`,
		`{"format":"cayleycoll/tuning/1","rules":[{"alg":"direct"}]}`:                                                                                   `rule 0: "coll" is missing`,
		`{"rules":[]}`: `"format" is missing`,
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"barrier","alg":"tree"}]}`:                             `rule 0: barrier does not offer "tree", want direct`,
		"{\"format\":\"cayleycoll/tuning/1\",\"rules\":[\n{\"coll\":\"scan\",\n\"alg\":\"ring\"}]}":              `:2: rule 0: scan does not offer "ring"`,
		`{"format":"cayleycoll/tuning/1","stream_bytes":1.5,"rules":[]}`:                                         "stream_bytes is 1.5, want a whole number below 2^63",
		`{"format":"cayleycoll/tuning/1","rules":null}`:                                                          "rules is null, want a list of rules",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct","procs":[true,{}]}]}`:            "procs is true, want a whole number",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct"}`:                                "the table does not end",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"scan","alg":"direct"},]}`:                             "invalid character ']'",
		`{"format":"cayleycoll/tuning/1" "rules":[]}`:                                                            "invalid character '\"'",
		`{"format":"cayleycoll/tuning/1","rules":[{"coll":"` + strings.Repeat("x", 1000) + `","alg":"direct"}]}`: `"` + strings.Repeat("x", 80) + `"`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := New(Config{P: 2})
		if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
		_, err = ReadTuning(strings.NewReader(text))
		if why := plain(err, regexp.MustCompile("^:[0-9]+").ReplaceAllString(want, "")); why != "" || !strings.Contains(err.Error(), "tuning table, line ") {
			t.Errorf("%.60q: %v %s", text, err, why)
		}
	}
	t.Setenv("CAYLEYCOLL_TUNING", t.TempDir())
	if _, err := New(Config{P: 2}); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("a directory: %v", err)
	}
	t.Setenv("CAYLEYCOLL_TUNING", filepath.Join(t.TempDir(), "none"))
	if _, err := New(Config{P: 2}); !errors.Is(err, ErrUsage) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := New(Config{P: 2, Tuning: &Tuning{Rules: []Rule{{Collective: "x"}}}}); !errors.Is(err, ErrUsage) {
		t.Errorf("a rule for x: %v", err)
	}
	if _, err := ReadTuning(nil); plain(err, "ReadTuning without a file") != "" {
		t.Errorf("no reader: %v", err)
	}
	noDisk := errors.New("no disk")
	if _, err := ReadTuning(iotest.ErrReader(noDisk)); !errors.Is(err, noDisk) || err.Error() != "coll: tuning table: no disk" {
		t.Errorf("a reader that fails: %v", err)
	}
}

// TestRuleWithoutSchedule: a rule that the machine cannot follow is refused by New,
// not met in a call; one for other numbers of processors does not matter.
func TestRuleWithoutSchedule(t *testing.T) {
	rule := Rule{Collective: "broadcast", Algorithm: Ring}
	_, err := New(Config{P: program.MaxWritten + 1, Tuning: &Tuning{Rules: []Rule{rule}}})
	if why := plain(err, "Tuning: broadcast by ring on 4097 processors"); why != "" {
		t.Errorf("%v %s", err, why)
	}
	rule.Procs = [2]int{2, program.MaxWritten}
	machine(t, Config{P: program.MaxWritten + 1, Tuning: &Tuning{Rules: []Rule{rule}}})
}

// TestChoiceOfProc: a processor's choice knows Using, the type and the group.
func TestChoiceOfProc(t *testing.T) {
	table := &Tuning{Rules: []Rule{{"allreduce", [2]int{2, 2}, [2]int64{8, 64}, "int32", Doubling}}}
	m := machine(t, Config{P: 4, Tuning: table})
	err := m.Run(context.Background(), func(q *Proc) error {
		half := q.Split(q.Rank()/2, 0)
		for _, c := range []struct {
			p     *Proc
			bytes int
			elem  string
			want  Algorithm
		}{
			{q, 8, "int32", Direct}, {half, 8, "int32", Doubling}, {half, 64, "int32", Direct}, {half, 8, "float64", Direct},
			{half.Using(Tree), 8, "int32", Tree}, {half.Using(Bruck), 8, "int32", ""}, {q.Using(Spectral), 8, "float32", Spectral}, {q.Using(Spectral), 8, "int32", ""}, {q, 8, "byte", ""},
		} {
			if got := c.p.Choice("allreduce", c.bytes, c.elem); got != c.want {
				t.Errorf("%d bytes of %s in a group of %d: %q, want %q", c.bytes, c.elem, c.p.Size(), got, c.want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if got := machine(t, Config{P: 4, Algorithm: Ring}).Choice("barrier", 0); got != "" {
		t.Errorf("a barrier by %q, which it does not offer", got)
	}
}

func FuzzReadTuning(f *testing.F) {
	f.Add([]byte(`{"format":"cayleycoll/tuning/1","stream_bytes":5,"rules":[{"coll":"scan","procs":[2,4],"bytes":[0,9],"alg":"doubling"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := ReadTuning(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := table.Write(&b, ""); err != nil {
			t.Fatal(err)
		}
		again, err := ReadTuning(&b)
		if err != nil || len(again.Rules) != len(table.Rules) {
			t.Fatalf("%v: %+v, was %+v", err, again, table)
		}
		table.choicesFor(4)
	})
}

// TestStreams: results written past the caches are the same.
func TestStreams(t *testing.T) {
	for _, p := range sizes(2, 3, 8) {
		m := machine(t, Config{P: p, Tuning: &Tuning{StreamBytes: 1}})
		for c := broadcast; c < split; c++ {
			for _, inPlace := range []bool{false, true} {
				try := trial{c: c, a: offered[c][0], n: 5003, root: p - 1, inPlace: inPlace && c != broadcast && c != alltoallv}
				if err := runAs[float64](m, try); err != nil {
					t.Errorf("P=%d %v: %v", p, try, err)
				}
				if err := runAs[int32](m, try); err != nil {
					t.Errorf("P=%d %v of int32: %v", p, try, err)
				}
			}
		}
	}
}

// TestTableIsTheMachines: what the caller does to a table after New, or to that of
// Config, is not the machine's.
func TestTableIsTheMachines(t *testing.T) {
	table := &Tuning{Rules: []Rule{{Collective: "allreduce", Algorithm: Ring}}}
	m := machine(t, Config{P: 4, Tuning: table})
	table.Rules[0].Algorithm = "none"
	m.Config().Tuning.Rules[0].Algorithm = "none"
	err := m.Run(context.Background(), func(q *Proc) error {
		x := []float64{1}
		for _, q := range []*Proc{q, q.Split(0, 0)} {
			Allreduce(q, x, x, Sum)
			if a := q.Choice("allreduce", 8, "float64"); a != Ring {
				t.Errorf("rank %d: by %s", q.Rank(), a)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestNoTuningFile: a default place where there is no file, or can be none, is as good as
// none; a file there that is no table is not.
func TestNoTuningFile(t *testing.T) {
	home, err := os.UserConfigDir()
	if err != nil {
		t.Skip(err)
	}
	if runtime.GOOS != "linux" {
		t.Skipf("the user's configuration directory is %s", home)
	}
	t.Setenv("CAYLEYCOLL_TUNING", "")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), t.TempDir(), strings.Repeat("long", 2000)} {
		t.Setenv("XDG_CONFIG_HOME", dir)
		if got := machine(t, Config{P: 2}).Config().Tuning; !reflect.DeepEqual(got, &Tuning{}) {
			t.Errorf("%.60s: %+v", dir, got)
		}
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "cayleycoll", "tuning.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", dir)
	if _, err := New(Config{P: 2}); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("a directory by the table's name: %v", err)
	}
}

// TestRulesGoByABlock: a rule's bytes are those of one processor's vector, or of a block
// where there are blocks, for every collective and type.
func TestRulesGoByABlock(t *testing.T) {
	table := &Tuning{}
	for c := barrier; c < split; c++ {
		if len(offered[c]) > 1 {
			table.Rules = append(table.Rules, Rule{Collective: c.String(), Bytes: [2]int64{64, 65}, Algorithm: offered[c][len(offered[c])-1]})
		}
	}
	for i := range table.Rules {
		if r := &table.Rules[i]; r.Algorithm == Spectral {
			r.Algorithm = Halving
		}
	}
	m := machine(t, Config{P: 4, Tuning: table})
	want := map[string]uint64{}
	for _, r := range table.Rules {
		c, _ := collectiveOf(r.Collective)
		for _, n := range []int{7, 8, 9} {
			if err := errors.Join(runAs[int64](m, trial{c: c, n: n}), runAs[int32](m, trial{c: c, n: 2 * n})); err != nil {
				t.Error(err)
			}
		}
		want[r.Collective+" "+string(r.Algorithm)] = 2 // of 8 int64, of 16 int32
		want[r.Collective+" direct"] = 4
	}
	for _, c := range m.Counters() {
		if key := c.Collective + " " + string(c.Algorithm); c.Calls != want[key] {
			t.Errorf("%s: %d calls, want %d", key, c.Calls, want[key])
		}
	}
}

// TestBadRules: a rule for sizes that there are not is refused.
func TestBadRules(t *testing.T) {
	for _, c := range []struct {
		procs [2]int
		bytes [2]int64
		text  string // empty: it is none of these
	}{
		{[2]int{-1, 4}, [2]int64{}, "procs are -1 to 4"},
		{[2]int{1, MaxP + 1}, [2]int64{}, "procs are 1 to 65537"},
		{[2]int{1, MaxP}, [2]int64{}, ""},
		{[2]int{}, [2]int64{-1, 8}, "bytes are -1 to 8"},
		{[2]int{}, [2]int64{8, 8}, "bytes are 8 to 8"},
		{[2]int{3, 3}, [2]int64{8, 9}, ""},
	} {
		err := (&Tuning{Rules: []Rule{{"scan", c.procs, c.bytes, "", Doubling}}}).check()
		if (err == nil) != (c.text == "") || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v processors, %v bytes: %v, want %q", c.procs, c.bytes, err, c.text)
		}
	}
}

// TestWrittenTable: a table of no rules can be read again, and what is written says where
// it was measured.
func TestWrittenTable(t *testing.T) {
	var b bytes.Buffer
	if err := new(Tuning).Write(&b, "a test"); err != nil || !strings.Contains(b.String(), `"machine": "a test"`) {
		t.Errorf("%v: %s", err, b.String())
	}
	if table, err := ReadTuning(&b); err != nil || len(table.Rules) > 0 {
		t.Errorf("%+v: %v", table, err)
	}
}

// TestInstalledTable: New takes the table in the user's configuration directory, and
// refuses what is none.
func TestInstalledTable(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the user's configuration directory is elsewhere")
	}
	t.Setenv("CAYLEYCOLL_TUNING", "")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if err := os.MkdirAll(filepath.Dir(TuningPath()), 0o755); err != nil {
		t.Fatal(err)
	}
	table := &Tuning{StreamBytes: 1 << 20, Rules: []Rule{{"scan", [2]int{2, 64}, [2]int64{8, 4096}, "int32", Doubling}}}
	var b bytes.Buffer
	if err := errors.Join(table.Write(&b, ""), os.WriteFile(TuningPath(), b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	if got := machine(t, Config{P: 2}).Config().Tuning; !reflect.DeepEqual(got, table) {
		t.Errorf("%+v, want %+v", got, table)
	}
	if err := os.WriteFile(TuningPath(), []byte("[]"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Config{P: 2}); plain(err, TuningPath()) != "" {
		t.Errorf("no table: %v", err)
	}
}

// TestRuleWants: what the error of a rule with an unknown algorithm names would be right.
func TestRuleWants(t *testing.T) {
	for _, c := range Collectives() {
		err := (&Rule{Collective: c, Algorithm: "best"}).check()
		_, names, ok := strings.Cut(err.Error(), ", want ")
		if !ok {
			t.Fatalf("%s: %v", c, err)
		}
		for a := range strings.SplitSeq(strings.TrimPrefix(names, "one of "), ", ") {
			if err := (&Rule{Collective: c, Algorithm: Algorithm(a)}).check(); err != nil {
				t.Errorf("%s: %v", c, err)
			}
		}
	}
}
