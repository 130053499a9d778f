package sched

// Schedule is what every form of schedule can do: a Template, an
// ExchangeTemplate, an OrbitSchedule, a Chunked or an Explicit schedule, or a GlobalSum.
type Schedule interface {
	// Verify checks the schedule against the paper's definitions.
	Verify() error
	// Tau is its time: the last step in use.
	Tau() int
}
