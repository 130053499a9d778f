package format

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

// TestFitsGOAL: the smallest cube whose universal schedules have more than 2²⁶ messages.
func TestFitsGOAL(t *testing.T) {
	if err := FitsGOAL(graph(t, "hypercube:13")); err != nil {
		t.Error(err)
	}
	if err := FitsGOAL(graph(t, "hypercube:14")); err == nil || !strings.Contains(err.Error(), "268419072 messages: want at most 67108864") {
		t.Error(err)
	}
}

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
			for line := range strings.SplitSeq(b.String(), "\n") {
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
	small, err := sched.Make(graph(t, "hypercube:1"), sched.Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	for bytes, want := range map[int]string{
		-1: "format: GOAL: messages of -1 bytes: want 1 to 1073741824", 0: "format: GOAL: messages of 0 bytes: want 1 to 1073741824", 1: "<nil>",
		GOALBytes: "<nil>", GOALBytes + 1: "format: GOAL: messages of 1073741825 bytes: want 1 to 1073741824",
	} {
		if err := WriteGOAL(io.Discard, small, bytes); fmt.Sprint(err) != want {
			t.Errorf("%d bytes: %v, want %s", bytes, err, want)
		}
	}
}
