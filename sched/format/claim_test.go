package format

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestFalseClaims: a bound that a count, the farthest vertex or a shorter schedule refutes.
func TestFalseClaims(t *testing.T) {
	const ring = `"task":"broadcast","graph":{"type":"cayley","name":"ring:3"},`
	const path = `"graph":{"type":"edges","n":3,"arcs":[[0,1],[1,0],[1,2],[2,1]]},`
	const near = `"task":"broadcast","scope":{"within":1},"bound":2,`
	const late = `"steps":2,"bound_kind":"LB3","template":[[1,0,0],[2,0,1]]}`
	for text, want := range map[string]string{
		ring + `"steps":9,"bound":9,"template":[[1,0,0],[9,0,1]]}`:                                    "format: the file claims a bound of 9, and there is a schedule in 1; want no more",
		ring + `"steps":9,"bound":2,"bound_kind":"LB3","template":[[1,0,0],[9,0,1]]}`:                 "format: the file claims a bound of 2, and there is a schedule in 1; want no more",
		ring + `"steps":9,"bound":9,"bound_kind":"LB3","template":[[1,0,0],[9,0,1]]}`:                 "format: the file claims a bound of 9, and there is a schedule in 1; want no more",
		ring + `"steps":9,"bound":2,"bound_kind":"T","template":[[1,0,0],[9,0,1]]}`:                   "format: the file claims a bound of 2 (T), and to count words and distances gives 1 (T); want no more",
		ring + `"steps":9,"bound":10,"template":[[1,0,0],[9,0,1]]}`:                                   "format: the file claims a bound of 10 for a schedule of 9 steps",
		ring + `"steps":9,"bound":1,"template":[[1,0,0],[9,0,1]]}`:                                    "",
		ring + `"steps":9,"template":[[1,0,0],[9,0,1]]}`:                                              "",
		`"task":"accumulate","root":0,` + path + `"steps":5,"bound":3,"sends":[[1,2,1,0],[5,1,0,0]]}`: "format: the file claims a bound of 3, and the farthest vertex in scope is at distance 2; want no more",
		`"task":"accumulate","root":0,` + path + `"steps":5,"bound":2,"sends":[[1,2,1,0],[5,1,0,0]]}`: "",
		`"task":"exchange",` + path + `"scope":{"within":1},"steps":4,"bound":4,"bound_kind":"?",
"sends":[[4,0,1,[0,1]],[1,1,0,[1,0]],[1,1,2,[1,2]],[1,2,1,[2,1]]]}`: "format: the file claims a bound of 4, and there is a schedule in 1; want no more",
		// Up to 256 vertices a shorter schedule is made; up to 2^28 arcs from all vertices are counted.
		near + `"graph":{"type":"cayley","name":"ring:256"},` + late:     "format: the file claims a bound of 2, and there is a schedule in 1; want no more",
		near + `"graph":{"type":"cayley","name":"ring:257"},` + late:     "",
		near + `"bound_kind":"T","graph":` + star(645) + neighbours(645): "format: the file claims a bound of 2 (T), and to count words and distances gives 1 (T); want no more",
		near + `"bound_kind":"T","graph":` + star(646) + neighbours(646): "",
	} {
		f, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1",` + text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := f.Verify(); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%.300s:\n%v, want\n%s", text, err, want)
		}
	}
}

// star is the graph of n vertices of which 0 is joined to all others, in a file.
func star(n int) string {
	var arcs []string
	for v := 1; v < n; v++ {
		arcs = append(arcs, fmt.Sprintf("[0,%d],[%d,0]", v, v))
	}
	return fmt.Sprintf(`{"type":"edges","n":%d,"arcs":[%s]},`, n, strings.Join(arcs, ","))
}

// neighbours is the schedule of a star within 1, in a step more than it takes.
func neighbours(n int) string {
	sends := []string{"[2,0,1,0],[1,1,0,1]"}
	for v := 2; v < n; v++ {
		sends = append(sends, fmt.Sprintf("[1,0,%d,0],[1,%d,0,%d]", v, v, v))
	}
	return `"steps":2,"sends":[` + strings.Join(sends, ",") + "]}"
}

// TestOwnClaims: the bounds that Plan gives are claims that pass, by all arguments and on
// graphs that are written as edges.
func TestOwnClaims(t *testing.T) {
	kinds := map[string]bool{}
	for _, spec := range []string{"circulant:9:1,3,4,6", "torus:4x8", "hypercube:3", "star:4", "dihedral:6:r,r3,r4,f,r2f,r5f", "circulant:13:1,3", "petersen", "johnson:6,3", "odd:4", "product(petersen;ring:3)"} {
		g, err := cayley.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for task := range sched.Task(3) {
			for _, model := range []sched.Model{sched.TwoWay, sched.OneWay} {
				for _, scope := range []sched.Scope{{}, {Within: 1}, {At: []int{2}}} {
					s, b, err := sched.Plan(g, sched.Request{Task: task, Model: model, Scope: scope, Method: "greedy"})
					if err != nil {
						t.Fatalf("%s: %v", spec, err)
					}
					kinds[b.Kind] = true
					f := reread(t, s, b)
					if err := f.Verify(); err != nil || f.Bound != b.Value {
						t.Errorf("%s %s %s %+v, bound %v: %v", spec, task, model, scope, b, err)
					}
				}
			}
		}
	}
	for _, kind := range []string{"T", "D", "LB2", "LB3", "load", "weights", "relays"} {
		if !kinds[kind] {
			t.Errorf("no bound by %s was claimed", kind)
		}
	}
}
