package program

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/sched"
)

// Sends is a verified schedule written out, one for each segment of a word.
func Sends(s sched.Schedule) (list []*sched.Explicit, err error) {
	var parts []sched.Expander
	switch s := s.(type) {
	case *sched.Explicit:
		return []*sched.Explicit{s}, nil
	case sched.Expander:
		parts = append(parts, s)
	case *sched.Chunked:
		for _, t := range s.Segments {
			parts = append(parts, t)
		}
	default:
		return nil, fmt.Errorf("a schedule of type %T cannot be written out send by send", s)
	}
	for _, part := range parts {
		e, err := part.Expand()
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}
