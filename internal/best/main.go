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
	"slices"
	"strings"
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

// family is a group, by its part of the graph's name, and its generators: alone, or in
// pairs with their inverses.
type family struct {
	prefix string
	units  [][]string
}

func families(p int) []family {
	cyclic := family{prefix: fmt.Sprintf("circulant:%d:", p)}
	for s := 1; 2*s < p; s++ {
		cyclic.units = append(cyclic.units, []string{fmt.Sprint(s), fmt.Sprint(p - s)})
	}
	if p%2 == 1 {
		return []family{cyclic}
	}
	cyclic.units = append(cyclic.units, []string{fmt.Sprint(p / 2)})
	n := p / 2
	dihedral := family{prefix: fmt.Sprintf("dihedral:%d:", n), units: [][]string{{"f"}}}
	for k := 1; k < n; k++ {
		dihedral.units = append(dihedral.units, []string{fmt.Sprintf("r%df", k)})
		if 2*k < n {
			dihedral.units = append(dihedral.units, []string{fmt.Sprintf("r%d", k), fmt.Sprintf("r%d", n-k)})
		}
	}
	return []family{cyclic, dihedral}
}

// patience is how many changes in a row may fail before a climb ends.
const patience = 60

// climb draws a set of so many generators and changes it while that makes it better. Of
// all that it came by it returns the one to take.
func (f *family) climb(rng *rand.Rand, links int) (top found) {
	var at []int
	for failed := 0; failed < patience; failed++ {
		var keep []int
		if len(at) > 0 {
			i := rng.IntN(len(at))
			keep = append(append(keep, at[:i]...), at[i+1:]...)
		}
		try := f.fill(rng, keep, links)
		if try == nil {
			continue
		}
		g, ok := f.look(try)
		if !ok || g.compare(top) > 0 {
			continue
		}
		if g.compare(top) < 0 {
			failed = -1
		}
		if at = try; g.before(top) {
			top = g
		}
	}
	return top
}

// fill adds units in random order until there are as many generators as wanted; nil:
// they do not add up.
func (f *family) fill(rng *rand.Rand, keep []int, links int) []int {
	for _, u := range keep {
		links -= len(f.units[u])
	}
	used := map[int]bool{}
	for _, u := range keep {
		used[u] = true
	}
	for _, u := range rng.Perm(len(f.units)) {
		if links == 0 {
			break
		}
		if n := len(f.units[u]); !used[u] && n <= links {
			keep, links = append(keep, u), links-n
		}
	}
	if links > 0 {
		return nil
	}
	return keep
}

// look makes the graph; not ok: the set does not generate the group.
func (f *family) look(set []int) (found, bool) {
	var words []string
	for _, u := range slices.Sorted(slices.Values(set)) {
		words = append(words, f.units[u]...)
	}
	g, err := cayley.Parse(f.prefix + strings.Join(words, ","))
	if err != nil {
		return found{}, false
	}
	return measured(g), true
}

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
