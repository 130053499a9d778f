package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

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
		keep := slices.Clone(at)
		if len(at) > 0 {
			i := rng.IntN(len(at))
			keep = slices.Delete(keep, i, i+1)
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
	for _, u := range rng.Perm(len(f.units)) {
		if links == 0 {
			break
		}
		if n := len(f.units[u]); n <= links && !slices.Contains(keep, u) {
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
