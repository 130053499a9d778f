package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// On graphs with more arcs than this (complete ones: vertices), graph does not compute what
// would take seconds and gigabytes.
const (
	lb3Arcs     = 1 << 25
	regularArcs = 1 << 23
	orbitArcs   = 1 << 22
)

// graphFacts is the JSON; null and "unknown" stand for what is not known. LB3 and the
// regular order are defined for Cayley graphs only, and computed up to a size.
type graphFacts struct {
	Graph             string `json:"graph"`
	Order             int    `json:"order"`
	Degree            int    `json:"degree"`
	Diameter          int    `json:"diameter"`
	Spheres           []int  `json:"spheres"` // vertices at distance 0, 1, … from vertex 0
	T                 int    `json:"t"`
	LB2               int    `json:"lb2"`
	LB3               *int   `json:"lb3"`
	Cayley            bool   `json:"cayley"`
	VertexTransitive  *bool  `json:"vertex_transitive"`
	Symmetric         bool   `json:"symmetric"`
	DistanceRegular   *bool  `json:"distance_regular"`
	IntersectionArray string `json:"intersection_array,omitempty"`
	RegularOrder      string `json:"regular_order"`
	Why               string `json:"regular_order_why"`
}

func factsOf(g cayley.Graph) (*graphFacts, error) {
	d, err := cayley.Diameter(g)
	if err != nil {
		return nil, fmt.Errorf("--graph: %s", plain(err))
	}
	r := &graphFacts{Graph: g.Name(), Order: g.Order(), Degree: g.Degree(), Diameter: d,
		Spheres: cayley.Spheres(g), Symmetric: cayley.IsSymmetric(g)}
	if r.Degree > 0 {
		r.T = (r.Order + r.Degree - 2) / r.Degree
	}
	bound, beyond := sched.LowerBound(g, sched.Broadcast, sched.TwoWay, sched.Scope{})
	if beyond != nil { // its size: T and D hold on any graph
		bound.Value = r.T
	}
	r.LB2 = max(bound.Value, d)
	if cayley.VertexTransitive(g) {
		yes := true
		r.VertexTransitive = &yes
	}
	a, regular, err := cayley.IntersectionArray(g)
	if err == nil {
		r.DistanceRegular = &regular
	}
	if regular {
		r.IntersectionArray = a.String()
	}
	if c, ok := g.(cayley.Cayley); ok {
		return r, r.cayley(c)
	}
	r.RegularOrder, r.Why = sched.Unknown.String(), "defined for Cayley graphs (errata 10)"
	if beyond != nil { // no schedule is made without that bound
		return r, nil
	}
	return r, r.orbits(g)
}

// orbits finds LB3 of graphs that are not Cayley graphs if a schedule meets LB2, for no
// lower bound exceeds the length of a schedule.
func (r *graphFacts) orbits(g cayley.Graph) error {
	act := cayley.FreeActionOf(g)
	if m := int64(r.Order / act.Order()); m*int64(r.Order)*int64(r.Degree) > orbitArcs {
		return nil
	}
	s, _, err := sched.BuildOrbits(g, act, sched.Options{})
	if err != nil {
		return err
	}
	if s.Tau() == r.LB2 {
		r.LB3 = &r.LB2
	}
	return nil
}

// cayley adds what only Cayley graphs have.
func (r *graphFacts) cayley(c cayley.Cayley) error {
	r.Cayley = true
	arcs := int64(r.Order) * int64(r.Degree)
	if arcs > regularArcs && cayley.IsHypercube(c) {
		// The order is a schedule of T steps, so no bound is above T.
		r.LB3, r.RegularOrder, r.Why = &r.T, sched.Yes.String(), "paper, 7.13(i)"
		return nil
	}
	cost, of := arcs, "arcs"
	if r.Diameter == 1 {
		cost, of = int64(r.Order), "vertices"
	}
	if cost <= lb3Arcs {
		c, err := sched.LB3(c, sched.Broadcast, sched.Scope{})
		if err != nil {
			return err
		}
		r.LB3 = &c.Bound.Value
	}
	if cost > regularArcs {
		r.RegularOrder, r.Why = sched.Unknown.String(), fmt.Sprintf("not asked beyond %d %s", regularArcs, of)
		return nil
	}
	_, answer, why, err := sched.FindRegularOrder(c)
	if err != nil {
		return err
	}
	r.RegularOrder, r.Why = answer.String(), why
	return nil
}

func (r *graphFacts) print(w io.Writer) error {
	var b strings.Builder
	line := func(key, format string, args ...any) {
		fmt.Fprintf(&b, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	line("graph", "%s", r.Graph)
	line("order P", "%d", r.Order)
	line("degree d", "%d", r.Degree)
	line("diameter D", "%d", r.Diameter)
	some := r.Spheres[:min(len(r.Spheres), shownMost+1)]
	line("spheres", "%s", short(strings.Trim(fmt.Sprint(some), "[]"), " "))
	line("bounds", "T = ⌈(P-1)/d⌉ = %d, LB2 = %d, LB3 = %s", r.T, r.LB2, orUnknown(r.LB3))
	line("Cayley graph", "%s", yesNo(r.Cayley))
	line("vertex-transitive", "%s", known(r.VertexTransitive))
	line("symmetric", "%s", yesNo(r.Symmetric))
	regular := known(r.DistanceRegular)
	if r.IntersectionArray != "" {
		regular += ", " + short(r.IntersectionArray, ",")
	}
	line("distance-regular", "%s", regular)
	line("regular order", "%s: %s", r.RegularOrder, r.Why)
	_, err := io.WriteString(w, b.String())
	return err
}

// shownMost is the numbers of a list that are shown.
const shownMost = 40

// short cuts a list for the eye; the JSON has all of it.
func short(list, sep string) string {
	parts := strings.SplitN(list, sep, shownMost+1)
	if len(parts) <= shownMost {
		return list
	}
	return strings.Join(parts[:shownMost], sep) + sep + "…"
}

func orUnknown(n *int) string {
	if n == nil {
		return "unknown"
	}
	return fmt.Sprint(*n)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func known(b *bool) string {
	if b == nil {
		return "unknown"
	}
	return yesNo(*b)
}
