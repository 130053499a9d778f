package format

import (
	"fmt"
	"io"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// WriteDOT writes the graph for Graphviz: one arc a line, with its number at the tail (on a
// Cayley graph the generator) as "gen". Streamed.
func WriteDOT(w io.Writer, g cayley.Graph) error {
	o := newWriter(w)
	o.text("digraph ", quote(g.Name()), " {\n")
	arcs(g, func(u, k, v int) {
		fmt.Fprintf(o.w, "  %d -> %d [gen=%d];\n", u, v, k)
	})
	o.text("}\n")
	return o.w.Flush()
}

// WriteScheduleDOT writes a template as its tree, that of vertex 0, each arc with its generator
// "gen" and its time "t"; any other schedule as its sends, each with its time "t" and its word
// "item": a source, a root or, in an exchange, source and destination.
func WriteScheduleDOT(w io.Writer, s sched.Schedule) error {
	if _, _, err := parts(s); err != nil {
		return err
	}
	o := newWriter(w)
	switch s := s.(type) {
	case *sched.Template:
		o.text("digraph ", quote(s.Task.String()+" on "+s.Graph.Name()), " {\n")
		arc := s.Arcs()
		for _, v := range s.Order() {
			from, to := arc(int(v))
			fmt.Fprintf(o.w, "  %d -> %d [gen=%d, t=%d];\n", from, to, s.Gen[v], s.Time[v])
		}
	case *sched.Explicit:
		o.text("digraph ", quote(s.Task.String()+" on "+s.Graph.Name()), " {\n")
		for _, x := range s.Sends {
			item := strconv.Itoa(int(x.Item))
			if s.Task == sched.Exchange {
				item += "," + strconv.Itoa(int(x.Dst))
			}
			fmt.Fprintf(o.w, "  %d -> %d [t=%d, item=%s];\n", x.From, x.To, x.Time, quote(item))
		}
	case sched.Expander:
		e, err := s.Expand()
		if err != nil {
			return err
		}
		return WriteScheduleDOT(w, e)
	default:
		return fmt.Errorf("format: DOT: cannot draw a %T", s)
	}
	o.text("}\n")
	return o.w.Flush()
}

func arcs(g cayley.Graph, f func(u, k, v int)) {
	for u := range g.Order() {
		for k := range g.Degree() {
			if v := g.Neighbor(u, k); v >= 0 {
				f(u, k, v)
			}
		}
	}
}
