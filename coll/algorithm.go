package coll

import (
	"slices"
	"strings"
)

// Algorithm names how a collective moves its words. The zero value lets the
// library choose.
type Algorithm string

const (
	Direct   Algorithm = "direct"   // one pass over the memory, no schedule
	Cayley   Algorithm = "cayley"   // the optimal schedule of the machine's graph (paper, Theorem 4.5)
	Tree     Algorithm = "tree"     // binomial trees through rank 0
	Ring     Algorithm = "ring"     // P-1 steps to the next neighbour
	Doubling Algorithm = "doubling" // dimension exchange: log₂P steps of the whole vector
	Rings    Algorithm = "rings"    // a bounded queue from each sender to each receiver
	Spectral Algorithm = "spectral" // products of (A - λI) (paper, Theorem 5.1)
)

var algorithms = [...]Algorithm{"", Direct, Cayley, Tree, Ring, Doubling, Rings, Spectral}

type algorithmID uint8

func idOf(a Algorithm) (algorithmID, bool) {
	i := slices.Index(algorithms[:], a)
	return algorithmID(max(i, 0)), i >= 0
}

// collective numbers the collectives for the signature of a call.
type collective uint8

const (
	finish collective = iota // the arrival of a processor whose f has returned
	barrier
	allgather
	allreduce
	exchange
)

var collectiveNames = [...]string{"return", "barrier", "allgather", "allreduce", "exchange"}

func (c collective) String() string { return collectiveNames[c] }

// offered lists the algorithms of each collective, the default first.
var offered = [...][]Algorithm{
	finish:    {Direct},
	barrier:   {Direct},
	allgather: {Direct, Cayley, Tree, Ring},
	allreduce: {Direct, Cayley, Tree, Doubling, Spectral},
	exchange:  {Rings},
}

// Collectives lists the names that Algorithms knows.
func Collectives() []string { return slices.Clone(collectiveNames[1:]) }

// Algorithms lists what a collective offers, the default first; nil for a name
// that is no collective.
func Algorithms(collective string) []Algorithm {
	i := slices.Index(collectiveNames[:], collective)
	if i <= 0 {
		return nil
	}
	return slices.Clone(offered[i])
}

func list(as []Algorithm) string {
	names := make([]string, len(as))
	for i, a := range as {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}
