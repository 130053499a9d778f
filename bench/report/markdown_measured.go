package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/bench"
)

// markdownMeasured has a table for each collective and number of processors:
// sizes down, algorithms across, the fastest in bold.
func (r *Report) markdownMeasured(b *strings.Builder) {
	b.WriteString("## Measured\n\n")
	if len(r.Rows) == 0 {
		b.WriteString(notReached)
		return
	}
	b.WriteString(`Medians in microseconds per call, of cases that took turns in one run; the fastest is in
bold. **auto** is the library's own choice. **limit** is the time of the direct algorithm's
loads and stores without synchronisation, or of one cache-line round trip between two cores,
whichever is longer, measured beside each case. The round trip at the head of this page is the
median of the runs' medians. Bytes are those of one processor's vector, or of one block for
gather, scatter, allgather, reducescatter and alltoall. Steps and bound of the schedules in
the paper's model stand above each table.

`)
	for _, name := range r.collectives() {
		fmt.Fprintf(b, "### %s\n\n", name)
		repeat(b, fmt.Sprintf("bench --coll %s --alg all", name))
		overProcs(b, name, slices.Concat(r.Rows, r.Latency))
		rows := r.Rows
		if name == "barrier" {
			continue // all its sizes are one
		}
		for len(rows) > 0 {
			p, graph := rows[0].Procs, rows[0].Graph
			var these, rest []bench.Row
			for _, row := range rows {
				switch {
				case row.Procs != p || row.Graph != graph:
					rest = append(rest, row)
				case row.Coll == name:
					these = append(these, row)
				}
			}
			if len(these) > 0 {
				pivot(b, these)
			}
			rows = rest
		}
	}
	r.markdownForms(b)
}

// overProcs writes the shortest vectors, out of place, on all machines.
func overProcs(b *strings.Builder, name string, rows []bench.Row) {
	slices.SortStableFunc(rows, func(x, y bench.Row) int { return x.Procs - y.Procs })
	shortest := func(r *bench.Row) bool { return r.Coll == name && r.Bytes <= 8 && !r.InPlace }
	if n := latencyBytes(name); n > 0 {
		fmt.Fprintf(b, "Latency of %s, out of place.\n\n", bench.Size(n))
	} else { // a barrier has no vector
		fmt.Fprintf(b, "Latency.\n\n")
	}
	t := grid{Heads: heads("P", "graph", "limit")}
	var algs []string
	for _, alg := range bench.Algorithms(name) {
		if slices.ContainsFunc(rows, func(r bench.Row) bool { return shortest(&r) && r.Alg == string(alg) }) {
			algs = append(algs, string(alg))
			t.Heads = append(t.Heads, head{Text: string(alg)})
		}
	}
	for i := range rows {
		if !shortest(&rows[i]) || len(t.Rows) > 0 && t.Rows[len(t.Rows)-1][0].Text == fmt.Sprint(rows[i].Procs) {
			continue
		}
		line := []cell{number(rows[i].Procs), {Text: rows[i].Graph}, micro(rows[i].Limit)}
		for _, alg := range algs {
			c := cell{Text: "–"}
			for j := range rows {
				if r := &rows[j]; shortest(r) && r.Procs == rows[i].Procs && r.Alg == alg {
					c = micro(r.P50)
				}
			}
			line = append(line, c)
		}
		t.Rows = append(t.Rows, line)
	}
	t.write(b)
}

// pivot writes the rows of one collective on one machine.
func pivot(b *strings.Builder, rows []bench.Row) {
	var algs, notes []string
	for _, a := range bench.Algorithms(rows[0].Coll) {
		if i := slices.IndexFunc(rows, func(r bench.Row) bool { return r.Alg == string(a) }); i >= 0 {
			algs = append(algs, string(a))
			if rows[i].Steps > 0 {
				notes = append(notes, fmt.Sprintf("%s %d of %d", a, rows[i].Steps, rows[i].Bound))
			}
		}
	}
	fmt.Fprintf(b, "P = %d", rows[0].Procs)
	if rows[0].Graph != "" {
		fmt.Fprintf(b, ", %s", rows[0].Graph)
	}
	if len(notes) > 0 {
		fmt.Fprintf(b, "; steps and bound: %s", strings.Join(notes, ", "))
	}
	b.WriteString(".\n\n")
	t := grid{Heads: heads("bytes", "place", "limit")}
	for _, a := range algs {
		t.Heads = append(t.Heads, head{Text: a})
	}
	for len(rows) > 0 {
		first := rows[0]
		line := []cell{{Text: bench.Size(first.Bytes)}, {Text: first.Place()}, micro(first.Limit)}
		times := make([]float64, len(algs))
		best := 0.0
		var rest []bench.Row
		for _, row := range rows {
			if row.Bytes != first.Bytes || row.InPlace != first.InPlace {
				rest = append(rest, row)
				continue
			}
			times[slices.Index(algs, row.Alg)] = row.P50
			if best == 0 || row.P50 < best {
				best = row.P50
			}
		}
		for _, us := range times {
			c := micro(us)
			if us == best && len(algs) > 1 {
				c.Text = "**" + c.Text + "**"
			}
			line = append(line, c)
		}
		t.Rows = append(t.Rows, line)
		rows = rest
	}
	t.write(b)
}
