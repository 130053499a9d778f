// Command best searches for the graphs of cayley.Best and prints its table:
//
//	go run ./internal/best > cayley/best.txt
//
// For every order up to cayley.BestSearched that is no power of two it tries sets of
// cayley.BestLinks generators, closed under inverses, of the cyclic group and of the
// dihedral one: sets drawn at random, made better by one generator at a time. A graph
// is better than another by its diameter, then by the sum of its distances; of equals
// that is taken whose arcs are the shortest, since processors of neighbouring numbers
// share a core, and a cyclic group's before a dihedral one's. The draws are the same every
// time; it takes four minutes on two cores.
package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func main() {
	starts := flag.Int("starts", 1000, "sets to begin with, for each order and group")
	flag.Parse()
	rows := make([]string, cayley.BestSearched+1)
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for p := range next {
				rows[p] = best(p, *starts).String()
			}
		})
	}
	for p := 3; p <= cayley.BestSearched; p++ {
		if p&(p-1) != 0 {
			next <- p
		}
	}
	close(next)
	workers.Wait()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, row := range rows {
		out.WriteString(row)
	}
}

// found is a graph and how good it is.
type found struct {
	name          string
	diameter, sum int
	lengths       int // Σ |u-v| over the arcs from u to v
}

func (f found) String() string {
	return fmt.Sprintf("%s %d %d %d\n", f.name, f.diameter, f.sum, f.lengths)
}

// compare is negative if f is better, 0 if they are equals.
func (f found) compare(with found) int {
	if with.name == "" {
		return -1
	}
	return cmp.Or(f.diameter-with.diameter, f.sum-with.sum)
}

// before says which of two is taken.
func (f found) before(g found) bool {
	c := f.compare(g)
	return c < 0 || c == 0 && f.lengths < g.lengths
}

// best is the best graph of order p that the search finds.
func best(p, starts int) (top found) {
	rng := newRand(p)
	for _, f := range families(p) {
		for range starts {
			if g := f.climb(rng, cayley.BestLinks(p)); g.name != "" && g.before(top) {
				top = g
			}
		}
	}
	return top
}

func newRand(p int) *rand.Rand { return rand.New(rand.NewPCG(uint64(p), 1)) }

func measured(g cayley.Graph) found {
	r := found{name: g.Name()}
	for _, d := range cayley.Distances(g) {
		r.diameter, r.sum = max(r.diameter, int(d)), r.sum+int(d)
	}
	for u := range g.Order() {
		for k := range g.Degree() {
			v := g.Neighbor(u, k)
			r.lengths += max(u-v, v-u)
		}
	}
	return r
}
