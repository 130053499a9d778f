package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// styled are the algorithms in the order of their styles: the library's own choice,
// which stands for one of the others, leaves the colours to them.
var styled = append(bench.Algorithms(bench.Measured()...)[1:], bench.Auto)

// style is the number of an algorithm's style, the same in every plot.
func style(alg coll.Algorithm) int { return slices.Index(styled, alg) }

// wayStyle is the style of a way of the model, like that of its algorithm, if it has one.
var wayStyle = []int{style(coll.Cayley), style(coll.Halving), style(coll.Tree), style(coll.Ring), style(coll.Doubling), style(coll.Spectral), 0}

// drawAll draws those charts that have points.
func drawAll(prefix string, charts []chart) ([]figure, error) {
	var figs []figure
	for i := range charts {
		fig, ok, err := charts[i].draw(fmt.Sprintf("%s-%d", prefix, i+1))
		if err != nil {
			return nil, err
		}
		if ok {
			figs = append(figs, fig)
		}
	}
	return figs, nil
}

// powers are ticks at powers of two, 2^step apart.
func powers(from, to, step int) (ticks []float64) {
	for e := from; e <= to; e += step {
		ticks = append(ticks, math.Ldexp(1, e))
	}
	return ticks
}

// modelCharts are the α-β times, task by task, short and long.
func (r *Report) modelCharts() []chart {
	names := map[string]string{"allgather": "Allgather of blocks of %s", "allreduce": "Allreduce of vectors of %s", "alltoall": "Alltoall of blocks of %s"}
	var charts []chart
	for _, task := range []string{"allgather", "allreduce", "alltoall"} {
		for _, bytes := range modelSizes {
			c := chart{Caption: fmt.Sprintf(names[task], bench.Size(bytes)), X: "processors", Y: "seconds", LogX: true, XTicks: powers(2, 20, 3), XText: powersOfTwo}
			c.Series = r.waySeries(func(m *Model, way string) float64 {
				if m.Task != task || m.Bytes != bytes {
					return 0
				}
				return m.Seconds[way]
			})
			charts = append(charts, c)
		}
	}
	return charts
}

// stepCharts are the steps on hypercubes.
func (r *Report) stepCharts() []chart {
	var charts []chart
	for _, t := range []struct{ task, caption string }{{"allgather", "Universal broadcast on the hypercube"}, {"alltoall", "Universal exchange on the hypercube"}} {
		c := chart{Caption: t.caption, X: "processors", Y: "steps", LogX: true, XTicks: powers(2, 20, 3), XText: powersOfTwo}
		c.Series = r.waySeries(func(m *Model, way string) float64 {
			if m.Task != t.task || m.Bytes != modelSizes[0] {
				return 0
			}
			return float64(m.Steps[way])
		})
		charts = append(charts, c)
	}
	return charts
}

// waySeries is one line a way over P, where value is not 0.
func (r *Report) waySeries(value func(*Model, string) float64) (list []series) {
	for i, way := range ways {
		s := series{Name: way, Style: wayStyle[i], Limit: way == wayBound}
		for j := range r.Model {
			if y := value(&r.Model[j], way); y > 0 {
				s.XY = append(s.XY, plotter.XY{X: float64(r.Model[j].P), Y: y})
			}
		}
		list = append(list, s)
	}
	return list
}

func (r *Report) roundingCharts() []chart {
	var charts []chart
	for _, name := range roundingGraphs {
		c := chart{Caption: "Spectral sum on " + name, X: "steps", Y: "error / Σ|x|"}
		for _, row := range r.Rounding {
			if row.Graph != name {
				continue
			}
			s := series{Name: map[string]string{"leja": "order of the plan (Leja)", "rising": "rising eigenvalues", "falling": "falling eigenvalues"}[row.Order], Style: slices.Index([]string{"leja", "rising", "falling"}, row.Order)}
			for t, e := range row.Errors {
				s.XY = append(s.XY, plotter.XY{X: float64(t), Y: min(max(e, 1e-18), 1e18)})
			}
			c.Series = append(c.Series, s)
		}
		charts = append(charts, c)
	}
	return charts
}
