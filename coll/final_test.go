package coll

import (
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
		m := teamed(t, Config{P: graph.Order(), Graph: graph}, 2)
		for key := range compilers {
			if key.algorithmID == byFile {
				continue
			}
			root := 0
			if key.rooted() {
				root = graph.Order() - 1
			}
			prog, err := m.world.compiled(key.collective, key.algorithmID, root)
			if err != nil {
				t.Fatalf("%s: %s by %s: %v", name, key.collective, key.algorithmID, err)
			}
			total += finalsOf(t, prog, graph.Order(), root)
		}
	}
	if total < 1000 {
		t.Errorf("%d final copies in all", total)
	}
}

// finalsOf compares the final copies of a program with those that nobody reads, and says
// how many there are.
func finalsOf(t *testing.T, prog *program, ranks, root int) (final int) {
	t.Helper()
	type block struct{ rank, at int }
	blocks := func(r ref, count int32, x int) (list []block) {
		rank, at := int(r.rank), int(r.at)
		if prog.labels.kind != asWritten {
			rank = prog.labels.product(x, rank)
			if at >= 0 {
				at = prog.labels.product(x, at)
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
	if prog.labels.kind != asWritten && !prog.rooted {
		vertices = vertices[:0]
		for x := range ranks {
			vertices = append(vertices, x)
		}
	}
	read := map[block]bool{}
	for step := prog.steps - 1; step >= 0; step-- {
		each := func(do func(o *op, x int)) {
			for list, ops := range prog.ops {
				for _, o := range ops[prog.first[list][step]:prog.first[list][step+1]] {
					for _, x := range vertices {
						do(&o, x)
					}
				}
			}
		}
		each(func(o *op, x int) {
			for _, f := range prog.from[o.a:o.b] {
				if f.vec == inDst {
					for _, b := range blocks(f, o.count, x) {
						read[b] = true
					}
				}
			}
		})
		each(func(o *op, x int) {
			want := !o.fold && o.to.vec == inDst
			for _, b := range blocks(o.to, o.count, x) {
				want = want && !read[b]
			}
			if o.final != want {
				t.Fatalf("%d ranks, %+v in step %d of %d: final is %v", ranks, *o, step+1, prog.steps, o.final)
			}
			if want {
				final++
			}
		})
	}
	return final
}
