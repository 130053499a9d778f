package sched

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// exact reports whether a chunked schedule takes (P-1)/d without the ceiling.
func exact(c *Chunked) bool {
	g := c.Segments[0].common().graph
	return c.Steps*g.Degree() == len(c.Segments)*(g.Order()-1)
}

// TestBuildChunks: (P-1)/d, neither rounded up nor held up by the diameter, on
// families without automorphisms that exchange all generators, and on the two
// graphs of errata 13 that need a step more when words are not cut.
func TestBuildChunks(t *testing.T) {
	for _, spec := range []string{"torus:3x4", "torus:5x7", "torus:8x9x10", "torus:3x100", "torus:2x3x5x7", "ccc:3", "ccc:4", "ccc:7",
		"butterfly:3", "butterfly:5", "star:4", "star:6", "pancake:5", "pancake:6", "bubble:5", "bubble:6", "transposition:4", "transposition:6",
		"dihedral:12:r,r-1,f", "dihedral:40:r,f", "dihedral:6:r,r3,r4,f,r2f,r5f", "dihedral:10:r,r4,r5,r6,r9,f,r4f,r5f,r8f,r9f",
		"circulant:9:1,3,4,6", "circulant:100:1,-1,7,-7,30,-30", "folded:4", "hamming:2,6", "bipartite:6", "product(ring:5;star:4)", "hypercube:7"} {
		for _, task := range []Task{Broadcast, Accumulate} {
			c, b, err := BuildChunks(parse(t, spec), task)
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			if err := c.Verify(); err != nil || !exact(c) || b.Value != c.Steps || c.Segments[0].common().task != task {
				t.Errorf("%s %s: %d segments in %d short steps, bound %v: %v", spec, task, len(c.Segments), c.Steps, b, err)
			}
		}
	}
}

// TestChunksOfAllDigraphs: every circulant digraph of order ≤ 10 and every
// generating set of the dihedral groups of order ≤ 8.
func TestChunksOfAllDigraphs(t *testing.T) {
	all, met, beyond, far := 0, 0, 0, 0
	try := func(g cayley.Cayley) {
		c, b, err := BuildChunks(g, Broadcast)
		if err != nil || c.Steps < b.Value {
			t.Fatalf("%s: bound %v: %v", g.Name(), b, err)
		}
		all++
		d, err := cayley.Diameter(g)
		if err != nil {
			t.Fatal(err)
		}
		long := d*g.Degree() > g.Order()-1 // D above (P-1)/d
		if long {
			far++
		}
		if exact(c) {
			met++
			if long {
				beyond++
			}
		} else {
			t.Logf("%s: P=%d, d=%d, D=%d: %d segments in %d short steps, bound %v", g.Name(), g.Order(), g.Degree(), d, len(c.Segments), c.Steps, b)
		}
	}
	for n := 2; n <= 10; n++ {
		digraphs(n, try)
	}
	for n := 3; n <= 4; n++ {
		dihedrals(t, n, try)
	}
	t.Logf("%d of %d digraphs take exactly (P-1)/d, among them %d of the %d whose diameter is above it", met, all, beyond, far)
	if met < all*99/100 {
		t.Errorf("only %d of %d", met, all)
	}
}

// TestMutantsOfChunks: 5,000 changes that break one segment or make two clash.
func TestMutantsOfChunks(t *testing.T) {
	base, _, err := BuildChunks(parse(t, "torus:3x4"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 9))
	rejected := 0
	for rejected < 5_000 {
		m := &Chunked{Steps: base.Steps}
		var segments []*Template
		for _, s := range base.Segments {
			c := *s.(*Template)
			c.Gen, c.Time = slices.Clone(c.Gen), slices.Clone(c.Time)
			m.Segments, segments = append(m.Segments, &c), append(segments, &c)
		}
		s := segments[rng.IntN(len(segments))]
		v := 1 + rng.IntN(len(s.Time)-1)
		gen, at := s.Gen[v], s.Time[v]
		switch rng.IntN(3) {
		case 0:
			s.Gen[v] = int32(rng.IntN(4))
		case 1:
			s.Time[v] = 1 + int32(rng.IntN(m.Steps))
		case 2:
			o := segments[rng.IntN(len(segments))]
			w := 1 + rng.IntN(len(o.Time)-1)
			s.Gen[v], s.Time[v], o.Gen[w], o.Time[w] = o.Gen[w], o.Time[w], gen, at
		}
		if m.Verify() != nil {
			rejected++
			continue
		}
		// All slots are in use, so a valid mutant only exchanges whole entries:
		// the same pairs (generator, time) once each.
		seen := map[[2]int32]bool{}
		for _, s := range segments {
			if !judgeTemplate(&Template{Graph: s.Graph, Task: s.Task, Steps: s.Steps, Gen: s.Gen, Time: s.Time}) {
				t.Fatal("a segment that is no schedule passes")
			}
			for v := 1; v < len(s.Time); v++ {
				if k := [2]int32{s.Gen[v], s.Time[v]}; seen[k] {
					t.Fatal("two segments share a generator and a time")
				} else {
					seen[k] = true
				}
			}
		}
	}
}

// TestFewerSegments: where the segments that leave no link idle are too many, fewer are made.
func TestFewerSegments(t *testing.T) {
	if m := fewestSegments(9, 3_628_799, mostSegments(3_628_800, 3_628_800)); m != 4 { // pancake:10
		t.Errorf("pancake:10: %d segments, 4 fit", m)
	}
	g := parse(t, "pancake:5") // four
	for most := 1; most <= 5; most++ {
		c, b, err := jointly(g, Accumulate, most)
		if err != nil || len(c.Segments) != min(most, 4) || c.Steps < b.Value || c.Verify() != nil {
			t.Errorf("%d segments at most: %v", most, err)
		}
	}
}

// TestLargeChunks: what is too large for chunks says what is too much of it, before memory
// is taken.
func TestLargeChunks(t *testing.T) {
	g := parse(t, "complete:16411") // a prime
	all := &Template{Graph: g, Steps: 1, Gen: make([]int32, g.Order()), Time: make([]int32, g.Order())}
	all.Gen[0] = -1
	for v := 1; v < g.Order(); v++ {
		all.Gen[v], all.Time[v] = int32(v-1), 1
	}
	if _, err := Chunks(all); err == nil || err.Error() != "sched: complete:16411: 16410 segments, one for each automorphism, of 16411 vertices: at most 268435456 entries; use BuildChunks" {
		t.Errorf("rotated: %v", err)
	}
	for _, g := range []cayley.Cayley{g, parse(t, "complete:16384")} {
		if _, _, err := BuildChunks(g, Broadcast); err == nil || !strings.Contains(err.Error(), "arcs each: segments are scheduled together on graphs of at most 134217728 arcs") {
			t.Errorf("%s: %v", g.Name(), err)
		}
	}
}
