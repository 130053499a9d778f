package format

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestManyVerticesOfAName: a schedule with an element for every vertex but one is read on
// any graph, whatever its scope; with fewer Write refuses what Read would.
func TestManyVerticesOfAName(t *testing.T) {
	const p = 12000
	g, err := cayley.Complete(p)
	if err != nil {
		t.Fatal(err)
	}
	s := &sched.Template{Graph: g, Steps: 1, Scope: sched.Scope{At: []int{1}}, Gen: make([]int32, p), Time: make([]int32, p)}
	s.Gen[0] = -1
	for v := 1; v < p; v++ {
		s.Gen[v], s.Time[v] = int32(v-1), 1
	}
	if err := reread(t, s, sched.Bound{}).Verify(); err != nil {
		t.Error(err)
	}
	const want = "12000 vertices and 143988000 arcs are too many for 11998 elements: want 11999 or more (scope \"all\" has them), or at most 4194304 vertices and 134217728 arcs"
	s.Gen[1], s.Time[1] = -1, 0
	var text bytes.Buffer
	if err := Write(&text, s, sched.Bound{}); err == nil || err.Error() != "format: complete:12000: "+want || text.Len() > 0 {
		t.Errorf("wrote %d bytes: %v", text.Len(), err)
	}
	e := &sched.Explicit{Graph: g, Rooted: true, Steps: 1, Sends: []sched.Send{{Time: 1, To: 1}}, Scope: s.Scope}
	if err := Write(io.Discard, e, sched.Bound{}); err == nil || !strings.Contains(err.Error(), "too many for 1 elements") {
		t.Errorf("one send: %v", err)
	}
}

// TestShortFilesTakeLittle: a file of 200 bytes takes no memory by the name of its graph.
func TestShortFilesTakeLittle(t *testing.T) {
	for _, name := range []string{"hypercube:23", "reverse(complete:268435456)", "product(complete:134217728;ring:2)", "product(bipartite:33554432;ring:2)"} {
		text := `{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"cayley","name":"` + name +
			`"},"scope":{"within":1},"steps":1,"template":[[1,0,0]]}`
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(strings.NewReader(text))
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "too many for 1 elements: want ") {
			t.Errorf("%s: %v", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%s: took %d bytes", name, n)
		}
	}
}

// TestManyArcsOfPermutations: an arc of listed permutations takes longer to find, so a short
// file may ask for fewer of them.
func TestManyArcsOfPermutations(t *testing.T) {
	var swaps []string // of two of nine points
	for i := range 9 {
		for j := range i {
			list := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
			list[i], list[j] = j, i
			swaps = append(swaps, strings.ReplaceAll(fmt.Sprint(list), " ", ","))
		}
	}
	for n, want := range map[int]string{
		23: "<nil>",
		24: "format: line 1: graph: 362880 vertices and 8709120 arcs are too many for 1 elements: want 362879 or more (scope \"all\" has them), or at most 4194304 vertices and 8388608 arcs",
	} {
		_, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"cayley","perm":[` + strings.Join(swaps[36-n:], ",") +
			`]},"scope":{"within":1},"steps":1,"template":[[1,0,0]]}`))
		if got := fmt.Sprint(err); got != want {
			t.Errorf("%d permutations: %s", n, got)
		}
	}
	swaps = nil // apart, of many points
	for i := range 17 {
		list := make([]int, 66)
		for x := range list {
			list[x] = x
		}
		list[2*i], list[2*i+1] = 2*i+1, 2*i
		swaps = append(swaps, strings.ReplaceAll(fmt.Sprint(list), " ", ","))
	}
	for n, want := range map[int]string{16: "<nil>", 17: "or at most 4194304 vertices and 2097152 arcs"} {
		_, err := Read(strings.NewReader(`{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"cayley","perm":[` + strings.Join(swaps[:n], ",") +
			`]},"scope":{"within":1},"steps":1,"template":[[1,0,0]]}`))
		if got := fmt.Sprint(err); !strings.HasSuffix(got, want) {
			t.Errorf("%d permutations of 66 points: %s", n, got)
		}
	}
}

// TestWritersWithoutGraph: what lacks its graph or its parts is an error of every writer.
func TestWritersWithoutGraph(t *testing.T) {
	cube, err := cayley.Hypercube(3)
	if err != nil {
		t.Fatal(err)
	}
	starts := func(list ...int) *sched.ExchangeTemplate {
		return &sched.ExchangeTemplate{Graph: cube, Steps: 1, Start: list, Gen: []int32{0}, Time: []int32{1}}
	}
	untimed := starts(0, 0, 1, 1, 1, 1, 1, 1, 1)
	untimed.Time = nil
	for _, s := range []sched.Schedule{&sched.Template{}, &sched.ExchangeTemplate{}, &sched.ExchangeTemplate{Graph: cube}, &sched.Explicit{}, &sched.OrbitSchedule{}, nil,
		(*sched.Template)(nil), (*sched.ExchangeTemplate)(nil), (*sched.Explicit)(nil), (*sched.OrbitSchedule)(nil),
		starts(0, 0, 9, 1, 1, 1, 1, 1, 1), starts(0, 1, 1, 1, 1, 1, 1, 1, 9), starts(0, 1, 1, 1, 1, 1, 1, 1, 0), starts(-1, 1, 1, 1, 1, 1, 1, 1, 1), untimed} {
		for i, err := range []error{Write(io.Discard, s, sched.Bound{}), WriteScheduleDOT(io.Discard, s), WriteGOAL(io.Discard, s, 8), WriteMSCCL(io.Discard, s, "x")} {
			if err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("writer %d of a %T: %v", i, s, err)
			}
		}
	}
}

// TestWritersRefuseWhatFitsNoGraph: a template whose entries the graph has not makes no writer panic.
func TestWritersRefuseWhatFitsNoGraph(t *testing.T) {
	g, err := cayley.Hypercube(1)
	if err != nil {
		t.Fatal(err)
	}
	for want, s := range map[string]sched.Schedule{
		"format: template of 1 generators and 2 times for 2 vertices: verify the schedule first": &sched.Template{Graph: g, Gen: []int32{-1}, Time: []int32{0, 1}},
		"format: template of 2 generators and 3 times for 2 vertices: verify the schedule first": &sched.Template{Graph: g, Gen: []int32{-1, 0}, Time: []int32{0, 1, 1}},
		"format: generator -1, and the graph has 0 to 0: verify the schedule first":              &sched.Template{Graph: g, Gen: []int32{-1, -1}, Time: []int32{0, 1}},
		"format: generator 1, and the graph has 0 to 0: verify the schedule first":               &sched.ExchangeTemplate{Graph: g, Start: []int{0, 0, 1}, Gen: []int32{1}, Time: []int32{1}},
	} {
		for name, write := range map[string]func(io.Writer) error{
			"JSON":  func(w io.Writer) error { return Write(w, s, sched.Bound{}) },
			"DOT":   func(w io.Writer) error { return WriteScheduleDOT(w, s) },
			"GOAL":  func(w io.Writer) error { return WriteGOAL(w, s, 8) },
			"MSCCL": func(w io.Writer) error { return WriteMSCCL(w, s, "x") },
		} {
			var text bytes.Buffer
			if err := write(&text); err == nil || err.Error() != want || text.Len() > 0 {
				t.Errorf("%s: wrote %d bytes: %v, want %s", name, text.Len(), err, want)
			}
		}
	}
}

// TestNamesNotInUTF8: what takes their place is longer, and a name that Read would refuse is left out.
func TestNamesNotInUTF8(t *testing.T) {
	cube, err := cayley.Hypercube(2)
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int]string{maxText / 3: strings.Repeat("\ufffd", maxText/3), maxText: "cayley"} {
		g, err := cayley.NewCayley(strings.Repeat("\xff", size), cube, []int{1, 2, 3})
		if err != nil {
			t.Fatal(err)
		}
		s, err := sched.Make(g, sched.Broadcast)
		if err != nil {
			t.Fatal(err)
		}
		if got := reread(t, s, sched.Bound{}).Graph.Name(); got != want {
			t.Errorf("%d bytes: %.20q", size, got)
		}
	}
}
