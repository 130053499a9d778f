package bench

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Formats are the names that Write knows.
var Formats = []string{"text", "json", "csv", "benchfmt"}

// Write writes rows: text for people, json as the fixed array, csv with the
// same names, benchfmt for benchstat.
func Write(w io.Writer, format string, rows []Row) error {
	switch format {
	case "text":
		return writeText(w, rows)
	case "json":
		return Array(w, rows)
	case "csv":
		return writeCSV(w, rows)
	case "benchfmt":
		return writeBenchfmt(w, rows)
	}
	return fmt.Errorf("unknown format %q, want one of %s", format, strings.Join(Formats, ", "))
}

// Array writes rows as a JSON array, empty where there are none.
func Array[T any](w io.Writer, rows []T) error {
	if rows == nil {
		rows = []T{}
	}
	return indented(w, rows)
}

func indented(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}

func writeText(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "coll\talg\tprocs\tbytes\tplace\tp50 µs\tmin µs\tp99 µs\talgbw GB/s\tbusbw GB/s\twrong\tsteps\tbound\tlimit µs\t% of limit\t")
	for _, r := range rows {
		steps, bound := strconv.Itoa(r.Steps), strconv.Itoa(r.Bound)
		if r.Steps == 0 {
			steps, bound = "-", "-"
		}
		limit, of := "-", "-"
		if r.Limit > 0 {
			limit = Micros(r.Limit)
		}
		if r.Limit > 0 && r.P50 > 0 { // a clock may be coarse
			of = fmt.Sprintf("%.0f", 100*r.Limit/r.P50)
		}
		name, end := r.Coll, ""
		if r.Type != "" {
			name += " " + r.Type
		}
		if r.Fresh {
			name += " fresh"
		}
		if r.Incomplete {
			end = "incomplete\t"
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%.2f\t%.2f\t%d\t%s\t%s\t%s\t%s\t%s\n",
			name, r.Alg, r.Procs, Size(r.Bytes), r.Place(), Micros(r.P50), Micros(r.Min), Micros(r.P99), r.AlgBW, r.BusBW, r.Wrong, steps, bound, limit, of, end)
	}
	return t.Flush()
}

// Micros is a time in microseconds as all tables write it: to the nanosecond below ten, to
// a tenth of a microsecond below a thousand, else to the microsecond.
func Micros(t float64) string {
	switch {
	case t < 10:
		return strconv.FormatFloat(t, 'f', 3, 64)
	case t < 1000:
		return strconv.FormatFloat(t, 'f', 1, 64)
	}
	return strconv.FormatFloat(t, 'f', 0, 64)
}

// Size is a number of bytes as the command line writes it.
func Size[T int | int64](bytes T) string {
	switch {
	case bytes >= 1<<20 && bytes%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", bytes>>20)
	case bytes >= 1<<10 && bytes%(1<<10) == 0:
		return fmt.Sprintf("%dKiB", bytes>>10)
	}
	return fmt.Sprintf("%dB", bytes)
}

// Place is where the result goes: "in" place or "out".
func (r *Row) Place() string {
	if r.InPlace {
		return "in"
	}
	return "out"
}

func writeCSV(w io.Writer, rows []Row) error {
	c := csv.NewWriter(w)
	head, record := Columns(rows)
	c.Write(head)
	for _, r := range rows {
		c.Write(record(r))
	}
	c.Flush()
	return c.Error()
}

// Columns are the columns of the csv, named as in the JSON, and a function that gives what a
// row has in them. type, fresh and incomplete are among them only if a row of rows has these.
func Columns(rows []Row) (head []string, record func(r Row) []string) {
	head = []string{"coll", "alg", "procs", "bytes", "inplace", "iters", "p50_us", "min_us", "p99_us", "algbw_gbs", "busbw_gbs", "wrong", "steps", "bound", "limit_us", "graph"}
	typed := slices.ContainsFunc(rows, func(r Row) bool { return r.Type != "" })
	fresh := slices.ContainsFunc(rows, func(r Row) bool { return r.Fresh })
	partly := slices.ContainsFunc(rows, func(r Row) bool { return r.Incomplete })
	if typed {
		head = append(head, "type")
	}
	if fresh {
		head = append(head, "fresh")
	}
	if partly {
		head = append(head, "incomplete")
	}
	f := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	return head, func(r Row) []string {
		limit := ""
		if r.Limit > 0 {
			limit = f(r.Limit)
		}
		rec := []string{r.Coll, r.Alg, strconv.Itoa(r.Procs), strconv.Itoa(r.Bytes), strconv.FormatBool(r.InPlace), strconv.Itoa(r.Iters),
			f(r.P50), f(r.Min), f(r.P99), f(r.AlgBW), f(r.BusBW), strconv.Itoa(r.Wrong), strconv.Itoa(r.Steps), strconv.Itoa(r.Bound), limit, r.Graph}
		if typed {
			rec = append(rec, r.Type)
		}
		if fresh {
			rec = append(rec, strconv.FormatBool(r.Fresh))
		}
		if partly {
			rec = append(rec, strconv.FormatBool(r.Incomplete))
		}
		return rec
	}
}
