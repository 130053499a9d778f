package report

import (
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Model is the time of a task on the hypercube with P = 2^d where every
// processor has d links that work at once and a message costs α + bytes·β.
type Model struct {
	Task    string             `json:"task"`  // allgather, allreduce, alltoall
	Bytes   int                `json:"bytes"` // of a processor's block; allreduce: of its vector; alltoall: of the block for each other
	P       int                `json:"procs"`
	Seconds map[string]float64 `json:"seconds"` // by algorithm
	// Steps are those of the paper's model, one word a link, by algorithm; nil
	// for allreduce, whose algorithms do not move the same words.
	Steps map[string]int `json:"steps,omitempty"`
}

// link is a network's: a microsecond to start, 10 GB/s.
var link = sched.Link{Alpha: 1e-6, Beta: 8 / 10e9}

// modelSizes are the vectors of the model, short and long, in bytes.
var modelSizes = []int{8, 1 << 20}

// The algorithms of the model.
const (
	wayStep     = "optimal, step by step"
	wayJoined   = "optimal, messages joined"
	wayTrees    = "binomial trees"
	wayRing     = "ring"
	wayDoubling = "doubling"
	waySpectral = "spectral"
	wayBound    = "bound"
)

// ways are they in the order of the plots.
var ways = []string{wayStep, wayJoined, wayTrees, wayRing, wayDoubling, waySpectral, wayBound}

// model estimates everything for P = 2 … 2^dims.
func model(dims int) ([]Model, error) {
	var list []Model
	for d := 1; d <= dims; d++ {
		broadcast, err := hypercube.Broadcast(d)
		if err != nil {
			return nil, err
		}
		twice, err := sched.Doubling(d)
		if err != nil {
			return nil, err
		}
		p := 1 << d
		steps := hypercube.ExchangeSteps(d, func(int) bool { return true })
		for _, bytes := range modelSizes {
			n := float64(bytes) / 8 // words
			gather, err := allgatherModel(broadcast, twice, d, n)
			if err != nil {
				return nil, err
			}
			reduce, err := allreduceModel(broadcast, d, n)
			if err != nil {
				return nil, err
			}
			list = append(list,
				Model{"allgather", bytes, p, gather, map[string]int{
					wayStep: broadcast.Steps, wayTrees: p - 1 + p*d, wayRing: p - 1, wayDoubling: twice.Steps, wayBound: max(d, (p-2)/d+1)}},
				Model{"allreduce", bytes, p, reduce, nil},
				Model{"alltoall", bytes, p, alltoallModel(steps, d, n), map[string]int{
					wayStep: steps, wayDoubling: d * p / 2, wayBound: max(d, p/2)}})
		}
	}
	return list, nil
}

func allgatherModel(best, twice *sched.Template, d int, n float64) (map[string]float64, error) {
	p, log := float64(int(1)<<d), float64(d)
	joined, _, err := best.EstimateRounds(link, n)
	if err != nil {
		return nil, err
	}
	rounds, _, err := twice.EstimateRounds(link, n)
	return map[string]float64{
		wayStep:     sched.Estimate(best, link, n),
		wayJoined:   joined,
		wayTrees:    2*log*link.Alpha + (p-1+p*log)*n*link.Beta, // gathered at one, then all P words broadcast
		wayRing:     (p - 1) * (link.Alpha + n*link.Beta),
		wayDoubling: rounds,
		wayBound:    log*link.Alpha + (p-1)/log*n*link.Beta,
	}, err
}

// allreduceModel: the schedules of blocks cut the vector in P, of a word at
// least; trees, doubling and the spectral sum move it whole.
func allreduceModel(best *sched.Template, d int, n float64) (map[string]float64, error) {
	p, log := float64(int(1)<<d), float64(d)
	block := max(1, n/p)
	joined, _, err := best.EstimateRounds(link, block)
	return map[string]float64{
		wayStep:     2 * sched.Estimate(best, link, block),
		wayJoined:   2 * joined,
		wayTrees:    2 * log * (link.Alpha + n*link.Beta),
		wayRing:     2 * (p - 1) * (link.Alpha + block*link.Beta),
		wayDoubling: log * (link.Alpha + n*link.Beta),
		waySpectral: log * (link.Alpha + n*link.Beta), // D = d steps (Example 5.3)
		wayBound:    log*link.Alpha + 2*(p-1)/p*n/log*link.Beta,
	}, err
}

func alltoallModel(steps, d int, n float64) map[string]float64 {
	p, log := float64(int(1)<<d), float64(d)
	return map[string]float64{
		wayStep:     float64(steps) * (link.Alpha + n*link.Beta),
		wayRing:     (p-1)*link.Alpha + p*(p-1)/2*n*link.Beta, // all words for those further on go with every step
		wayDoubling: log * (link.Alpha + p/2*n*link.Beta),     // half of all words over each direction
		wayBound:    log*link.Alpha + p/2*n*link.Beta,
	}
}
