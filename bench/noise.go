package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Spread is how a quantity varied in the course of a run.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

func spreadOf(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	v := slices.Sorted(slices.Values(values))
	return Spread{v[0], v[len(v)/2], v[len(v)-1]}
}

// Meta is what holds for a whole run.
type Meta struct {
	RoundTrip Spread  `json:"round_trip_us"`   // of a cache line between two cores; 0 with one
	Others    float64 `json:"others"`          // share of the cores' time that other programs and the hypervisor took; -1 where the system does not say
	Noisy     string  `json:"noisy,omitempty"` // why the figures deserve less trust
	Complete  bool    `json:"complete"`        // whether all that was asked for was measured
}

// What a quiet machine stays below.
const (
	tripSpread  = 1.5 // the ninth decile of the round trips over the first
	othersShare = 0.1
)

// Begin begins a run. The function that it returns ends the run and gives its Meta; trips are
// the run's round trips in microseconds. Programs that the run has started do not count as
// others if they have ended.
func Begin() func(trips []float64, complete bool) Meta {
	begun := loadNow()
	return func(trips []float64, complete bool) Meta {
		m := Meta{Others: begun.others(), Complete: complete}
		m.judge(trips)
		return m
	}
}

// judge fills in the round trip and says whether the machine was noisy.
func (m *Meta) judge(trips []float64) {
	m.RoundTrip = spreadOf(trips)
	var why []string
	if len(trips) > 0 {
		v := slices.Sorted(slices.Values(trips))
		if lo, hi := v[len(v)/10], v[len(v)*9/10]; hi > tripSpread*lo {
			why = append(why, fmt.Sprintf("the cache-line round trip varied from %s to %s µs (first to ninth decile)", Micros(lo), Micros(hi)))
		}
	}
	if m.Others > othersShare {
		why = append(why, fmt.Sprintf("others took %.0f %% of the cores' time", 100*m.Others))
	}
	m.Noisy = strings.Join(why, "; ")
}

// Write writes m as JSON.
func (m Meta) Write(w io.Writer) error { return indented(w, m) }
