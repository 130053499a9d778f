package program

import (
	"reflect"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestFinal: the copies that are called final are those to a destination that nobody reads in
// their step or later, in every program, written out for all ranks.
func TestFinal(t *testing.T) {
	total := 0
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
			total += finalsOf(t, prog, graph.Order(), root)
		}
	}
	if total < 1000 {
		t.Errorf("%d final copies in all", total)
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

// finalsOf compares the final copies of a program with those that nobody reads, and says
// how many there are.
func finalsOf(t *testing.T, prog *Program, ranks, root int) (final int) {
	t.Helper()
	type block struct{ rank, at int }
	blocks := func(r Ref, count int32, x int) (list []block) {
		rank, at := int(r.Rank), int(r.At)
		if !prog.Labels.None() {
			rank = prog.Labels.Product(x, rank)
			if at >= 0 {
				at = prog.Labels.Product(x, at)
			} else {
				at = ^at
			}
		}
		for k := range count {
			list = append(list, block{rank, at + int(k)})
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
	read := map[block]bool{}
	for step := prog.Steps - 1; step >= 0; step-- {
		each := func(do func(o *Op, x int)) {
			for list, ops := range prog.Ops {
				for _, o := range ops[prog.First[list][step]:prog.First[list][step+1]] {
					for _, x := range vertices {
						do(&o, x)
					}
				}
			}
		}
		each(func(o *Op, x int) {
			for _, f := range prog.From[o.A:o.B] {
				if f.Vec == Dst {
					for _, b := range blocks(f, o.Count, x) {
						read[b] = true
					}
				}
			}
		})
		each(func(o *Op, x int) {
			want := !o.Fold && o.To.Vec == Dst
			for _, b := range blocks(o.To, o.Count, x) {
				want = want && !read[b]
			}
			if o.Final != want {
				t.Fatalf("%d ranks, %+v in step %d of %d: final is %v", ranks, *o, step+1, prog.Steps, o.Final)
			}
			if want {
				final++
			}
		})
	}
	return final
}
