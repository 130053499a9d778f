package format

import (
	"fmt"
	"io"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Write writes a schedule file (docs/schedule-file.md), one element a line. Templates are
// written as templates, other schedules as sends. It does not verify the schedule, but refuses
// what Read would: too few elements for a large graph, or a scope, steps or a bound that no file may have.
func Write(w io.Writer, s sched.Schedule, bound sched.Bound) error {
	g, elements, err := parts(s)
	if err != nil {
		return err
	}
	if c, ok := g.(cayley.Cayley); ok { // others are written arc by arc
		if err := sparse(c, elements); err != nil {
			return fmt.Errorf("format: %s: %w", cayley.ShortName(c), err)
		}
	}
	out := newWriter(w)
	switch s := s.(type) {
	case *sched.Template:
		if err := out.header(s.Task, sched.TwoWay, s.Graph, s.Scope, s.Steps, bound); err != nil {
			return err
		}
		out.template(s)
	case *sched.ExchangeTemplate:
		if err := out.header(sched.Exchange, sched.TwoWay, s.Graph, s.Scope, s.Steps, bound); err != nil {
			return err
		}
		out.exchange(s)
	case *sched.Explicit:
		if err := out.header(s.Task, s.Model, s.Graph, s.Scope, s.Steps, bound); err != nil {
			return err
		}
		if s.Rooted {
			out.text(" \"root\":", strconv.Itoa(s.Root), ",\n")
		}
		out.text(" \"sends\":[")
		for i := range s.Sends {
			out.send(s.Task, &s.Sends[i])
		}
	case sched.Expander:
		e, err := s.Expand()
		if err != nil {
			return err
		}
		return Write(w, e, bound)
	default:
		return fmt.Errorf("format: a schedule file cannot hold a %T", s)
	}
	out.text("\n ]}\n")
	return out.w.Flush()
}

func (w *writer) template(t *sched.Template) {
	w.text(" \"template\":[")
	arc := t.Arcs()
	for _, v := range t.Order() {
		from, _ := arc(int(v))
		w.element()
		w.ints(int(t.Time[v]), from, int(t.Gen[v]))
	}
}

func (w *writer) exchange(t *sched.ExchangeTemplate) {
	w.text(" \"template\":[")
	for v := range len(t.Start) - 1 {
		u := 0
		for i := t.Start[v]; i < t.Start[v+1]; i++ {
			w.element()
			w.ints(int(t.Time[i]), u, int(t.Gen[i]), v)
			u = t.Graph.Neighbor(u, int(t.Gen[i]))
		}
	}
}

func (w *writer) send(task sched.Task, s *sched.Send) {
	w.element()
	if task != sched.Exchange {
		w.ints(int(s.Time), int(s.From), int(s.To), int(s.Item))
		return
	}
	b := append(w.buf[:0], '[')
	for _, n := range [...]int32{s.Time, s.From, s.To} {
		b = append(strconv.AppendInt(b, int64(n), 10), ',')
	}
	b = append(strconv.AppendInt(append(b, '['), int64(s.Item), 10), ',')
	w.buf = append(strconv.AppendInt(b, int64(s.Dst), 10), ']', ']')
	w.w.Write(w.buf)
}
