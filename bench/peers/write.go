package peers

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/cayleycoll/cayleycoll/bench"
)

// Formats are the names that Write knows.
var Formats = []string{"text", "json", "csv"}

// Write writes rows: text for people; json as the array of bench, with "peer" and
// "ratio" added; csv with the columns of bench and the added ones.
func Write(w io.Writer, format string, rows []Row) error {
	switch format {
	case "text":
		return writeText(w, rows)
	case "json":
		return bench.Array(w, rows)
	case "csv":
		return writeCSV(w, rows)
	}
	return fmt.Errorf("unknown format %q, want one of %s", format, strings.Join(Formats, ", "))
}

func writeText(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "coll\tprocs\tbytes\tpeer\tp50 µs\tmin µs\tbusbw GB/s\twrong\tlimit µs\ttimes ours\t95 %\t")
	for _, r := range rows {
		between := "-"
		if r.High > 0 && r.Peer != Ours {
			between = fmt.Sprintf("%.2f to %.2f", r.Low, r.High)
		}
		limit := "-"
		if r.Limit > 0 {
			limit = bench.Micros(r.Limit)
		}
		name, end := r.Coll, ""
		if r.Fresh {
			name += " fresh"
		}
		if r.Incomplete {
			end = "incomplete\t"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%.2f\t%d\t%s\t%.2f\t%s\t%s\n",
			name, r.Procs, bench.Size(r.Bytes), r.Peer, bench.Micros(r.P50), bench.Micros(r.Min), r.BusBW, r.Wrong, limit, r.Ratio, between, end)
	}
	return t.Flush()
}

func writeCSV(w io.Writer, rows []Row) error {
	c := csv.NewWriter(w)
	var ours []bench.Row
	for _, r := range rows {
		ours = append(ours, r.Row)
	}
	head, record := bench.Columns(ours)
	c.Write(append(head, "peer", "ratio", "ratio_low", "ratio_high"))
	f := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for _, r := range rows {
		low, high := f(r.Low), f(r.High)
		if r.High == 0 { // too few turns to say
			low, high = "", ""
		}
		c.Write(append(record(r.Row), r.Peer, f(r.Ratio), low, high))
	}
	c.Flush()
	return c.Error()
}
