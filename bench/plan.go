package bench

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
)

// Plan is what to measure: every combination that makes sense.
type Plan struct {
	Colls    []string         // some of Measurable; empty: Measured
	Algs     []coll.Algorithm // empty: the first that each collective offers; Auto: the library's choice
	AllAlgs  bool             // all that each collective offers
	Procs    []int            // machines on their default graphs
	Graphs   []cayley.Graph   // machines on these graphs, as many processors as vertices
	Filed    *coll.Config     // if not nil, one more machine, which also carries out its Schedules
	Sizes    []int            // bytes of one processor's vector; may be empty for barrier alone
	Type     string           // of the elements, one of Types; empty: float64
	NoCheck  bool             // results are not looked at
	Fresh    bool             // the rows are, and out of place
	Tuning   *coll.Tuning     // of the machines; nil: the installed one
	Budget   int              // about so many milliseconds a case; 0: as few calls as possible
	MaxBytes int64            // of all vectors of a case together; larger cases are left out; 0: no limit
	// Tick, if not nil, is told between two measurements how many of the
	// machine's measurements are done. The processors wait meanwhile.
	Tick func(done, total int)
}

// turn is the time for one case in one round.
func (pl *Plan) turn() time.Duration { return time.Duration(pl.Budget) * time.Millisecond / rounds }

// colls are the collectives of the plan.
func (pl *Plan) colls() []string {
	if len(pl.Colls) > 0 {
		return pl.Colls
	}
	return Measured()
}

// elem is the name of the plan's element type.
func (pl *Plan) elem() string { return cmp.Or(pl.Type, Types[0]) }

// Check says what is wrong with the plan. The error is worded for the command line.
func (pl *Plan) Check() error {
	if _, ok := elements[pl.elem()]; !ok {
		return fmt.Errorf("--type is %q, want one of %s", pl.Type, strings.Join(Types, ", "))
	}
	for _, c := range pl.Colls {
		if c == "all" {
			return errors.New("--coll: all cannot be combined with other names")
		}
		if !slices.Contains(Measurable(), c) {
			return fmt.Errorf("--coll is %q, want one of %s", c, strings.Join(Measurable(), ", "))
		}
	}
	for _, a := range pl.Algs {
		if a == "all" {
			return errors.New("--alg: all cannot be combined with other names")
		}
		all := Algorithms(pl.colls()...)
		if pl.Filed != nil {
			all = append(all, coll.File)
		}
		if !slices.Contains(all, a) {
			var names []string
			for _, o := range all {
				names = append(names, string(o))
			}
			of := "these collectives"
			if len(pl.colls()) == 1 {
				of = pl.colls()[0]
			}
			return fmt.Errorf("--alg is %q, want one of %s, the algorithms of %s", a, strings.Join(names, ", "), of)
		}
	}
	for _, p := range pl.Procs {
		if p < 1 || p > coll.MaxP {
			return fmt.Errorf("--procs is %d, want 1 to %d", p, coll.MaxP)
		}
	}
	for _, g := range pl.Graphs {
		if g.Order() > coll.MaxP {
			return fmt.Errorf("--graph: %s has %d vertices, want at most %d", g.Name(), g.Order(), coll.MaxP)
		}
	}
	if len(pl.Procs)+len(pl.Graphs) == 0 && pl.Filed == nil {
		return errors.New("--procs: no machine to measure on, want one or more")
	}
	if len(pl.Sizes) == 0 && slices.ContainsFunc(pl.colls(), func(c string) bool { return c != "barrier" }) {
		return errors.New("--sizes: no size of a vector, want one or more")
	}
	one := elements[pl.elem()].bytes
	for _, s := range pl.Sizes {
		if s < one || s%one != 0 {
			return fmt.Errorf("--sizes is %d B, want a positive multiple of %d B, one %s", s, one, pl.elem())
		}
	}
	return nil
}
