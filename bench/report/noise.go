package report

import (
	"fmt"
	"slices"
)

// noise is what was wrong with the machine during the runs.
func (r *Report) noise() (lines []string) {
	for _, run := range r.Runs {
		if run.Noisy != "" {
			lines = append(lines, fmt.Sprintf("A noisy machine while measuring %s: %s.", run.What, run.Noisy))
		}
	}
	return lines
}

// roundTrip replaces the machine's round trip by that of the runs, the median of their
// medians. The one measured before the runs, on a machine at rest, may be half as long,
// and the limits printed beside it come from the runs.
func (r *Report) roundTrip() {
	var medians []float64
	for _, run := range r.Runs {
		if run.RoundTrip.Median > 0 { // not of one core
			medians = append(medians, run.RoundTrip.Median)
		}
	}
	if len(medians) > 0 {
		slices.Sort(medians)
		r.Machine.RoundTrip = medians[len(medians)/2]
	}
}
