package report

import (
	"fmt"
	"strconv"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// grid is a table of the page, sortable by its heads.
type grid struct {
	Caption string
	Heads   []head
	Rows    [][]cell
}

type head struct {
	Text string
	Left bool // text, not numbers
}

// cell is what stands in the table and, if that is no plain number, what it is
// sorted by.
type cell struct {
	Text, Sort string
}

func heads(names ...string) []head {
	list := make([]head, len(names))
	for i, n := range names {
		list[i].Text = n
		switch n {
		case "graph", "task", "algorithm", "place", "argument", "collective", "beside":
			list[i].Left = true
		}
	}
	return list
}

// number is a cell of a whole number, – for 0.
func number(n int) cell {
	if n == 0 {
		return cell{Text: "–"}
	}
	return cell{Text: strconv.Itoa(n)}
}

func micro(t float64) cell {
	if t <= 0 {
		return cell{Text: "–"}
	}
	return cell{Text: bench.Micros(t)}
}

// measuredTable is all that was measured of a collective.
func (r *Report) measuredTable(name string) grid {
	t := grid{Caption: "All of " + name, Heads: heads("procs", "bytes", "algorithm", "place", "p50 µs", "p99 µs", "busbw GB/s", "limit µs", "% of limit", "steps", "bound", "wrong", "graph")}
	for _, rows := range [][]bench.Row{r.Rows, r.Latency, r.OnGraphs} {
		for i := range rows {
			row := &rows[i]
			if row.Coll != name {
				continue
			}
			share := cell{Text: "–"}
			if row.P50 > 0 && row.Limit > 0 {
				share.Text = fmt.Sprintf("%.0f", 100*row.Limit/row.P50)
			}
			t.Rows = append(t.Rows, []cell{number(row.Procs), {bench.Size(row.Bytes), strconv.Itoa(row.Bytes)}, {Text: row.Alg}, {Text: row.Place()},
				micro(row.P50), micro(row.P99), {Text: fmt.Sprintf("%.2f", row.BusBW)}, micro(row.Limit), share,
				number(row.Steps), number(row.Bound), {Text: strconv.Itoa(row.Wrong)}, {Text: row.Graph}})
		}
	}
	return t
}

// stepsTable is the paper's comparison for one task.
func (r *Report) stepsTable(task string) grid {
	t := grid{Caption: taskTitle[task], Heads: heads("graph", "P", "d", "D", "optimal", "bound", "argument", "tree", "ring", "doubling")}
	if task == "sum" {
		t.Heads = heads("graph", "P", "d", "D", "shortest", "bound", "argument", "tree", "doubling", "spectral", "by parts")
	}
	measured := executedBy(r.Steps, task)
	for _, alg := range measured {
		t.Heads = append(t.Heads, head{Text: alg + " µs"})
	}
	for _, s := range r.Steps {
		if s.Task != task {
			continue
		}
		row := []cell{{Text: s.Graph}, number(s.P), number(s.Degree), number(s.Diameter), number(s.Optimal), number(s.Bound), {Text: s.Kind}, number(s.Tree)}
		if task == "sum" {
			row = append(row, number(s.Doubling), number(s.Spectral), number(s.ByParts))
		} else {
			row = append(row, number(s.Ring), number(s.Doubling))
		}
		for _, alg := range measured {
			row = append(row, micro(s.Executed[alg]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

var tasks = []string{"broadcast", "accumulate", "exchange", "sum"}

var taskTitle = map[string]string{
	"broadcast":  "Universal broadcast, executed as allgather",
	"accumulate": "Universal accumulation, executed as reducescatter",
	"exchange":   "Universal exchange, executed as alltoall",
	"sum":        "Global sum of one word a processor, executed as allreduce",
}

// executedBy are the algorithms that any row of the task was executed by.
func executedBy(rows []Steps, task string) (algs []string) {
	for _, alg := range coll.Algorithms(paperColl[task]) {
		for _, s := range rows {
			if _, ok := s.Executed[string(alg)]; ok && s.Task == task {
				algs = append(algs, string(alg))
				break
			}
		}
	}
	return algs
}

// sentTable is what global sums send.
func (r *Report) sentTable() grid {
	t := grid{Caption: "Global sums of n elements: what a processor sends", Heads: heads("graph", "algorithm", "steps", "elements", "over n")}
	t.Heads[3].Left = true
	for _, s := range r.Sent {
		t.Rows = append(t.Rows, []cell{{Text: s.Graph}, {Text: s.Algorithm}, number(s.Steps), {Text: s.Formula}, {Text: fmt.Sprintf("%.3f", s.Share)}})
	}
	return t
}
