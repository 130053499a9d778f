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
	Chunked  Algorithm = "chunked"  // the same with every block in segments, so that no step leaves a link idle
	Tree     Algorithm = "tree"     // binomial trees
	Ring     Algorithm = "ring"     // P-1 steps to the next neighbour
	Doubling Algorithm = "doubling" // recursive doubling: log₂P steps
	Halving  Algorithm = "halving"  // recursive halving, then doubling (Rabenseifner)
	Bruck    Algorithm = "bruck"    // ⌈log₂P⌉ steps of blocks that travel by the bits of their distance
	Rings    Algorithm = "rings"    // a bounded queue from each sender to each receiver
	Spectral Algorithm = "spectral" // products of (A - λI) (paper, Theorem 5.1): right to rounding, and overflows before an addition would
	File     Algorithm = "file"     // a schedule of the caller's: see FromSchedule
)

var algorithms = [...]Algorithm{"", Direct, Cayley, Tree, Ring, Doubling, Halving, Bruck, Rings, Spectral, Chunked, File}

// algorithmID is an algorithm's index in that list: 0 where nobody has chosen.
type algorithmID uint8

const (
	chosen algorithmID = iota
	byDirect
	byCayley
	byTree
	byRing
	byDoubling
	byHalving
	byBruck
	byRings
	bySpectral
	byChunked
	byFile
)

func (a algorithmID) String() string { return string(algorithms[a]) }

func idOf(a Algorithm) (algorithmID, bool) {
	i := slices.Index(algorithms[:], a)
	return algorithmID(max(i, 0)), i >= 0
}

// collective numbers the collectives for the signature of a call.
type collective uint8

const (
	finish collective = iota // the arrival of a processor whose f has returned
	barrier
	broadcast
	reduce
	allreduce
	gather
	scatter
	allgather
	reducescatter
	alltoall
	scan
	exscan
	exchange
	gatherv
	scatterv
	allgatherv
	reducescatterv
	alltoallv
	allreducefunc
	split
)

var collectiveNames = [...]string{
	finish: "return", barrier: "barrier", broadcast: "broadcast", reduce: "reduce", allreduce: "allreduce",
	gather: "gather", scatter: "scatter", allgather: "allgather", reducescatter: "reducescatter",
	alltoall: "alltoall", scan: "scan", exscan: "exscan", exchange: "exchange",
	gatherv: "gatherv", scatterv: "scatterv", allgatherv: "allgatherv", reducescatterv: "reducescatterv",
	alltoallv: "alltoallv", allreducefunc: "allreducefunc", split: "split",
}

func (c collective) String() string { return collectiveNames[c] }

// folds says whether the collective has an operator.
func (c collective) folds() bool {
	switch c {
	case reduce, allreduce, reducescatter, reducescatterv, scan, exscan:
		return true
	}
	return false
}

// rooted says whether the collective has a root.
func (c collective) rooted() bool {
	switch c {
	case broadcast, reduce, gather, gatherv, scatter, scatterv:
		return true
	}
	return false
}

// ragged says whether processors give vectors of different lengths.
func (c collective) ragged() bool { return gatherv <= c && c <= alltoallv }

// counted says whether n of a call is a digest of its counts, alike on all.
func (c collective) counted() bool { return c == allgatherv || c == reducescatterv }

// private says whether the lengths of a call are known to two ranks each.
func (c collective) private() bool { return c.ragged() && !c.counted() }

// offered lists the algorithms of each collective, direct or the only one
// first; File, which needs schedules, is not among them.
var offered = [...][]Algorithm{
	finish:         {Direct},
	barrier:        {Direct},
	broadcast:      {Direct, Cayley, Tree, Ring},
	reduce:         {Direct, Cayley, Tree, Ring},
	allreduce:      {Direct, Cayley, Chunked, Tree, Ring, Doubling, Halving, Spectral},
	gather:         {Direct, Tree},
	scatter:        {Direct, Tree},
	allgather:      {Direct, Cayley, Chunked, Tree, Ring, Doubling, Bruck},
	reducescatter:  {Direct, Cayley, Chunked, Tree, Ring, Halving},
	alltoall:       {Direct, Cayley, Bruck},
	scan:           {Direct, Doubling},
	exscan:         {Direct, Doubling},
	exchange:       {Rings},
	gatherv:        {Direct},
	scatterv:       {Direct},
	allgatherv:     {Direct},
	reducescatterv: {Direct},
	alltoallv:      {Direct},
	allreducefunc:  {Direct},
	split:          {Direct},
}

// offers is the same as a set: bit a is set if the collective offers algorithm a,
// or does so on a machine with schedules of the caller's.
var offers = func() (sets [len(offered)]uint16) {
	for c, as := range offered {
		for _, a := range as {
			id, _ := idOf(a)
			sets[c] |= 1 << id
		}
	}
	for key := range compilers {
		sets[key.collective] |= 1 << key.algorithmID
	}
	return sets
}()

// Collectives lists the names that Algorithms knows: the vector collectives,
// then the v-forms.
func Collectives() []string { return slices.Clone(collectiveNames[barrier:split]) }

// Algorithms lists what a collective offers, the default first; nil for a name
// that is no collective.
func Algorithms(collective string) []Algorithm {
	c, ok := collectiveOf(collective)
	if !ok {
		return nil
	}
	return slices.Clone(offered[c])
}

func collectiveOf(name string) (collective, bool) {
	i := slices.Index(collectiveNames[:], name)
	return collective(max(i, 0)), i > int(finish) && i < int(split)
}

func list(as []Algorithm) string {
	names := make([]string, len(as))
	for i, a := range as {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}
