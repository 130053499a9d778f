package bench

import (
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
)

// Auto, given as an algorithm, is the library's own choice.
const Auto coll.Algorithm = "auto"

// Using is what Proc.Using takes for the algorithm of a row: "" for Auto.
func Using(alg string) coll.Algorithm {
	if alg == string(Auto) {
		return ""
	}
	return coll.Algorithm(alg)
}

// Algorithms lists Auto, then each algorithm of these collectives once.
func Algorithms(colls ...string) []coll.Algorithm {
	all := []coll.Algorithm{Auto}
	for _, c := range colls {
		for _, a := range coll.Algorithms(c) {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	return all
}

// Skipped is a case that was left out, and why.
type Skipped struct {
	Row
	Why string
}

// offers is what a machine offers for a collective: File too if one of its schedules serves that.
func offers(m *coll.Machine, c string) []coll.Algorithm {
	all := coll.Algorithms(c)
	if len(m.Config().Schedules) > 0 {
		if _, _, err := m.Steps(c, coll.File); err == nil {
			all = append(slices.Clone(all), coll.File)
		}
	}
	return all
}

// Cases lists the rows of a machine that are to be measured, and those left out. If the plan
// names no collectives and the machine has schedules, only the collectives that these serve
// are listed.
func (pl *Plan) Cases(m *coll.Machine) (rows []Row, left []Skipped) {
	for _, c := range pl.colls() {
		offered := offers(m, c)
		if len(pl.Colls) == 0 && len(m.Config().Schedules) > 0 && !slices.Contains(offered, coll.File) {
			continue
		}
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
				if operationOf(c).inPlace && !pl.Fresh {
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
	r = Row{Coll: c, Alg: string(a), Procs: m.Config().P, Bytes: bytes, Fresh: pl.Fresh && c != "barrier"}
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
	need, what := r.Memory(), "vectors"
	if operationOf(c).ragged {
		need, what = need+min(r.lists(), math.MaxInt64-need), "vectors and counts"
	}
	if pl.MaxBytes > 0 && need > pl.MaxBytes {
		return r, fmt.Sprintf("needs %s of %s, more than %s", Size(need), what, Size(pl.MaxBytes))
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
