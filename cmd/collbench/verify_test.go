package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// file writes text to a file of the test's own.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "schedule.json")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestVerifyInvalid: exit 1 and one line on stdout that names the first offence.
func TestVerifyInvalid(t *testing.T) {
	const head = `{"format":"cayleycoll/schedule/1","graph":{"type":"hypercube","d":2},"steps":2,`
	for text, want := range map[string]string{
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[1,2,0]]}`:                      "element 2 of template [1,2,0]: the word is sent to 3 at time 1",
		`"task":"broadcast","template":[[1,0,0],[2,0,1],[2,1,1]]}`:                      "element 2 of template [2,1,1]: vertex 3 uses generator 1 at time 2, and so does vertex 2",
		`"task":"accumulate","template":[[1,1,0],[2,2,1],[2,3,0]]}`:                     "element 2 of template [2,3,0]: the sum of 3 leaves at time 2",
		`"task":"exchange","template":[[2,1,1,3],[1,0,0,1],[1,0,1,2],[1,0,0,3]]}`:       "element 3 of template [1,0,0,3]: the word for vertex 3",
		`"task":"exchange","template":[[1,0,0,1],[2,2,0,-1]]}`:                          "element 1 of template [2,2,0,-1]: -1 is not a vertex: they are 0 to 3",
		`"task":"accumulate","template":[[2,3,1],[1,1,0],[2,2,0]]}`:                     "element 0 of template [2,3,1]: the sum of 3 leaves at time 2 but 1 has passed its own on at 1",
		`"task":"broadcast","template":[[2,1,1],[2,0,1],[1,0,0]]}`:                      "element 1 of template [2,0,1]: vertex 2 uses generator 1 at time 2, and so does vertex 3",
		`"task":"broadcast","template":[[1,0,0],[2,0,1]]}`:                              "vertex 3 is not served",
		`"task":"broadcast","template":[[1,3,1],[1,0,1],[2,2,0]]}`:                      "element 0 of template [1,3,1]: the word is sent to 1 at time 1",
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[2,2,2]]}`:                      "element 2 of template [2,2,2",
		`"task":"broadcast","template":[[1,0,0],[1,0,1],[3,2,0]]}`:                      "element 2 of template [3,2,0",
		`"task":"exchange","template":[[1,0,0,1],[1,0,1,2],[1,0,0,3],[2,1,1,3]]}`:       "element 2 of template [1,0,0,3]: the word for vertex 3 takes generator 0 at time 1, and so does that for vertex 1",
		`"task":"exchange","template":[[1,0,0,1],[1,0,1,2],[2,0,0,3]]}`:                 "element 2 of template [2,0,0,3]: the word for vertex 3 ends at 1",
		`"task":"broadcast","scope":{"within":3},"template":[[1,0,0],[1,0,1],[2,2,0]]}`: "scope within names distance 3, want 1 to 2, the diameter of hypercube:2",
		`"task":"broadcast","sends":[[2,0,3,0]]}`:                                       "send 0 [2,0,3,0]: the graph has no arc 0 → 3",
		`"task":"broadcast","sends":[[1,0,1,0],[2,0,1,0]]}`:                             "send 1 [2,0,1,0]",
		`"task":"broadcast","bound":3,"template":[[1,0,0],[1,0,1],[2,1,1]]}`:            "bound of 3 for a schedule of 2 steps",
		`"task":"broadcast","model":"one-way","sends":[[1,0,1,0],[1,1,0,1],[2,0,2,0]]}`: "[1,1,0,1]",
	} {
		name := file(t, head+text)
		code, out, errs := collbench("verify", name)
		if code != 1 || errs != "" || !strings.HasPrefix(out, name+": invalid: ") || !strings.Contains(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: exit %d, stdout %q, stderr %q; want %q", text, code, out, errs, want)
		}
	}
}

// TestVerifyRootedScope: the distances of a scope are those from the root; of one vertex there
// are none.
func TestVerifyRootedScope(t *testing.T) {
	const star = `{"format":"cayleycoll/schedule/1","task":"broadcast","root":ROOT,"scope":{"at":[2]},
		"graph":{"type":"edges","n":4,"arcs":[[0,1],[1,0],[0,2],[2,0],[0,3],[3,0]]},"steps":STEPS,"sends":[SENDS]}`
	fill := func(root, steps, sends string) string {
		return file(t, strings.NewReplacer("ROOT", root, "STEPS", steps, "SENDS", sends).Replace(star))
	}
	if code, out, _ := collbench("verify", fill("0", "0", "")); code != 1 || !strings.Contains(out, "want 1 to 1, the greatest of root 0") {
		t.Errorf("exit %d: %s", code, out)
	}
	alone := file(t, `{"format":"cayleycoll/schedule/1","task":"broadcast","scope":{"within":1},"graph":{"type":"hypercube","d":0},"steps":0,"template":[]}`)
	if code, out, _ := collbench("verify", alone); code != 1 || out != alone+": invalid: a scope names distances, and hypercube:0 has none: it is one vertex\n" {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out, errs := collbench("verify", fill("1", "3", "[1,1,0,1],[2,0,2,1],[3,0,3,1]")); code == 2 {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// TestVerifyEveryChange: every change of one number of a valid file is noticed.
func TestVerifyEveryChange(t *testing.T) {
	valid := strings.Index(squareFile, `"template"`)
	for i := valid; i < len(squareFile); i++ {
		if squareFile[i] < '0' || squareFile[i] > '9' {
			continue
		}
		for digit := byte('0'); digit <= '9'; digit++ {
			if digit == squareFile[i] {
				continue
			}
			text := squareFile[:i] + string(digit) + squareFile[i+1:]
			if code, out, errs := collbench("verify", file(t, text)); code != 1 {
				t.Errorf("exit %d of\n%s%s%s", code, text, out, errs)
			}
		}
	}
}

// TestVerifyUnusable: exit 2 and FILE:LINE: on stderr.
func TestVerifyUnusable(t *testing.T) {
	for text, want := range map[string]string{
		"":                              ":1: the file is cut short",
		squareFile[:100]:                ":3: the file is cut short",
		squareFile[:len(squareFile)-10]: "the file is cut short",
		"hello":                         ":1: ",
		squareFile + "x":                "after the end",
		strings.Replace(squareFile, `"d":2`, `"d":60`, 1):                       ":3: ",
		strings.Replace(squareFile, `"task":"broadcast"`, `"task":"x"`, 1):      `:2: task is "x"`,
		strings.Replace(squareFile, `[1,0,1]`, `[1,0]`, 1):                      ":8: ",
		strings.Replace(squareFile, `"scope":"all"`, `"scope":{"within":0}`, 1): ":4: ",
		strings.Replace(squareFile, `"scope":"all"`, `"scope":{"at":[1,1]}`, 1): ":4: scope at names distance 1 twice",
		strings.Replace(squareFile, `[1,0,1]`, `[1,0,1,2]`, 1):                  ":8: task broadcast has elements [t,u,k]",
		strings.Replace(squareFile, `"cayleycoll/schedule/1"`, "1", 1):          ":1: format: a number, want a string",
		strings.Replace(squareFile, `"task":"broadcast"`, `"task":null`, 1):     ":2: task: null, want a string",
		strings.Replace(squareFile, `"d":2`, `"d":29`, 1):                       ":3: graph: hypercube:29: ",
		strings.Replace(squareFile, `"d":2`, `"d":2,"arcs":[[0,1]]`, 1):         `:3: the graph has the key "arcs"`,
	} {
		name := file(t, text)
		code, out, errs := collbench("verify", name)
		if code != 2 || out != "" || !strings.HasPrefix(errs, "collbench: "+name+":") || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, stdout %q, stderr %q; want %q", text, code, out, errs, want)
		}
	}
	refused(t, t.TempDir(), []refusal{
		{"verify", "no file named"},
		{"verify /no/such/file", "collbench: /no/such/file: no such file"},
		{"verify FILE", "directory"},
		{"verify --deep x", "unknown flag: --deep"},
	})
}

// TestVerifySeveral: a line for each, the worst exit code of all.
func TestVerifySeveral(t *testing.T) {
	good := file(t, squareFile)
	bad := file(t, strings.Replace(squareFile, "[2,2,0]", "[1,2,0]", 1))
	cut := file(t, squareFile[:100])
	code, out, errs := collbench("verify", good, bad, good)
	if lines := strings.Split(out, "\n"); code != 1 || errs != "" || len(lines) != 4 || lines[0] != good+": ok, 2 steps, bound 2" || !strings.HasPrefix(lines[1], bad+": invalid: ") || lines[2] != lines[0] {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, errs)
	}
	code, out, errs = collbench("verify", "/no/such/file", bad, cut, good)
	if code != 2 || strings.Count(out, "\n") != 2 ||
		!strings.HasPrefix(errs, "collbench: /no/such/file: ") || !strings.HasSuffix(errs, "\ncollbench: "+cut+":3: the file is cut short\n") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, errs)
	}
}

// TestVerifyNames: a name that would break its line is quoted.
func TestVerifyNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "two\nlines")
	if err := os.WriteFile(name, []byte(squareFile), 0o644); err != nil {
		t.Skip(err) // where no file is called so
	}
	if code, out, errs := collbench("verify", name); code != 0 || out != strconv.Quote(name)+": ok, 2 steps, bound 2\n" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	for _, args := range [][]string{{"verify", name + "/x"}, {"bench", "--meta", name + "/x"},
		{"schedule", "--graph", "ring:3", "--task", "broadcast", "-o", name + "/x"}} {
		code, out, errs := collbench(args...)
		if code != 2 || out != "" || !strings.Contains(errs, strconv.Quote(name+"/x")+": ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, %q, %q", args, code, out, errs)
		}
	}
}

// TestVerifyLarge: beyond the size that bounds are searched for there is one still.
func TestVerifyLarge(t *testing.T) {
	const n = 9000
	var arcs, sends []string
	for v := range n {
		to := (v + 1) % n
		arcs, sends = append(arcs, fmt.Sprintf("[%d,%d]", v, to)), append(sends, fmt.Sprintf("[1,%d,%d,%d]", v, to, v))
	}
	name := file(t, fmt.Sprintf(`{"format":"cayleycoll/schedule/1","task":"broadcast","model":"two-way","scope":{"within":1},
		"graph":{"type":"edges","n":%d,"arcs":[%s]},"steps":1,"sends":[%s]}`, n, strings.Join(arcs, ","), strings.Join(sends, ",")))
	if code, out, errs := collbench("verify", name); code != 0 || out != name+": ok, 1 steps, bound 1\n" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

func TestVerifyStdin(t *testing.T) {
	c := verifyCommand()
	var out bytes.Buffer
	c.SetIn(strings.NewReader(squareFile))
	c.SetOut(&out)
	c.SetArgs([]string{"-"})
	if err := c.ExecuteContext(t.Context()); err != nil || out.String() != "-: ok, 2 steps, bound 2\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	r, w := io.Pipe()
	w.CloseWithError(errors.New("disk gone"))
	out.Reset()
	c.SetIn(r)
	c.SilenceUsage, c.SilenceErrors = true, true
	if err := c.ExecuteContext(t.Context()); err == nil || err.Error() != "-:1: disk gone" || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}
