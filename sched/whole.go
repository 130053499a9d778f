package sched

import (
	"errors"
	"fmt"
)

// whole is an error where a schedule lacks what all else about it is looked up in: its
// graph, its segments, its trees. Entries that do not fit the graph are Verify's.
func whole(s Schedule) error {
	switch s := s.(type) {
	case nil:
		return errors.New("sched: no schedule")
	case *Template:
		if s == nil || s.Graph == nil {
			return errors.New("sched: template without a graph")
		}
	case *ExchangeTemplate:
		if s == nil || s.Graph == nil {
			return errors.New("sched: exchange without a graph")
		}
	case *Explicit:
		if s == nil || s.Graph == nil {
			return errors.New("sched: schedule without a graph")
		}
	case *OrbitSchedule:
		if s == nil || s.Graph == nil || s.Action == nil {
			return errors.New("sched: orbit schedule without graph or action")
		}
	case *Chunked:
		if s == nil || len(s.Segments) == 0 {
			return errors.New("sched: chunked schedule without segments")
		}
		for j, t := range s.Segments {
			if err := whole(t); err != nil {
				return fmt.Errorf("%w (segment %d)", err, j)
			}
		}
	case *GlobalSum:
		if s == nil || whole(s.In) != nil || whole(s.Out) != nil {
			return errors.New("sched: global sum without its trees, or one of them without a graph")
		}
	}
	return nil
}
