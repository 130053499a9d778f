package coll

import (
	"slices"
	"strings"
)

// Algorithm names how a collective moves its words. The comments on its constants say in how many
// steps, of how many elements, and in what order it sums. The zero value lets the library choose.
// [Algorithms] lists what a collective offers.
type Algorithm string

var algorithms = [...]Algorithm{"", Direct, Cayley, Tree, Ring, Doubling, Halving, Bruck, Rings, Spectral, Chunked, File}

// algorithmID is an algorithm's index in that list: 0 where nobody has chosen.
type algorithmID uint8

const (
	unchosen algorithmID = iota
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

// Collectives lists the names that Algorithms knows: the collectives, then the v-forms and
// allreducefunc.
func Collectives() []string { return slices.Clone(collectiveNames[barrier:split]) }

// Algorithms lists what a collective offers, the default first; nil for an unknown name.
// File, which needs Config.Schedules, is never listed.
func Algorithms(collective string) []Algorithm {
	c, ok := collectiveOf(collective)
	if !ok {
		return nil
	}
	return slices.Clone(offered[c])
}

// wants is what would be right for whoever asked a collective for something else.
func wants(c collective) string { return want(offered[c]) }

func want(as []Algorithm) string {
	if len(as) == 1 {
		return "want " + string(as[0])
	}
	return "want one of " + list(as)
}

func list(as []Algorithm) string {
	names := make([]string, len(as))
	for i, a := range as {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}
