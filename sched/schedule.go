package sched

// Schedule is what every form of schedule can do: a Template, an
// ExchangeTemplate, an OrbitSchedule, a Chunked or an Explicit schedule, or a GlobalSum.
type Schedule interface {
	// Verify checks the schedule against the paper's definitions.
	Verify() error
	// Tau is its time: the last step in use.
	Tau() int
}

// Expander is a schedule that can be written out send by send: a Template, an
// ExchangeTemplate or an OrbitSchedule.
type Expander interface {
	Schedule
	// Expand lists the sends of all translates or images of a valid schedule (Verify is not
	// called); more than MaxSends are refused.
	Expand() (*Explicit, error)
}

// lastTime is the greatest of the times, 0 of none: the steps of a schedule.
func lastTime(times []int32) int {
	last := int32(0)
	for _, at := range times {
		last = max(last, at)
	}
	return int(last)
}
