package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// WriteDOT writes the graph for Graphviz: an arc a line with its number at the
// tail (the generator, on a Cayley graph) as "gen". Streamed.
func WriteDOT(w io.Writer, g cayley.Graph) error {
	o := newWriter(w)
	o.text("digraph ", quote(g.Name()), " {\n")
	arcs(g, func(u, k, v int) {
		fmt.Fprintf(o.w, "  %d -> %d [gen=%d];\n", u, v, k)
	})
	o.text("}\n")
	return o.w.Flush()
}

// WriteScheduleDOT writes the tree of a template, that of vertex 0, each arc with its
// generator "gen" and its time "t"; of any other schedule the sends, each with its time "t"
// and its word "item": a source, a root or, of an exchange, both ends.
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

// WriteGraphML writes the graph for networkx, igraph and Gephi: "level" is the
// distance of a node from vertex 0 (-1 if there is no path), "gen" the number
// of an edge at its tail. Streamed but for 8 bytes a vertex.
func WriteGraphML(w io.Writer, g cayley.Graph) error {
	o := newWriter(w)
	o.text(`<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="level" for="node" attr.name="level" attr.type="int"/>
  <key id="gen" for="edge" attr.name="gen" attr.type="int"/>
  <graph id=`, attribute(g.Name()), ` edgedefault="directed">
`)
	for v, level := range cayley.DistancesFrom(g, 0) {
		fmt.Fprintf(o.w, "    <node id=\"n%d\"><data key=\"level\">%d</data></node>\n", v, level)
	}
	arcs(g, func(u, k, v int) {
		fmt.Fprintf(o.w, "    <edge source=\"n%d\" target=\"n%d\"><data key=\"gen\">%d</data></edge>\n", u, v, k)
	})
	o.text("  </graph>\n</graphml>\n")
	return o.w.Flush()
}

// attribute is an XML attribute value in quotes, without what XML cannot hold.
func attribute(s string) string { return `"` + written(s) + `"` }

// written is a text as an attribute of XML has it.
func written(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, s)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
