package sched

// Link is the cost of a message in the α-β model: Alpha seconds to start, Beta
// seconds a word.
type Link struct{ Alpha, Beta float64 }

// Estimate is the time in seconds of the schedule when the vector of a vertex has `words`
// words: every step costs a start and words·Beta, where a short step of a schedule of segments
// has only its part of the words. Steps are synchronous, as in the paper.
func Estimate(s Schedule, l Link, words float64) float64 {
	if c, ok := s.(*Chunked); ok {
		words /= float64(len(c.Segments))
	}
	return float64(s.Tau()) * (l.Alpha + words*l.Beta)
}

// EstimateRounds is Estimate for a template whose sends over one generator are joined, as in
// programs that join messages: successive words on one link travel as one message unless they
// need something newer. A round ends when a word depends on one of the same round; it costs one
// start and the words of its busiest generator. By this measure trees with few rounds win for
// short vectors. The error of an invalid template is Verify's. O(P), like Verify.
func (t *Template) EstimateRounds(l Link, words float64) (seconds float64, rounds int, err error) {
	if err := t.Verify(); err != nil {
		return 0, 0, err
	}
	g := t
	if t.Task == Accumulate { // the same messages backwards
		g = t.back()
	}
	parent := g.parents()
	round := make([]int, len(g.Time)) // by vertex: the round that serves it
	load := make([]int, g.Graph.Degree())
	now, most := 1, 0
	flush := func() {
		seconds += l.Alpha + float64(most)*words*l.Beta
		clear(load)
		most = 0
	}
	for _, v := range g.Order() {
		if round[parent(int(v), int(g.Gen[v]))] == now {
			flush()
			now++
		}
		round[v] = now
		load[g.Gen[v]]++
		most = max(most, load[g.Gen[v]])
	}
	if most == 0 {
		return 0, 0, nil
	}
	flush()
	return seconds, now, nil
}
