package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

type mscclFile struct {
	NGPUs int    `xml:"ngpus,attr"`
	Coll  string `xml:"coll,attr"`
	GPU   []struct {
		ID int `xml:"id,attr"`
		TB []struct {
			ID   int `xml:"id,attr"`
			Send int `xml:"send,attr"`
			Recv int `xml:"recv,attr"`
			Chan int `xml:"chan,attr"`
			Step []struct {
				Type   string `xml:"type,attr"`
				Src    string `xml:"srcbuf,attr"`
				SrcOff int    `xml:"srcoff,attr"`
				Dst    string `xml:"dstbuf,attr"`
				DstOff int    `xml:"dstoff,attr"`
				DepID  int    `xml:"depid,attr"`
				Deps   int    `xml:"deps,attr"`
				Has    int    `xml:"hasdep,attr"`
			} `xml:"step"`
		} `xml:"tb"`
	} `xml:"gpu"`
}

// runMSCCL executes the file like the runtimes do: thread blocks in parallel,
// FIFO links, dependencies; it returns input and output of every rank as sets
// of contributions (bit masks).
func runMSCCL(t *testing.T, text []byte) (f mscclFile, out []map[int]uint64) {
	t.Helper()
	if err := xml.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	n := f.NGPUs
	in := make([]map[int]uint64, n)
	out = make([]map[int]uint64, n)
	for x := range n {
		in[x], out[x] = map[int]uint64{}, map[int]uint64{}
		if f.Coll == "allgather" {
			in[x][0] = 1 << x
		} else {
			for c := range n {
				in[x][c] = 1 << x
			}
		}
	}
	buf := func(x int, name string) map[int]uint64 {
		if name == "i" {
			return in[x]
		}
		return out[x]
	}
	type link struct{ a, b, c int }
	fifo := map[link][]uint64{}
	pc := map[[2]int]int{}
	for moved := true; moved; {
		moved = false
		for x, g := range f.GPU {
			for _, tb := range g.TB {
				at := pc[[2]int{x, tb.ID}]
				if at == len(tb.Step) {
					continue
				}
				s := tb.Step[at]
				if s.DepID < 0 && (s.DepID != -1 || s.Deps != -1) {
					t.Fatalf("rank %d waits for step %d of block %d, and none is -1 of -1", x, s.Deps, s.DepID)
				}
				if s.DepID >= 0 {
					if g.TB[s.DepID].Step[s.Deps].Has != 1 {
						t.Fatalf("rank %d waits for a step without hasdep", x)
					}
					if pc[[2]int{x, s.DepID}] <= s.Deps {
						continue
					}
				}
				switch s.Type {
				case "s":
					l := link{x, tb.Send, tb.Chan}
					fifo[l] = append(fifo[l], buf(x, s.Src)[s.SrcOff])
				case "r", "rrc":
					l := link{tb.Recv, x, tb.Chan}
					if len(fifo[l]) == 0 {
						continue
					}
					w := fifo[l][0]
					fifo[l] = fifo[l][1:]
					if s.Type == "rrc" {
						if buf(x, s.Src)[s.SrcOff]&w != 0 {
							t.Fatal("a summand is added twice")
						}
						w |= buf(x, s.Src)[s.SrcOff]
					}
					buf(x, s.Dst)[s.DstOff] = w
				case "cpy":
					buf(x, s.Dst)[s.DstOff] = buf(x, s.Src)[s.SrcOff]
				case "nop":
				default:
					t.Fatalf("step type %q", s.Type)
				}
				pc[[2]int{x, tb.ID}]++
				moved = true
			}
		}
	}
	for x, g := range f.GPU {
		for _, tb := range g.TB {
			if pc[[2]int{x, tb.ID}] != len(tb.Step) {
				t.Fatalf("rank %d block %d hangs", x, tb.ID)
			}
		}
	}
	return f, out
}

func TestMSCCLRuns(t *testing.T) {
	for _, spec := range []string{"hypercube:2", "hypercube:5", "torus:3x5", "circulant:9:1,3,4,6", "star:4", "complete:40"} {
		for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate} {
			tm, err := sched.Make(graph(t, spec), task)
			if err != nil {
				t.Fatal(err)
			}
			e, err := tm.Expand()
			if err != nil {
				t.Fatal(err)
			}
			turned := *e
			turned.Sends = slices.Clone(e.Sends)
			slices.Reverse(turned.Sends) // the steps follow the times
			for _, s := range []sched.Schedule{tm, e, &turned} {
				var b bytes.Buffer
				if err := WriteMSCCL(&b, s, spec); err != nil {
					t.Fatalf("%s: %v", spec, err)
				}
				f, out := runMSCCL(t, b.Bytes())
				if p := tm.Graph.Order(); f.NGPUs != p || len(f.GPU) != p {
					t.Fatalf("%s: %d ranks are named and %d written, want %d", spec, f.NGPUs, len(f.GPU), p)
				}
				for x, gpu := range f.GPU {
					if own := gpu.TB[len(gpu.TB)-1]; own.Send != -1 || own.Recv != -1 || len(own.Step) != 1 || own.Step[0].Type != "cpy" {
						t.Fatalf("%s: the last block of rank %d is not that of its own word: %+v", spec, x, own)
					}
				}
				for x := range out {
					for c := range f.NGPUs {
						if task == sched.Broadcast && out[x][c] != 1<<c {
							t.Fatalf("%s: rank %d has %x at %d", spec, x, out[x][c], c)
						}
					}
					if task == sched.Accumulate && out[x][0] != 1<<f.NGPUs-1 {
						t.Fatalf("%s: rank %d sums %x", spec, x, out[x][0])
					}
				}
			}
		}
	}
}

// TestMSCCLName: a name is cut between two characters, and to what it takes in the file.
func TestMSCCLName(t *testing.T) {
	for name, want := range map[string]string{
		"hypercube:3":                        "hypercube:3",
		"x" + strings.Repeat("é", 40):        "x" + strings.Repeat("é", 31),
		strings.Repeat("&", 40):              strings.Repeat("&", 12),
		strings.Repeat("\uffff", 90):         strings.Repeat("\uffff", 63),
		"file:" + strings.Repeat("\xff", 90): "file:" + strings.Repeat("\xff", 19),
	} {
		got := MSCCLName(name)
		if got != want {
			t.Errorf("%q is cut to %q, want %q", name, got, want)
		}
		tm, err := sched.Make(graph(t, "hypercube:2"), sched.Broadcast)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteMSCCL(&b, tm, got); err != nil {
			t.Errorf("%q: %v", got, err)
		}
		if _, after, _ := strings.Cut(b.String(), `name="`); strings.IndexByte(after, '"') > mscclNameSize {
			t.Errorf("%q is written as %.100s", got, after)
		}
		if got != name && WriteMSCCL(io.Discard, tm, name) == nil {
			t.Errorf("%q is written whole", name)
		}
	}
}

func TestMSCCLRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"torus:25x41": "1025 ranks", "ring:514": "257 steps of one thread block", "complete:109": "217 thread blocks a rank", "hypercube:0": "one rank",
	} {
		tm, err := sched.Make(graph(t, spec), sched.Broadcast)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteMSCCL(&b, tm, "x"); err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes written", spec, err, b.Len())
		}
	}
	var arcs [][2]int
	for v := 1; v <= 40; v++ { // a star: what comes to its middle are first arcs, all of one channel
		arcs = append(arcs, [2]int{0, v}, [2]int{v, 0})
	}
	star, err := cayley.NewGraph("star", 41, arcs)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := sched.Plan(star, sched.Request{})
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteMSCCL(io.Discard, s, "star"); err == nil || !strings.Contains(err.Error(), "33 thread blocks of a channel") {
		t.Errorf("star: %v", err)
	}
	for _, spec := range []string{"hypercube:10", "ring:513", "complete:108"} {
		tm, err := sched.Make(graph(t, spec), sched.Broadcast)
		if err != nil {
			t.Fatal(err)
		}
		// What fits comes to writing, which a full disk ends after the first ranks.
		g := &counted{Cayley: tm.Graph}
		tm.Graph = g
		if err := WriteMSCCL(fullDisk{}, tm, spec); !errors.Is(err, errFull) {
			t.Errorf("%s must fit: %v", spec, err)
		}
		if p := g.Order(); g.calls > 4*p*(p-1) { // of which fitsMSCCL takes 3, and all ranks another 3
			t.Errorf("%s: the writing goes on: %d neighbours asked for", spec, g.calls)
		}
	}
}

var errFull = errors.New("disk full")

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// counted is a graph that counts how often it is asked.
type counted struct {
	cayley.Cayley
	calls int
}

func (g *counted) Neighbor(v, k int) int { g.calls++; return g.Cayley.Neighbor(v, k) }

// TestGOALFinishesInTime plays the GOAL file: a message leaves in the step after
// all it requires have come, one a step and NIC. It must take T steps.
func TestGOALFinishesInTime(t *testing.T) {
	for _, spec := range []string{"hypercube:4", "torus:3x4", "star:4"} {
		g := graph(t, spec)
		for task := range sched.Task(3) {
			var s sched.Schedule
			var err error
			if task == sched.Exchange {
				s, err = sched.MakeExchange(g)
			} else {
				s, err = sched.Make(g, task)
			}
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := WriteGOAL(&b, s, 64); err != nil {
				t.Fatal(err)
			}
			type msg struct{ from, to, tag, nic int }
			requires := map[string][]string{}
			sends, recvs := map[string]msg{}, map[msg]string{}
			rank := 0
			for _, line := range strings.Split(b.String(), "\n") {
				var label, bytes, a, c string
				var peer, tag, nic int
				switch {
				case strings.HasPrefix(line, "rank"):
					if _, err := fmt.Sscanf(line, "rank %d {", &rank); err != nil {
						t.Fatal(err)
					}
				case strings.Contains(line, "send"):
					if _, err := fmt.Sscanf(line, "%s send %s to %d tag %d nic %d", &label, &bytes, &peer, &tag, &nic); err != nil {
						t.Fatal(line, err)
					}
					sends[fmt.Sprint(rank, label)] = msg{rank, peer, tag, nic}
				case strings.Contains(line, "recv"):
					if _, err := fmt.Sscanf(line, "%s recv %s from %d tag %d nic %d", &label, &bytes, &peer, &tag, &nic); err != nil {
						t.Fatal(line, err)
					}
					recvs[msg{peer, rank, tag, nic}] = fmt.Sprint(rank, strings.TrimSuffix(label, ":"))
				case strings.Contains(line, "requires"):
					if _, err := fmt.Sscanf(line, "%s requires %s", &a, &c); err != nil {
						t.Fatal(err)
					}
					requires[fmt.Sprint(rank, a, ":")] = append(requires[fmt.Sprint(rank, a, ":")], fmt.Sprint(rank, c))
				}
			}
			e, err := s.(interface {
				Expand() (*sched.Explicit, error)
			}).Expand()
			if err != nil {
				t.Fatal(err)
			}
			needed, named := 0, 0
			for _, x := range e.Sends { // a word that is passed on requires one that came, as a sum does all its terms
				if task == sched.Accumulate && x.To != x.Item || task != sched.Accumulate && x.From != x.Item {
					needed++
				}
			}
			for _, r := range requires {
				named += len(r)
			}
			if named != needed {
				t.Errorf("%s %s: %d requirements, want %d", spec, task, named, needed)
			}
			e.Sends = slices.Clone(e.Sends)
			var sorted, turned bytes.Buffer
			if err := WriteGOAL(&sorted, e, 64); err != nil {
				t.Fatal(err)
			}
			slices.Reverse(e.Sends) // a list of sends need not be in the order of their times
			if err := WriteGOAL(&turned, e, 64); err != nil {
				t.Fatal(err)
			}
			if a, b := strings.Count(sorted.String(), " requires "), strings.Count(turned.String(), " requires "); a != needed || b != needed {
				t.Errorf("%s %s: sends in order and turned round have %d and %d requirements, want %d", spec, task, a, b, needed)
			}
			if len(sends) != len(recvs) || len(sends) == 0 {
				t.Fatalf("%s %s: %d sends, %d receives", spec, task, len(sends), len(recvs))
			}
			arrived := map[string]bool{}
			for at := 1; at <= s.Tau(); at++ {
				var now []string
				for label, m := range sends {
					if m.tag != at {
						continue
					}
					for _, r := range requires[label] {
						if !arrived[r] {
							t.Fatalf("%s %s: %s at %d before %s", spec, task, label, at, r)
						}
					}
					now = append(now, recvs[m])
				}
				for _, r := range now {
					arrived[r] = true
				}
			}
			if len(arrived) != len(sends) {
				t.Fatalf("%s %s: %d of %d arrive", spec, task, len(arrived), len(sends))
			}
		}
	}
	big, err := sched.Make(graph(t, "hypercube:14"), sched.Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteGOAL(io.Discard, big, 8); err == nil || err.Error() != "format: GOAL: 268419072 messages: want at most 67108864, as of a smaller graph or scope" {
		t.Errorf("268 million messages: %v", err)
	}
}

func TestGraphFormats(t *testing.T) {
	g := graph(t, "torus:3x4")
	var b bytes.Buffer
	if err := WriteGraphML(&b, g); err != nil {
		t.Fatal(err)
	}
	var f struct {
		Graph struct {
			Node []struct{} `xml:"node"`
			Edge []struct{} `xml:"edge"`
		} `xml:"graph"`
	}
	if err := xml.Unmarshal(b.Bytes(), &f); err != nil || len(f.Graph.Node) != 12 || len(f.Graph.Edge) != 48 {
		t.Errorf("%v: %d nodes, %d edges", err, len(f.Graph.Node), len(f.Graph.Edge))
	}
	b.Reset()
	if err := WriteDOT(&b, g); err != nil || strings.Count(b.String(), "->") != 48 {
		t.Errorf("%v\n%s", err, b.String())
	}
	for i, s := range schedules(t, "hypercube:2") {
		b.Reset()
		if err := WriteScheduleDOT(&b, s); err != nil || !strings.Contains(b.String(), "t=1") {
			t.Errorf("schedule %d: %v", i, err)
		}
	}
}

// ExampleWriteDOT draws the directed triangle.
func ExampleWriteDOT() {
	g, _ := cayley.Circulant(3, 1)
	if err := WriteDOT(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph "circulant:3:1" {
	//   0 -> 1 [gen=0];
	//   1 -> 2 [gen=0];
	//   2 -> 0 [gen=0];
	// }
}

// TestScheduleDOT: a line a send, with its time, and of an exchange where the word goes.
func TestScheduleDOT(t *testing.T) {
	list := schedules(t, "circulant:3:1")
	for i, want := range map[int]string{
		0: `"broadcast on circulant:3:1"; 0 -> 1 [gen=0, t=1]; 1 -> 2 [gen=0, t=2]`,
		1: `"broadcast on circulant:3:1"; 0 -> 1 [t=1, item="0"]; 1 -> 2 [t=1, item="1"]; 2 -> 0 [t=1, item="2"]; 1 -> 2 [t=2, item="0"]; 2 -> 0 [t=2, item="1"]; 0 -> 1 [t=2, item="2"]`,
		2: `"accumulate on circulant:3:1"; 1 -> 2 [gen=0, t=1]; 2 -> 0 [gen=0, t=2]`,
		9: `"exchange on circulant:3:1"; 0 -> 1 [t=3, item="0,1"]; 1 -> 2 [t=3, item="1,2"]; 2 -> 0 [t=3, item="2,0"]; 0 -> 1 [t=1, item="0,2"]; 1 -> 2 [t=1, item="1,0"]; 2 -> 0 [t=1, item="2,1"]; 1 -> 2 [t=2, item="0,2"]; 2 -> 0 [t=2, item="1,0"]; 0 -> 1 [t=2, item="2,1"]`,
	} {
		var b bytes.Buffer
		if err := WriteScheduleDOT(&b, list[i]); err != nil {
			t.Fatal(err)
		}
		want = "digraph " + strings.Replace(strings.ReplaceAll(want, "; ", ";\n  "), ";", " {", 1) + ";\n}\n"
		if got := b.String(); got != want {
			t.Errorf("schedule %d:\n%swant\n%s", i, got, want)
		}
	}
}

// TestNoArc: what leaves by no arc has no number to be written.
func TestNoArc(t *testing.T) {
	g, err := cayley.Ring(4)
	if err != nil {
		t.Fatal(err)
	}
	s := &sched.Explicit{Graph: g, Steps: 1, Sends: []sched.Send{{Time: 1, From: 0, To: 1}, {Time: 1, From: 0, To: 2}}}
	const want = "format: send 1 uses no arc of the graph, 0 → 2: verify the schedule first"
	var out strings.Builder
	if err := WriteGOAL(&out, s, 8); err == nil || err.Error() != want || out.Len() > 0 {
		t.Errorf("%v, want %s; written:\n%s", err, want, out.String())
	}
}

// TestLongMSCCLName: the work is that of what is kept, not of the whole name.
func TestLongMSCCLName(t *testing.T) {
	name := strings.Repeat("x", 1<<24)
	var got string
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got = MSCCLName(name)
	runtime.ReadMemStats(&after)
	if got != name[:63] {
		t.Errorf("cut to %d bytes", len(got))
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("took %d bytes", n)
	}
}
