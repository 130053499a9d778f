package sched

import (
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

const (
	sweepOrder = 5000        // the greatest P
	sweepPart  = 200_000_000 // the greatest cost of a part: below a minute
	sweepShort = 2_000_000   // the cost of a family's sample
)

// sweeps are the families of the grammar, and the members with P ≤ 5,000.
var sweeps = []struct {
	name string
	list func(add func(format string, args ...any))
}{
	{"cubes", func(add func(string, ...any)) {
		for d := 1; d <= 12; d++ {
			add("hypercube:%d", d)
			add("folded:%d", d)
		}
	}},
	{"ring", func(add func(string, ...any)) { upTo(add, 1, sweepOrder, "ring:%d") }},
	{"torus2", func(add func(string, ...any)) {
		for a := 2; a*a <= sweepOrder; a++ {
			for b := a; a*b <= sweepOrder; b++ {
				add("torus:%dx%d", a, b)
			}
		}
	}},
	{"torus3", func(add func(string, ...any)) {
		for a := 2; a*a*a <= sweepOrder; a++ {
			for b := a; a*b*b <= sweepOrder; b++ {
				for c := b; a*b*c <= sweepOrder; c++ {
					add("torus:%dx%dx%d", a, b, c)
				}
			}
		}
	}},
	{"torus4", func(add func(string, ...any)) { // four sides and more
		var more func(sides string, n, least, p int)
		more = func(sides string, n, least, p int) {
			for a := least; p*a <= sweepOrder; a++ {
				if n >= 3 {
					add("torus:%s%d", sides, a)
				}
				more(fmt.Sprintf("%s%dx", sides, a), n+1, a, p*a)
			}
		}
		more("", 0, 2, 1)
	}},
	{"circulant", func(add func(string, ...any)) {
		for n := 5; n <= sweepOrder; n++ {
			s := int(math.Sqrt(float64(n)))
			add("circulant:%d:1,-1,%d,-%d", n, s, s)
			add("circulant:%d:1,%d", n, s)
		}
	}},
	{"complete", func(add func(string, ...any)) {
		upTo(add, 1, sweepOrder, "complete:%d")
	}},
	{"bipartite", func(add func(string, ...any)) {
		upTo(add, 1, sweepOrder/2, "bipartite:%d")
	}},
	{"hamming", func(add func(string, ...any)) {
		for d := 1; d <= 12; d++ {
			for q := 2; math.Pow(float64(q), float64(d)) <= sweepOrder; q++ {
				add("hamming:%d,%d", d, q)
			}
		}
	}},
	{"permutations", func(add func(string, ...any)) {
		for n := 2; n <= 6; n++ {
			add("star:%d", n)
			add("pancake:%d", n)
			add("bubble:%d", n)
			add("transposition:%d", n)
		}
	}},
	{"dihedral", func(add func(string, ...any)) {
		for n := 3; 2*n <= sweepOrder; n++ {
			for _, words := range []string{"r,r-1,f", "r,f", "f,rf", "r,r-1,f,rf", "f,rf,r2f"} {
				add("dihedral:%d:%s", n, words)
			}
		}
	}},
	{"networks", func(add func(string, ...any)) {
		for d := 3; d<<d <= sweepOrder; d++ {
			add("ccc:%d", d)
			add("butterfly:%d", d)
		}
	}},
	{"odd", func(add func(string, ...any)) { upTo(add, 2, 7, "odd:%d"); add("petersen") }},
	{"johnson", func(add func(string, ...any)) {
		for n := 2; n <= 63; n++ {
			for k := 1; 2*k <= n; k++ { // J(n,k) is J(n,n-k)
				add("johnson:%d,%d", n, k)
			}
		}
	}},
	{"kneser", func(add func(string, ...any)) {
		for n := 3; n <= 63; n++ {
			for k := 1; 2*k < n; k++ {
				add("kneser:%d,%d", n, k)
			}
		}
	}},
}

func upTo(add func(string, ...any), from, to int, format string) {
	for n := from; n <= to; n++ {
		add(format, n)
	}
}

// TestSweep: broadcast and accumulation in the time of a bound on every member,
// P ≤ 5,000, of the families of the grammar that have finitely many. With
// CAYLEYCOLL_SWEEP=1 all of them (93,448 graphs, nine minutes on one core), in
// parts (TestSweep/kneser/7) that take less than a minute each; else of every
// family an even sample. Two families have
// too many members even so:
//   - circulants have 2^(N-1) sets of steps: two for each N here, the small
//     ones in full in TestCirculantsAreOptimal and TestAllCirculantDigraphs;
//   - dihedral: five sets of words for each N.
func TestSweep(t *testing.T) {
	full := os.Getenv("CAYLEYCOLL_SWEEP") != ""
	for _, family := range sweeps {
		t.Run(family.name, func(t *testing.T) {
			type member struct {
				g    cayley.Graph
				cost int64
			}
			var all []member
			family.list(func(format string, args ...any) {
				g, err := cayley.Parse(fmt.Sprintf(format, args...))
				if err != nil || g.Order() > sweepOrder {
					if err == nil || family.name == "johnson" || family.name == "kneser" {
						return // too large
					}
					t.Fatal(err)
				}
				p, d := int64(g.Order()), int64(g.Degree())
				cost := p * min(d+1, 100)
				if _, ok := g.(cayley.Cayley); !ok { // no group arithmetic, a template an orbit
					cost = p*d*5 + p*p/int64(cayley.FreeActionOf(g).Order())*min(d+1, 100)
				}
				all = append(all, member{g, cost})
			})
			if !full {
				all = slices.DeleteFunc(all, func(m member) bool { return m.cost > sweepShort })
				total := int64(0)
				for _, m := range all {
					total += m.cost
				}
				var some []member
				for i := 0; i < len(all); i += int(max(1, total/sweepShort)) {
					some = append(some, all[i])
				}
				all = some
			}
			if len(all) == 0 {
				t.Fatal("no member")
			}
			var mu sync.Mutex
			kinds, missed := map[string]int{}, 0
			graphs := len(all)
			t.Cleanup(func() { t.Log(graphs, "graphs, bounds", kinds, "missed", missed) })
			for part := 0; len(all) > 0; part++ {
				n, cost := 0, int64(0)
				for n < len(all) && (n == 0 || cost+all[n].cost <= sweepPart) {
					cost += all[n].cost
					n++
				}
				list := slices.Clone(all[:n])
				all = all[n:]
				t.Run(fmt.Sprint(part), func(t *testing.T) {
					for _, m := range list {
						for _, task := range []Task{Broadcast, Accumulate} {
							steps, bound, err := timeOf(m.g, task)
							if err != nil {
								t.Fatalf("%s: %v", m.g.Name(), err)
							}
							mu.Lock()
							kinds[bound.Kind]++
							if steps != bound.Value {
								missed++
								t.Errorf("%s, P=%d, d=%d, %s: %d steps, bound %v", m.g.Name(), m.g.Order(), m.g.Degree(), task, steps, bound)
							}
							mu.Unlock()
						}
					}
				})
			}
		})
	}
}

// timeOf builds a verified template, or one an orbit.
func timeOf(g cayley.Graph, task Task) (int, Bound, error) {
	if c, ok := g.(cayley.Cayley); ok {
		tm, bound, err := Build(c, Options{Task: task})
		if err != nil {
			return 0, bound, err
		}
		return tm.Steps, bound, nil
	}
	s, bound, err := BuildOrbits(g, cayley.FreeActionOf(g), Options{Task: task})
	if err != nil {
		return 0, bound, err
	}
	return s.Steps, bound, nil
}
