package bench

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
)

// cases lists the rows of a machine, still to be measured.
func (pl *Plan) cases(m *coll.Machine) (rows []Row, left []Skipped) {
	p := m.Config().P
	graph := ""
	if g := m.Graph(); g != nil {
		graph = g.Name()
	}
	colls := pl.Colls
	if len(colls) == 0 {
		colls = coll.Collectives()
	}
	for _, c := range colls {
		offered := coll.Algorithms(c)
		algs := pl.Algs
		switch {
		case pl.AllAlgs:
			algs = offered
		case len(algs) == 0:
			algs = offered[:1]
		}
		sizes := pl.Sizes
		if c == "barrier" {
			sizes = []int{0}
		}
		for _, bytes := range sizes {
			for _, a := range algs {
				if !slices.Contains(offered, a) {
					continue
				}
				r := Row{Coll: c, Alg: string(a), Procs: p, Bytes: bytes, Graph: graph}
				if need := r.memory(); need > pl.MaxBytes {
					left = append(left, Skipped{r, fmt.Sprintf("needs %d MiB of vectors, more than %d", need>>20, pl.MaxBytes>>20)})
					continue
				}
				var err error
				if r.Steps, r.Bound, err = m.Steps(c, a); err != nil {
					left = append(left, Skipped{r, err.Error()})
					continue
				}
				rows = append(rows, r)
				if c != "barrier" && c != "exchange" {
					r.InPlace = true
					rows = append(rows, r)
				}
			}
		}
	}
	return rows, left
}

// memory is the bytes of all processors' vectors.
func (r *Row) memory() int64 {
	p, b := int64(r.Procs), int64(r.Bytes)
	if r.Coll == "allgather" {
		return p*b + p*p*b
	}
	return 2 * p * b
}

// Check says what is wrong with the plan, in the words of the command line.
func (pl *Plan) Check() error {
	for _, c := range pl.Colls {
		if coll.Algorithms(c) == nil {
			return fmt.Errorf("unknown collective %q, want one of %v", c, coll.Collectives())
		}
	}
	colls := pl.Colls
	if len(colls) == 0 {
		colls = coll.Collectives()
	}
	for _, a := range pl.Algs {
		var all []coll.Algorithm
		for _, c := range colls {
			for _, o := range coll.Algorithms(c) {
				if !slices.Contains(all, o) {
					all = append(all, o)
				}
			}
		}
		if !slices.Contains(all, a) {
			return fmt.Errorf("no algorithm %q for %v, want one of %v", a, colls, all)
		}
	}
	for _, p := range pl.Procs {
		if p < 1 || p > coll.MaxP {
			return fmt.Errorf("%d processors, want 1 to %d", p, coll.MaxP)
		}
	}
	for _, s := range pl.Sizes {
		if s < 8 || s%8 != 0 {
			return fmt.Errorf("size %d B, want a positive multiple of 8 B, one float64", s)
		}
	}
	return nil
}
