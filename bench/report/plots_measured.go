package report

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/plotter"

	"github.com/cayleycoll/cayleycoll/bench"
)

// measuredCharts are the bus bandwidth over sizes for each number of processors,
// and the latency of the shortest vectors over processors.
func (r *Report) measuredCharts(name string) []chart {
	var charts []chart
	for _, p := range procsOf(r.Rows, name) {
		c := chart{Caption: fmt.Sprintf("Bandwidth, P = %d", p), X: "bytes", Y: "busbw, GB/s", LogX: true, XTicks: powers(3, 30, 6), XText: sizes}
		c.Series = measured(name, r.Rows, func(row *bench.Row) (x, y, limit float64) {
			if row.Procs != p || row.BusBW <= 0 {
				return 0, 0, 0
			}
			if row.Limit > 0 { // to a coarse clock it may be 0
				limit = row.BusBW * row.P50 / row.Limit
			}
			return float64(row.Bytes), row.BusBW, limit
		})
		charts = append(charts, c)
	}
	bytes := latencyBytes(name)
	caption := "Latency"
	if bytes > 0 {
		caption += " of " + bench.Size(bytes)
	}
	c := chart{Caption: caption, X: "processors", Y: "µs", LogX: true, XTicks: powers(1, 16, 1), XText: powersOfTwo}
	rows := slices.Concat(r.Rows, r.Latency)
	slices.SortStableFunc(rows, func(a, b bench.Row) int { return a.Procs - b.Procs })
	c.Series = measured(name, rows, func(row *bench.Row) (x, y, limit float64) {
		if row.Bytes != bytes {
			return 0, 0, 0
		}
		return float64(row.Procs), row.P50, row.Limit
	})
	return append(charts, c)
}

// measured is one line an algorithm, out of place, and the limit of the
// first that the library names.
func measured(name string, rows []bench.Row, at func(*bench.Row) (x, y, limit float64)) []series {
	limit := series{Name: "limit", Limit: true}
	var list []series
	for i, alg := range bench.Algorithms(name) {
		s := series{Name: string(alg), Style: style(alg)}
		for j := range rows {
			if rows[j].Coll != name || rows[j].Alg != string(alg) || rows[j].InPlace {
				continue
			}
			x, y, l := at(&rows[j])
			if x <= 0 || y <= 0 {
				continue
			}
			s.XY = append(s.XY, plotter.XY{X: x, Y: y})
			if i == 1 && l > 0 {
				limit.XY = append(limit.XY, plotter.XY{X: x, Y: l})
			}
		}
		list = append(list, s)
	}
	return append(list, limit)
}

// procsOf are the numbers of processors that a collective was measured on over
// several sizes.
func procsOf(rows []bench.Row, name string) (list []int) {
	for i := range rows {
		if rows[i].Coll == name && rows[i].Bytes > 0 && !slices.Contains(list, rows[i].Procs) {
			list = append(list, rows[i].Procs)
		}
	}
	return list
}

// latencyBytes is the vector whose latency is shown; a barrier has none.
func latencyBytes(name string) int {
	if name == "barrier" {
		return 0
	}
	return 8
}

func sizes(values []float64) (texts []string) {
	for _, v := range values {
		texts = append(texts, bench.Size(int(v)))
	}
	return texts
}
