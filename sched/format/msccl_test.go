package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
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
		err = WriteMSCCL(&b, tm, "x")
		if err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes written", spec, err, b.Len())
		}
		bySize := strings.HasPrefix(spec, "torus") || strings.HasPrefix(spec, "complete")
		if early := FitsMSCCL(tm.Graph); (early != nil) != bySize || bySize && early.Error() != err.Error() {
			t.Errorf("%s: %v before there is a schedule, %v with it", spec, early, err)
		}
	}
	large := graph(t, "hypercube:11")
	if err := WriteMSCCL(io.Discard, &sched.OrbitSchedule{Graph: large}, "x"); err == nil || err.Error() != FitsMSCCL(large).Error() {
		t.Errorf("a schedule of orbits that is not written out: %v", err)
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
	arcs = nil
	for v := range 255 { // 15 paths of 17 from a middle, which passes on nearly all words to each
		u := v
		if v%17 == 0 {
			u = 0
		}
		arcs = append(arcs, [2]int{u, v + 1}, [2]int{v + 1, u})
	}
	spider, err := cayley.NewGraph("spider", 256, arcs)
	if err != nil {
		t.Fatal(err)
	}
	legs, _, err := sched.Plan(spider, sched.Request{})
	if err != nil {
		t.Fatal(err)
	}
	near, _, err := sched.Build(graph(t, "hypercube:2"), sched.Options{Scope: sched.Scope{Within: 1}})
	if err != nil {
		t.Fatal(err)
	}
	rooted, _, err := sched.Rooted(graph(t, "hypercube:2"), 0, sched.Accumulate)
	if err != nil {
		t.Fatal(err)
	}
	exchange, err := sched.MakeExchange(graph(t, "hypercube:2"))
	if err != nil {
		t.Fatal(err)
	}
	for want, s := range map[string]sched.Schedule{
		"format: MSCCL: 4129 nodes a rank: its parsers take at most 4096":                      legs, // 256 + 1, 31 blocks, 1 + 255 + 15·239 steps
		"format: MSCCL: the schedule must be universal and serve all distances: 8 of 12 words": near,
		"format: MSCCL: the schedule must be universal and serve all distances: 3 of 12 words": rooted,
		"format: MSCCL cannot express an exchange, only broadcast and accumulate":              exchange,
	} {
		var b bytes.Buffer
		if err := WriteMSCCL(&b, s, "x"); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%v, want %s; %d bytes written", err, want, b.Len())
		}
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
