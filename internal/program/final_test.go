package program

import (
	"reflect"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestUses: the copies that are called final are those to a destination that nobody reads in
// their step or later, and the last readers are those after whom nobody reads before it is written anew, in
// every program, written out for all ranks.
func TestUses(t *testing.T) {
	finals, lasts := 0, 0
	for _, name := range []string{"ring:2", "complete:3", "petersen", "hypercube:3", "circulant:9:1,3", "dihedral:3:r,r-1,f", "circulant:13:1,5"} {
		graph, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g := teamedOn(graph, 2)
		root := graph.Order() - 1
		for name, algorithm := range algorithms() {
			prog, err := Make(g, root, algorithm)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, graph.Name(), err)
			}
			final, last := usesOf(t, prog, graph.Order(), root)
			finals, lasts = finals+final, lasts+last
		}
	}
	if finals < 1000 || lasts < 1000 {
		t.Errorf("%d final copies in all, and %d last readers", finals, lasts)
	}
}

// algorithms are all that need no schedules of the caller's, by name.
func algorithms() map[string]func(*Compiler) error {
	list := map[string]func(*Compiler) error{}
	for m := range reflect.TypeFor[*Compiler]().Methods() {
		if f, ok := m.Func.Interface().(func(*Compiler) error); ok && !strings.HasPrefix(m.Name, "File") {
			list[m.Name] = f
		}
	}
	return list
}

// usesOf compares the final copies of a program with those that nobody reads, and the last readers with
// who nobody reads after; it says how many there are of each.
func usesOf(t *testing.T, prog *Program, ranks, root int) (final, last int) {
	t.Helper()
	type block struct {
		vec   Vec
		rank  int
		at    int
		chunk int32
	}
	blocks := func(r Ref, o *Op, x int) (list []block) {
		for k := range o.Count {
			rank, at := prog.Locate(r, x, k)
			list = append(list, block{r.Vec, rank, at, o.Chunk})
		}
		return list
	}
	vertices := []int{root} // that the ops are for
	if !prog.Labels.None() && !prog.Rooted {
		vertices = vertices[:0]
		for x := range ranks {
			vertices = append(vertices, x)
		}
	}
	read, needed := map[block]bool{}, map[block]bool{}
	isNeeded := func(b block) bool { // also what nobody has written, if it is a result
		is, known := needed[b]
		return is || !known && b.vec == Dst
	}
	for step := prog.Steps - 1; step >= 0; step-- {
		each := func(do func(o *Op, x int)) {
			for list, ops := range prog.Ops {
				for i := range ops[prog.First[list][step]:prog.First[list][step+1]] {
					for _, x := range vertices {
						do(&ops[prog.First[list][step]+i], x)
					}
				}
			}
		}
		readers, written := map[block]int{}, map[block]bool{}
		each(func(o *Op, x int) {
			for _, f := range prog.From[o.A:o.B] {
				for _, b := range blocks(f, o, x) {
					readers[b]++
					read[b] = true
				}
			}
			for _, b := range blocks(o.To, o, x) {
				written[b] = true
			}
		})
		each(func(o *Op, x int) {
			want := !o.Fold && o.To.Vec == Dst
			for _, b := range blocks(o.To, o, x) {
				want = want && !read[b]
			}
			if o.Final != want {
				t.Fatalf("%d ranks, %+v in step %d of %d: final is %v", ranks, *o, step+1, prog.Steps, o.Final)
			}
			if want {
				final++
			}
			for _, f := range prog.From[o.A:o.B] {
				want := true
				for _, b := range blocks(f, o, x) {
					want = want && readers[b] == 1 && !written[b] && !isNeeded(b)
				}
				if f.Last != want {
					t.Fatalf("%d ranks, %+v of %+v in step %d of %d: last is %v", ranks, f, *o, step+1, prog.Steps, f.Last)
				}
				if want && f.Vec != Src {
					last++
				}
			}
		})
		for b := range written {
			needed[b] = false
		}
		for b := range readers {
			needed[b] = !written[b] || step < prog.Steps-prog.BySource // source by source a word is written first
		}
	}
	return final, last
}
