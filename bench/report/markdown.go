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
		fmt.Fprintf(&b, "**Incomplete**: the run stopped early: %s.\n\n", r.Incomplete)
	}
	b.WriteString("```\n")
	if err := r.Machine.Write(&b, false); err != nil {
		return err
	}
	fmt.Fprintf(&b, "```\n\nResults were checked after every batch of calls; beside other programs, only before the turns:\n%d wrong elements.\n", r.Wrong())
	for _, line := range r.noise() {
		fmt.Fprintf(&b, "%s\n", line)
	}
	b.WriteString("\n")
	r.markdownSteps(&b)
	r.markdownModel(&b)
	r.markdownMeasured(&b)
	r.markdownPeers(&b)
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

// notReached stands in a report that was cut short for what it has nothing of.
const notReached = "Not reached.\n\n"

// write is a grid as Markdown.
func (t *grid) write(b *strings.Builder) {
	if len(t.Rows) == 0 {
		b.WriteString(notReached)
		return
	}
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
	b.WriteString("## Steps\n\n")
	if len(r.Steps) == 0 {
		b.WriteString(notReached)
		return
	}
	b.WriteString(`In the paper's model a step can move one word over every arc of the graph. **optimal**
(for global sums, **shortest**) is the shortest schedule known, constructed and verified in
this run. No schedule is shorter than **bound**, and **argument** says why (T: words against
links; load: hops against links; D: the diameter; LB2, LB3, weights: see package sched).
**tree** and **ring** are naive. tree uses breadth-first trees: on the graph of a group, one
generator after the other, so that it takes P-1 steps; on the others (petersen, johnson, odd),
each word goes as soon as its arc is free. ring sends every word along one Hamiltonian path.
**doubling** takes the hypercube's directions one after the other. **spectral** is ∏(A-λI);
**by parts** is the same over parts of the generators, one subgroup or factor after the other.
A – means: no such way, or not measured.`)
	if len(r.OnGraphs) > 0 {
		b.WriteString(`

Times are those of coll's algorithms, for blocks (sum: vectors) of 32 KiB, out of place, in
shared memory, where one pass beats any schedule. cayley and spectral keep to the graph:
cayley to the steps of optimal (for a sum, to those of an accumulation and a broadcast),
spectral to those of by parts if these are fewer. The other algorithms may take other numbers
of steps than the naive ways of the same name.`)
	}
	b.WriteString("\n\n")
	repeat(b, "schedule --graph hypercube:4 --task broadcast -o s.json   # --method tree, ring; --task accumulate, exchange", "verify s.json", "spectral --graph hypercube:4", "theorems")
	for _, task := range tasks {
		t := r.stepsTable(task)
		fmt.Fprintf(b, "### %s\n\n", t.Caption)
		t.write(b)
	}
	t := r.sentTable()
	fmt.Fprintf(b, "### %s\n\nThe spectral sum takes few steps and sends the most; by parts it sends over few arcs at a time.\n\n", t.Caption)
	t.write(b)
}

func (r *Report) markdownModel(b *strings.Builder) {
	b.WriteString("## Estimated times on wires\n\n")
	if len(r.Model) == 0 {
		b.WriteString(notReached)
		return
	}
	fmt.Fprintf(b, `The α-β model on the hypercube of P = 2^d processors, each with d links that work at
once: a message costs %g µs, and its bytes travel at %g GB/s. Binomial trees gather all
words at one processor and broadcast all of them from there; they are not the trees of the
tables above. For alltoall there are no joined messages, because its optimal schedule is only
counted here, not laid out word by word as joining needs; and no trees, because a tree carries
one word to many processors, whereas every word of an alltoall is for one. Times are in
seconds. Repeat with `+"`%s`"+`.

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

func (r *Report) markdownRounding(b *strings.Builder) {
	b.WriteString("## Rounding of the spectral sum\n\n")
	if len(r.Rounding) == 0 {
		b.WriteString(notReached)
		return
	}
	b.WriteString("The greatest error, divided by Σ|x|, after the last step on a random vector, with the\nfactors in the order of the plan (leja) and in that of their eigenvalues (rising, falling).\n\n")
	repeat(b, "spectral --graph ring:64")
	t := grid{Heads: heads("graph", "order", "steps", "error")}
	t.Heads[1].Left = true
	for _, x := range r.Rounding {
		t.Rows = append(t.Rows, []cell{{Text: x.Graph}, {Text: x.Order}, number(len(x.Errors) - 1), {Text: fmt.Sprintf("%.1e", x.Errors[len(x.Errors)-1])}})
	}
	t.write(b)
}
