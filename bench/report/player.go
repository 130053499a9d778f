package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// picture is a graph that the page's player draws, with its schedules.
type picture struct {
	Name      string       `json:"name"`
	Title     string       `json:"title"`
	Places    []point      `json:"places"` // by vertex, within 0 … 1
	Edges     [][3]float64 `json:"edges"`  // vertex, vertex, bend
	Schedules []played     `json:"schedules"`
}

// played is a verified schedule. Steps has a string for every step, in which a
// send is three digits of base 36: from, to, item, with a fourth, the
// destination, in an exchange.
type played struct {
	Task  string   `json:"task"`
	Model string   `json:"model"`
	Bound int      `json:"bound"`
	Steps []string `json:"steps"`
}

// pictured are the graphs of the player.
var pictured = []struct {
	name, title string
	place       func(g cayley.Graph, list []edge) ([]point, error)
}{
	{"hypercube:3", "hypercube, d = 3", cube},
	{"hypercube:4", "hypercube, d = 4", cube},
	{"hypercube:5", "hypercube, d = 5", cube},
	{"torus:3x5", "torus, 3 × 5", func(_ cayley.Graph, list []edge) ([]point, error) { return gridLayout(3, 5, list), nil }},
	{"ring:8", "ring of 8", func(g cayley.Graph, _ []edge) ([]point, error) { return circle(g.Order(), 1), nil }},
	{"petersen", "Petersen graph", func(g cayley.Graph, _ []edge) ([]point, error) { return petersenLayout(g, 5, 2) }},
	{"star:4", "star graph on 4 symbols", func(g cayley.Graph, _ []edge) ([]point, error) { return petersenLayout(g, 12, 5) }},
}

func cube(g cayley.Graph, _ []edge) ([]point, error) { return cubeLayout(g.Degree()), nil }

// pictures makes and verifies every schedule the player shows.
func pictures() ([]picture, error) {
	var list []picture
	for _, p := range pictured {
		g, err := cayley.Parse(p.name)
		if err != nil {
			return nil, err
		}
		pic := picture{Name: p.name, Title: p.title}
		lines := edges(g)
		places, err := p.place(g, lines)
		if err != nil {
			return nil, err
		}
		pic.Places = fit(places)
		for _, e := range lines {
			pic.Edges = append(pic.Edges, [3]float64{float64(e.U), float64(e.V), math.Round(e.Bend*100) / 100})
		}
		for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate, sched.Exchange} {
			for _, model := range []sched.Model{sched.TwoWay, sched.OneWay} {
				e, b, err := writtenOut(g, task, model)
				if err != nil {
					return nil, fmt.Errorf("report: %s, %s, %s: %w", p.name, task, model, err)
				}
				pic.Schedules = append(pic.Schedules, encode(e, b))
			}
		}
		list = append(list, pic)
	}
	return list, nil
}

// fit scales places into a box of width 1, with the same scale upright.
func fit(places []point) []point {
	low, high := places[0], places[0]
	for _, p := range places {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
	size := max(high[0]-low[0], high[1]-low[1])
	out := make([]point, len(places))
	for v, p := range places {
		for i := range p {
			out[v][i] = math.Round((p[i]-low[i])/size*1000) / 1000
		}
	}
	return out
}

// writtenOut is the schedule of a task, send by send, and a bound.
func writtenOut(g cayley.Graph, task sched.Task, model sched.Model) (*sched.Explicit, sched.Bound, error) {
	s, bound, err := hypercube.Plan(g, sched.Request{Task: task, Model: model})
	if err != nil {
		return nil, bound, err
	}
	e, ok := s.(*sched.Explicit)
	if !ok {
		x, can := s.(sched.Expander)
		if !can {
			return nil, bound, fmt.Errorf("a %T cannot be written out", s)
		}
		if e, err = x.Expand(); err != nil {
			return nil, bound, err
		}
	}
	return e, bound, e.Verify()
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

func encode(e *sched.Explicit, b sched.Bound) played {
	out := make([]strings.Builder, e.Steps)
	for i := range e.Sends {
		s := &e.Sends[i]
		w := &out[s.Time-1]
		w.WriteByte(digits[s.From])
		w.WriteByte(digits[s.To])
		w.WriteByte(digits[s.Item])
		if e.Task == sched.Exchange {
			w.WriteByte(digits[s.Dst])
		}
	}
	p := played{Task: e.Task.String(), Model: e.Model.String(), Bound: b.Value}
	for i := range out {
		p.Steps = append(p.Steps, out[i].String())
	}
	return p
}
