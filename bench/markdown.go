package bench

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes BENCHMARKS.md: the machine, a table for each collective and
// number of processors of res, the table of global sums, what was left out, and
// how to repeat it.
func Markdown(w io.Writer, in Info, res, sums Result, command string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nWritten by `%s`; do not edit. Every table comes from one run, in which all its\ncases took turns; times are medians, in microseconds a call.\n\n", command)
	fmt.Fprintf(&b, "```\n")
	if err := in.Write(&b, false); err != nil {
		return err
	}
	fmt.Fprintf(&b, "```\n\n")
	b.WriteString(legend)
	rows := res.Rows
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Coll == rows[0].Coll && rows[n].Procs == rows[0].Procs && rows[n].Graph == rows[0].Graph {
			n++
		}
		table(&b, rows[:n])
		rows = rows[n:]
	}
	if err := globalSum(&b, sums.Rows); err != nil {
		return err
	}
	if len(res.Skipped) > 0 {
		fmt.Fprintf(&b, "## Not measured\n\n")
		for _, s := range res.Skipped {
			fmt.Fprintf(&b, "- %s by %s, P = %d, %s: %s\n", s.Coll, s.Alg, s.Procs, Size(s.Bytes), s.Why)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const legend = `**steps** and **bound**: of the schedule in the paper's model, where every arc of
the graph carries one word a step, and the least any schedule can take there.
**limit**: the direct algorithm's loads and stores with no synchronisation, or one
cache-line round trip between two cores, whichever is longer, measured in the same
run. **busbw** is defined as in nccl-tests. **wrong** counts the elements of all
measured results that differ from the exact one.

`

func table(b *strings.Builder, rows []Row) {
	r := rows[0]
	fmt.Fprintf(b, "## %s, P = %d", r.Coll, r.Procs)
	if r.Graph != "" {
		fmt.Fprintf(b, " (%s)", r.Graph)
	}
	fmt.Fprintf(b, "\n\n| bytes | algorithm | place | p50 µs | p99 µs | busbw GB/s | steps | bound | limit µs | wrong |\n|--:|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		place, steps, bound := "out", "–", "–"
		if r.InPlace {
			place = "in"
		}
		if r.Steps > 0 {
			steps, bound = fmt.Sprint(r.Steps), fmt.Sprint(r.Bound)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %.2f | %s | %s | %s | %d |\n",
			Size(r.Bytes), r.Alg, place, us(r.P50), us(r.P99), r.BusBW, steps, bound, us(r.Limit), r.Wrong)
	}
	b.WriteString("\n")
}
