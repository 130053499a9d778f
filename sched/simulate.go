package sched

import "fmt"

// Usage is what a schedule does in the paper's model, where a step moves one
// word a link and nothing else costs anything (2.7).
type Usage struct {
	Steps int
	Words []int // by step (from 1): words on the move; by source 0 alone for templates
	Links int   // links that a source's share of the schedule can use in one step
}

// Busy is the share of the links in use, averaged over all steps: 1 if no link
// is ever idle.
func (u Usage) Busy() float64 {
	if u.Steps == 0 || u.Links == 0 {
		return 0
	}
	sum := 0
	for _, n := range u.Words {
		sum += n
	}
	return float64(sum) / float64(u.Steps) / float64(u.Links)
}

// Simulate verifies the schedule and counts the words of every step. Sends that leave
// nearly all of their steps empty, as only a file's do, are refused.
func Simulate(s Schedule) (Usage, error) {
	if err := whole(s); err != nil {
		return Usage{}, err
	}
	if err := s.Verify(); err != nil {
		return Usage{}, err
	}
	if n := moves(s); s.Tau() > denseSteps(n) {
		return Usage{}, fmt.Errorf("sched: %d sends in %d steps: the words of at most %d steps are counted, one after another", n, s.Tau(), denseSteps(n))
	}
	u := Usage{Steps: s.Tau(), Words: make([]int, s.Tau()+1)}
	count := func(times []int32) {
		for _, at := range times {
			if at > 0 {
				u.Words[at]++
			}
		}
	}
	switch s := s.(type) {
	case *Template:
		u.Links = s.Graph.Degree()
		count(s.Time)
	case *ExchangeTemplate:
		u.Links = s.Graph.Degree()
		count(s.Time)
	case *Chunked:
		u.Links = s.Segments[0].Graph.Degree()
		for _, t := range s.Segments {
			count(t.Time)
		}
	case *OrbitSchedule:
		u.Links = linksOf(s.Graph, TwoWay) / s.Action.Order()
		for _, t := range s.Time {
			count(t)
		}
	case *Explicit:
		u.Links = linksOf(s.Graph, s.Model)
		for i := range s.Sends {
			u.Words[s.Sends[i].Time]++
		}
	default:
		return Usage{}, fmt.Errorf("sched: cannot simulate a %T", s)
	}
	return u, nil
}

// moves is the sends that a schedule lists, those of its templates once.
func moves(s Schedule) (n int) {
	switch s := s.(type) {
	case *Template:
		return len(s.Order())
	case *ExchangeTemplate:
		return len(s.Time)
	case *Chunked:
		for _, t := range s.Segments {
			n += len(t.Order())
		}
	case *OrbitSchedule:
		for j := range s.Time {
			n += len(s.Time[j]) - 1
		}
	case *Explicit:
		return len(s.Sends)
	}
	return n
}
