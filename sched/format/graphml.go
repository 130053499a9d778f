package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

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
