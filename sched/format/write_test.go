package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

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

// TestNoArc: what leaves by no arc has no number to be written, nor has what is at no vertex.
func TestNoArc(t *testing.T) {
	g, err := cayley.Ring(4)
	if err != nil {
		t.Fatal(err)
	}
	for send, want := range map[sched.Send]string{
		{Time: 1, From: 0, To: 2}:  "format: send 1 uses no arc of the graph, 0 → 2: verify the schedule first",
		{Time: 1, From: 4, To: 1}:  "format: send 1 goes 4 → 1, and vertices are 0 to 3: verify the schedule first",
		{Time: 1, From: 3, To: 4}:  "format: send 1 goes 3 → 4, and vertices are 0 to 3: verify the schedule first",
		{Time: 1, From: -1, To: 0}: "format: send 1 goes -1 → 0, and vertices are 0 to 3: verify the schedule first",
		{Time: 1, From: 0, To: -1}: "format: send 1 goes 0 → -1, and vertices are 0 to 3: verify the schedule first",
	} {
		s := &sched.Explicit{Graph: g, Steps: 1, Sends: []sched.Send{{Time: 1, From: 0, To: 1}, send}}
		var out strings.Builder
		if err := WriteGOAL(&out, s, 8); err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("%v, want %s; written:\n%s", err, want, out.String())
		}
	}
}
