package bench

import (
	"fmt"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// GlobalSums is the plan of the paper's comparison for the global sum
// (Corollary 5.2, Example 5.3), with the budget of pl.
func GlobalSums(pl Plan) Plan {
	sums := Plan{Colls: []string{"allreduce"}, AllAlgs: true, Sizes: []int{8, 512, 32 << 10}, Budget: pl.Budget, MaxBytes: pl.MaxBytes}
	for _, name := range []string{"complete:8", "hypercube:3", "hypercube:6"} {
		g, err := cayley.Parse(name)
		if err != nil {
			panic(err) // the names above are right
		}
		sums.Graphs = append(sums.Graphs, g)
	}
	return sums
}

// globalSum writes the table of the rows of that plan: what each algorithm
// sends in the paper's model, beside what it takes here.
func globalSum(b *strings.Builder, rows []Row) error {
	fmt.Fprintf(b, "## The global sum on its graphs\n\nWords each processor sends on the graph in the paper's model, for vectors of n\nelements: the spectral sum takes the fewest steps and sends the most words.\n\n| graph | bytes | algorithm | steps | words a processor | bytes sent | p50 µs |\n|---|--:|---|--:|---|--:|--:|\n")
	for _, r := range rows {
		if r.InPlace {
			continue
		}
		g, err := cayley.Parse(r.Graph)
		if err != nil {
			return err
		}
		p, err := spectral.New(g)
		if err != nil {
			return err
		}
		formula, sent, steps := doublingFormula(r)
		for _, c := range spectral.Costs(p, r.Bytes/8) {
			if c.Algorithm == r.Alg {
				formula, sent, steps = c.Formula, c.Bytes, c.Steps
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %d | %s | %.0f | %s |\n", r.Graph, Size(r.Bytes), r.Alg, steps, formula, sent, us(r.P50))
	}
	b.WriteString("\n")
	return nil
}

// doublingFormula is the cost of dimension exchange where the graph is no cube
// and package spectral does not list it: it then runs over the cube's arcs.
func doublingFormula(r Row) (formula string, sent float64, steps int) {
	if r.Alg != string(coll.Doubling) {
		return "", 0, 0
	}
	return "⌈log₂P⌉·n", float64(r.Steps * r.Bytes), r.Steps
}
