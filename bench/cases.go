package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/coll"
)

// Auto is, as an algorithm, the library's own choice.
const Auto coll.Algorithm = "auto"

// Using is what Proc.Using takes for an algorithm of a row.
func Using(alg string) coll.Algorithm {
	if alg == string(Auto) {
		return ""
	}
	return coll.Algorithm(alg)
}

// colls are the collectives of the plan.
func (pl *Plan) colls() []string {
	if len(pl.Colls) > 0 {
		return pl.Colls
	}
	return Measured()
}

// Cases lists the rows of a machine, still to be measured, and those left out.
func (pl *Plan) Cases(m *coll.Machine) (rows []Row, left []Skipped) {
	for _, c := range pl.colls() {
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
		has := func(a coll.Algorithm) bool { return a == Auto || slices.Contains(offered, a) }
		some := slices.ContainsFunc(algs, has)
		for _, bytes := range sizes {
			for _, a := range algs {
				if !has(a) {
					if !some { // else it is asked for because of other collectives
						left = append(left, Skipped{Row{Coll: c, Alg: string(a), Procs: m.Config().P, Bytes: bytes}, c + " has no such algorithm"})
					}
					continue
				}
				r, why := pl.row(m, c, a, bytes)
				if why != "" {
					left = append(left, Skipped{r, why})
					continue
				}
				rows = append(rows, r)
				if operationOf(c).inPlace {
					r.InPlace = true
					rows = append(rows, r)
				}
			}
		}
	}
	return rows, left
}

// row is one case, or why it cannot be measured.
func (pl *Plan) row(m *coll.Machine, c string, a coll.Algorithm, bytes int) (r Row, why string) {
	r = Row{Coll: c, Alg: string(a), Procs: m.Config().P, Bytes: bytes}
	graph := m.Graph()
	if own, err := m.GraphOf(c, a); err == nil { // not of Auto
		graph = own
	}
	if graph != nil {
		r.Graph = graph.Name()
	}
	if pl.elem() != Types[0] {
		r.Type = pl.elem()
	}
	if need := r.Memory(); pl.MaxBytes > 0 && need > pl.MaxBytes {
		return r, fmt.Sprintf("needs %s of vectors, more than %s", Size(need), Size(pl.MaxBytes))
	}
	if a == coll.Spectral && !elements[pl.elem()].float {
		return r, "spectral is for float64 and float32 only"
	}
	if a == Auto {
		return r, ""
	}
	var err error
	if r.Steps, r.Bound, err = m.Steps(c, a); err != nil {
		return r, err.Error()
	}
	return r, ""
}

// Check says what is wrong with the plan, in the words of the command line.
func (pl *Plan) Check() error {
	if _, ok := elements[pl.elem()]; !ok {
		return fmt.Errorf("--type: unknown type %q, want one of %s", pl.Type, strings.Join(Types, ", "))
	}
	for _, c := range pl.Colls {
		if c == "all" {
			return errors.New("--coll: all stands alone")
		}
		if !slices.Contains(Measured(), c) {
			return fmt.Errorf("--coll: unknown collective %q, want one of %s", c, strings.Join(Measured(), ", "))
		}
	}
	for _, a := range pl.Algs {
		if a == "all" {
			return errors.New("--alg: all stands alone")
		}
		all := []string{string(Auto)}
		for _, c := range pl.colls() {
			for _, o := range coll.Algorithms(c) {
				if !slices.Contains(all, string(o)) {
					all = append(all, string(o))
				}
			}
		}
		if !slices.Contains(all, string(a)) {
			of := "these collectives"
			if len(pl.colls()) == 1 {
				of = pl.colls()[0]
			}
			return fmt.Errorf("--alg: no algorithm %q for %s, want one of %s", a, of, strings.Join(all, ", "))
		}
	}
	for _, p := range pl.Procs {
		if p < 1 || p > coll.MaxP {
			return fmt.Errorf("--procs: %d processors, want 1 to %d", p, coll.MaxP)
		}
	}
	if len(pl.Procs)+len(pl.Graphs) == 0 {
		return errors.New("--procs, --graph: no machine to measure on, want one or more")
	}
	if len(pl.Sizes) == 0 && slices.ContainsFunc(pl.colls(), func(c string) bool { return c != "barrier" }) {
		return errors.New("--sizes: no size of a vector, want one or more")
	}
	one := elements[pl.elem()].bytes
	for _, s := range pl.Sizes {
		if s < one || s%one != 0 {
			return fmt.Errorf("--sizes: size %d B, want a positive multiple of %d B, one %s", s, one, pl.elem())
		}
	}
	return nil
}
