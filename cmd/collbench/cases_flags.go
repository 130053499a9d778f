package main

import (
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// casesFlags are what bench and tune ask for in the same words.
type casesFlags struct {
	colls, algs, procs, sizes, elem string

	quick, fresh bool

	graphs []string     // of bench
	filed  *coll.Config // likewise
}

// freshUsage is of --fresh.
const freshUsage = "every rank writes its vector before each call and reads its result after it, as programs do"

// plan reads the flags; the errors name the flag.
func (in *casesFlags) plan() (bench.Plan, error) {
	pl := bench.Plan{Budget: 300, MaxBytes: 4 << 30, Type: in.elem, Fresh: in.fresh}
	if in.quick {
		pl.Budget, pl.MaxBytes = 10, 128<<20
	}
	if _, err := oneOf("--type", in.elem, bench.Types...); err != nil {
		return pl, err
	}
	sizes := in.sizes
	if sizes == "" {
		sizes = "8B:64MiB:8"
		if in.quick {
			sizes = "8B,512B,32KiB,2MiB"
		}
	}
	var err error
	if pl.Sizes, err = bench.ParseSizes(sizes); err != nil {
		return pl, err
	}
	if in.procs != "" {
		if pl.Procs, err = bench.ParseProcs(in.procs, coll.MaxP); err != nil {
			return pl, err
		}
	}
	for _, spec := range unique(in.graphs) {
		g, err := graphOf(spec)
		if err != nil {
			return pl, err
		}
		pl.Graphs = append(pl.Graphs, g)
	}
	pl.Filed = in.filed
	if in.colls != "" && in.colls != "all" {
		pl.Colls = listed(in.colls)
	}
	if in.algs == "all" {
		pl.AllAlgs = true
	} else {
		for _, a := range listed(in.algs) {
			pl.Algs = append(pl.Algs, coll.Algorithm(a))
		}
	}
	pl.Sizes, pl.Procs = unique(pl.Sizes), unique(pl.Procs)
	return pl, pl.Check()
}

// listed are the words of a list, each once.
func listed(list string) []string {
	all := strings.Split(list, ",")
	for i, w := range all {
		all[i] = strings.TrimSpace(w)
	}
	return unique(all)
}

// unique is a list without what it has already.
func unique[T comparable](list []T) (once []T) {
	for _, x := range list {
		if !slices.Contains(once, x) {
			once = append(once, x)
		}
	}
	return once
}
