package sched

import (
	"runtime"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// The cost of a template must stay flat as P grows: at most 4 µs and 64 bytes a
// vertex to make, 200 ns a vertex to verify; 5 million sends a second verified.
//
// Within a family whose degree grows (star, pancake, bubble) it is the cost an
// arc that can be flat: 46, 53, 68 ns of processor time on star:7, 8, 9, with the
// vertices numbered as the search meets them, for the neighbours of a permutation
// lie far apart by its own number. What grows is a look-up of 4 bytes an arc in the
// order of one generator after another, which no numbering makes local for all of
// them.

var large = []string{"hypercube:12", "hypercube:16", "hypercube:20", "torus:16x16x16", "torus:64x64x64", "star:7", "star:8", "star:9",
	"pancake:8", "bubble:8", "ccc:9", "ccc:12", "butterfly:9", "butterfly:12"}

func BenchmarkMake(b *testing.B) {
	for _, spec := range large {
		b.Run("graph="+spec, func(b *testing.B) {
			g := parse(b, spec)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				if _, err := Make(g, Broadcast); err != nil {
					b.Fatal(err)
				}
			}
			runtime.ReadMemStats(&after)
			n := float64(b.N) * float64(g.Order())
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/vertex")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/n, "B/vertex")
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, spec := range large {
		b.Run("graph="+spec, func(b *testing.B) {
			g := parse(b, spec)
			t, err := Make(g, Broadcast)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := t.Verify(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Order()), "ns/vertex")
		})
	}
}

func BenchmarkVerifyExplicit(b *testing.B) {
	for _, spec := range []string{"hypercube:7", "hypercube:10", "torus:10x10x10", "star:6"} {
		for _, task := range []Task{Broadcast, Accumulate, Exchange} {
			b.Run("graph="+spec+"/task="+task.String(), func(b *testing.B) {
				g := parse(b, spec)
				var s Expander
				var err error
				if task == Exchange {
					s, err = MakeExchange(g)
				} else {
					s, err = Make(g, task)
				}
				if err != nil {
					b.Fatal(err)
				}
				e, err := s.Expand()
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if err := e.Verify(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(e.Sends))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msends/s")
			})
		}
	}
}

func BenchmarkExchange(b *testing.B) {
	for _, spec := range []string{"hypercube:10", "torus:8x8x8", "torus:32x32x32", "torus:64x64x64", "star:6", "star:7"} {
		b.Run("graph="+spec, func(b *testing.B) {
			g := parse(b, spec)
			for b.Loop() {
				t, bound, err := BuildExchange(g, Scope{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(t.Steps), "steps")
				b.ReportMetric(float64(bound.Value), "bound")
			}
		})
	}
}

// BenchmarkOneWayAt: the sends of the distances asked for are written out, not those of all.
func BenchmarkOneWayAt(b *testing.B) {
	for _, spec := range []string{"torus:50x50", "torus:90x90"} {
		b.Run("graph="+spec, func(b *testing.B) {
			g := parse(b, spec)
			for b.Loop() {
				if _, _, err := Plan(g, Request{Model: OneWay, Scope: Scope{At: []int{2}}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTogether: searching together for all that find no free slot, as a part of the time of
// searching one for after the other.
func BenchmarkTogether(b *testing.B) {
	for _, spec := range []string{"butterfly:10", "butterfly:12", "butterfly:13", "pancake:8"} {
		b.Run("graph="+spec, func(b *testing.B) {
			g := parse(b, spec)
			adj := newAdjacency(g)
			m, _ := blockMatching(&adj, adj.distances(), cayley.Spheres(g))
			var times [2]time.Duration
			for b.Loop() {
				for i, singly := range []int{singly, 1 << 20} {
					begun := time.Now()
					m.runSingly(m.steps, singly)
					times[i] += time.Since(begun)
				}
			}
			b.ReportMetric(float64(times[0])/float64(times[1]), "together/singly")
		})
	}
}

// BenchmarkRegularOrder: few vertices have to move for others to be matched.
func BenchmarkRegularOrder(b *testing.B) {
	for _, spec := range []string{"ccc:12", "ccc:14", "butterfly:12", "star:8"} {
		b.Run("graph="+spec, func(b *testing.B) {
			g := parse(b, spec)
			for b.Loop() {
				if _, answer, _, err := FindRegularOrder(g); err != nil || answer != Yes {
					b.Fatal(answer, err)
				}
			}
		})
	}
}
