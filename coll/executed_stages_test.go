package coll

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/cayley"
)

// messages is how many a line has had, with n elements each.
func messages(t *testing.T, l *buffers.Line, n int) (last uint64) {
	for i := range uint64(buffers.LineBanks) {
		last = max(last, l.Flag(i).Load())
	}
	for seq := last - min(last, buffers.LineBanks) + 1; seq <= last; seq++ {
		if _, length, ok := l.Peek(seq); !ok || length != uint64(n) {
			t.Errorf("message %d of %d has %d elements, want %d", seq, last, length, n)
		}
	}
	return last
}

// TestExecutedStages: in execution the spectral sum takes as many steps as the
// graph has eigenvalues besides d, or fewer by parts, and reads no more vectors than its
// plan's formula says (D·d of distance-regular graphs); dimension exchange takes log₂P, two more where P
// is not a power of two. Where the vectors lie a signal ends each, for every part of
// them that the cache holds. On a line each is a message of the vectors, except:
// the arrival of a collective has src in it, so the spectral sum's last step, after
// which nobody reads, has none; doubling's last has one, and who copies the
// result back finds it there.
func TestExecutedStages(t *testing.T) {
	for _, c := range []struct {
		name                      string
		spectral, reads, doubling int
	}{
		{"hypercube:1", 1, 1, 1}, {"hypercube:3", 3, 9, 3}, {"hypercube:4", 4, 16, 4}, {"complete:6", 1, 5, 4}, {"ring:9", 4, 8, 5},
		{"petersen", 2, 6, 5}, {"bipartite:4", 2, 8, 3}, {"johnson:5,2", 2, 12, 5}, {"odd:4", 3, 12, 7},
		{"star:4", 5, 8, 6}, {"torus:3x5", 3, 6, 5}, {"ccc:3", 6, 7, 6}, {"butterfly:3", 4, 8, 6},
	} {
		g, err := cayley.Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Order()
		core, _ := powers(p)
		part := max(512, segmentBytes/8/(4*p)&^7)
		for _, protocol := range []Protocol{ProtocolDirect, ProtocolLine} {
			m := teamed(t, Config{P: p, Graph: g, Protocol: protocol}, min(p, 3))
			for a, steps := range map[Algorithm]int{Spectral: c.spectral, Doubling: c.doubling} {
				for n, parts := range map[int]int{1: 1, part: 1, 2*part + 9: 3} {
					if protocol == ProtocolLine && m.world.mediumOf(n) != inLine {
						continue
					}
					if err := runAs[float64](m, trial{c: allreduce, a: a, n: n}); err != nil {
						t.Fatalf("%s: %s of %d on %q: %v", c.name, a, n, protocol, err)
					}
					want, onLine := steps*parts, 0
					if protocol == ProtocolLine {
						want, onLine = 0, steps
						if a == Spectral || core < p {
							onLine--
						}
					}
					got, err := m.signals()
					if err != nil || got != want {
						t.Errorf("%s: %s of %d on %q: %d signals, want %d: %v", c.name, a, n, protocol, got, want, err)
					}
					for _, team := range m.world.teams {
						if got := messages(t, &team.stage, n); got != uint64(onLine) {
							t.Errorf("%s: %s of %d on %q: team %d sent %d messages, want %d", c.name, a, n, protocol, team.id, got, onLine)
						}
					}
				}
			}
			plan, err := m.world.spectral.get(m.world, nil)
			if err != nil || len(plan.lambda) != c.spectral {
				t.Errorf("%s: %d factors, want %d: %v", c.name, len(plan.lambda), c.spectral, err)
			}
			for v := range p {
				reads := 0
				for k := range plan.lambda {
					reads += len(plan.neighbours(k, v))
				}
				if reads != c.reads {
					t.Errorf("%s: rank %d reads %d vectors of neighbours, want %d", c.name, v, reads, c.reads)
				}
			}
		}
	}
}
