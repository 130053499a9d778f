package report

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// Sent is what a global sum of vectors of n elements sends in the paper's model
// (Corollary 5.2, Example 5.3).
type Sent struct {
	Graph     string  `json:"graph"`
	Algorithm string  `json:"alg"`
	Steps     int     `json:"steps"`
	Formula   string  `json:"formula"` // elements a processor sends
	Share     float64 `json:"share"`   // the same over n
}

// sent lists the costs on one graph.
func sent(name string) ([]Sent, error) {
	g, err := cayley.Parse(name)
	if err != nil {
		return nil, err
	}
	p, err := spectral.New(g)
	if err != nil {
		return nil, err
	}
	parts, err := byParts(g)
	if err != nil {
		return nil, err
	}
	var list []Sent
	if parts != nil {
		c := spectral.Costs(parts)[0]
		list = append(list, Sent{name, "spectral by parts", c.Steps, c.Formula, c.Words})
	}
	for _, c := range spectral.Costs(p) {
		if !c.Shared {
			list = append(list, Sent{name, c.Algorithm, c.Steps, c.Formula, c.Words})
		}
	}
	return list, nil
}
