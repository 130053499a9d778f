package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/bench"
)

// markdown writes BENCHMARKS.md.
func (r *Report) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nWritten by `%s` on %s; do not edit.\n[benchmarks.json](benchmarks.json) has every figure, unrounded; report.html, which the\nsame command writes, has plots and a player for schedules.\n\n", r.Command, r.Date)
	if r.Incomplete != "" {
		fmt.Fprintf(&b, "**Incomplete**: the run stopped early: %s\n\n", r.Incomplete)
	}
	b.WriteString("```\n")
	if err := r.Machine.Write(&b, false); err != nil {
		return err
	}
	fmt.Fprintf(&b, "```\n\nResults were checked after every batch of calls: %d wrong elements.\n", r.Wrong())
	for _, line := range r.noise() {
		fmt.Fprintf(&b, "%s\n", line)
	}
	b.WriteString("\n")
	r.markdownSteps(&b)
	r.markdownModel(&b)
	r.markdownMeasured(&b)
	r.markdownRounding(&b)
	b.WriteString("## Not measured\n\n")
	for _, line := range r.left() {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// repeat says which command makes a table again.
func repeat(b *strings.Builder, commands ...string) {
	b.WriteString("Repeat:\n\n")
	for _, c := range commands {
		fmt.Fprintf(b, "    go run ./cmd/collbench %s\n", c)
	}
	b.WriteString("\n")
}

// write is a grid as Markdown.
func (t *grid) write(b *strings.Builder) {
	for i, h := range t.Heads {
		if i > 0 {
			b.WriteString(" ")
		}
		fmt.Fprintf(b, "| %s", h.Text)
	}
	b.WriteString(" |\n|")
	for _, h := range t.Heads {
		if h.Left {
			b.WriteString("---|")
		} else {
			b.WriteString("--:|")
		}
	}
	b.WriteString("\n")
	for _, row := range t.Rows {
		for _, c := range row {
			fmt.Fprintf(b, "| %s ", c.Text)
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
}

func (r *Report) markdownSteps(b *strings.Builder) {
	b.WriteString(`## Steps

In the paper's model a step moves one word over every arc of the graph. **optimal**
is the shortest schedule known, constructed and verified in this run, **bound** the
least possible (T: words against links, load: hops against links, D: the diameter,
LB2, LB3: see package sched). **tree** and **ring** are naive, **doubling** takes the
hypercube's directions one after the other; – where a way does not exist. Times are
of blocks (sum: of vectors) of 32 KiB in shared memory, out of place, where one pass
beats any schedule: those of coll's algorithm of that name, which for tree, ring and
doubling is not confined to the graph and may take another number of steps.

`)
	repeat(b, "schedule --graph hypercube:4 --task broadcast -o s.json   # --method tree, ring; --task accumulate, exchange", "verify s.json", "spectral --graph hypercube:4", "theorems")
	for _, task := range tasks {
		t := r.stepsTable(task)
		fmt.Fprintf(b, "### %s\n\n", t.Caption)
		t.write(b)
	}
	t := r.sentTable()
	fmt.Fprintf(b, "### %s\n\nThe spectral sum takes the fewest steps and sends the most.\n\n", t.Caption)
	t.write(b)
}

func (r *Report) markdownModel(b *strings.Builder) {
	fmt.Fprintf(b, `## Estimated times on wires

The α-β model on the hypercube of P = 2^d processors, each with d links that work at
once: a message costs %g µs and its bytes at %g GB/s. Seconds. Repeat with `+"`%s`"+`.

`, link.Alpha*1e6, 8/link.Beta/1e9, r.Command)
	for _, task := range []string{"allgather", "allreduce", "alltoall"} {
		for _, bytes := range modelSizes {
			t := grid{Heads: heads("P")}
			for _, m := range r.Model {
				if m.Task != task || m.Bytes != bytes {
					continue
				}
				if len(t.Heads) == 1 {
					for _, way := range ways {
						if _, ok := m.Seconds[way]; ok {
							t.Heads = append(t.Heads, head{Text: way})
						}
					}
				}
				if slices.Contains([]int{2, 16, 256, 4096, 65536, 1 << 20}, m.P) {
					row := []cell{number(m.P)}
					for _, h := range t.Heads[1:] {
						row = append(row, cell{Text: fmt.Sprintf("%.3g", m.Seconds[h.Text])})
					}
					t.Rows = append(t.Rows, row)
				}
			}
			fmt.Fprintf(b, "### %s, %s\n\n", task, bench.Size(bytes))
			t.write(b)
		}
	}
}

// markdownMeasured has a table for each collective and number of processors:
// sizes down, algorithms across, the fastest in bold.
func (r *Report) markdownMeasured(b *strings.Builder) {
	b.WriteString(`## Measured

Medians in microseconds a call, of cases that took turns in one run; the fastest in
bold. **auto** is the library's own choice. **limit** is the direct algorithm's loads and stores with no synchronisation, or
one cache-line round trip between two cores, whichever is longer, measured beside each
case; the round trip at the head of this page is the median of the runs. Bytes are those of a processor's vector; of one block for gather, scatter,
allgather, reducescatter and alltoall. Steps and bound of the schedules in the paper's model stand below each table.

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
}

// overProcs writes the shortest vectors, out of place, on all machines.
func overProcs(b *strings.Builder, name string, rows []bench.Row) {
	slices.SortStableFunc(rows, func(x, y bench.Row) int { return x.Procs - y.Procs })
	shortest := func(r *bench.Row) bool { return r.Coll == name && r.Bytes <= 8 && !r.InPlace }
	fmt.Fprintf(b, "Latency of %s, out of place.\n\n", bench.Size(map[bool]int{false: 8}[name == "barrier"]))
	t := grid{Heads: heads("P", "graph", "limit")}
	var algs []string
	for _, alg := range algorithms(name) {
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
	for _, a := range algorithms(rows[0].Coll) {
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

func (r *Report) markdownRounding(b *strings.Builder) {
	b.WriteString("## Rounding of the spectral sum\n\nThe greatest error over Σ|x| on a random vector after the last step, with the factors\nin the order of the plan (Leja) and in that of their eigenvalues.\n\n")
	repeat(b, "spectral --graph ring:64")
	t := grid{Heads: heads("graph", "order", "steps", "error")}
	t.Heads[1].Left = true
	for _, x := range r.Rounding {
		t.Rows = append(t.Rows, []cell{{Text: x.Graph}, {Text: x.Order}, number(len(x.Errors) - 1), {Text: fmt.Sprintf("%.1e", x.Errors[len(x.Errors)-1])}})
	}
	t.write(b)
}

// noise is what was wrong with the machine during the runs.
func (r *Report) noise() (lines []string) {
	for _, run := range r.Runs {
		if run.Noisy != "" {
			lines = append(lines, fmt.Sprintf("A noisy machine while measuring %s: %s.", run.What, run.Noisy))
		}
	}
	return lines
}

// left is what was not measured, and why.
func (r *Report) left() []string {
	lines := []string{
		"Links between machines: this is one process in one memory; the estimated times stand in for wires.",
		"Other people's libraries: `collbench peers` alternates them with ours.",
		"Element types other than float64; vectors and machines larger than those in the tables.",
	}
	if n := len(r.Machine.Cores); n < 8 {
		lines = append(lines, fmt.Sprintf("More processors at the same time than this run may use cores, %d: of more, several share a core.", n))
	}
	type kind struct {
		coll  string
		procs int
		graph string
		why   string
	}
	by := map[kind][]Skipped{}
	var order []kind
	for _, s := range r.Skipped {
		k := kind{s.Coll, s.Procs, s.Graph, strings.TrimRight(s.Why, ".")}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], s)
	}
	for _, k := range order {
		var algs, sizes []string
		for _, s := range by[k] {
			if !slices.Contains(algs, s.Alg) {
				algs = append(algs, s.Alg)
			}
			if size := bench.Size(s.Bytes); !slices.Contains(sizes, size) {
				sizes = append(sizes, size)
			}
		}
		lines = append(lines, fmt.Sprintf("%s of %s by %s, P = %d (%s): %s.", k.coll, strings.Join(sizes, ", "), strings.Join(algs, ", "), k.procs, k.graph, k.why))
	}
	return lines
}
