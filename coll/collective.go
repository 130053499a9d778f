package coll

import "slices"

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

// folds reports whether the collective has an operator.
func (c collective) folds() bool {
	switch c {
	case reduce, allreduce, reducescatter, reducescatterv, scan, exscan:
		return true
	}
	return false
}

// rooted reports whether the collective has a root.
func (c collective) rooted() bool {
	switch c {
	case broadcast, reduce, gather, gatherv, scatter, scatterv:
		return true
	}
	return false
}

// blocks reports whether the length of a call is that of a block, and one of its vectors has a
// block for every rank.
func (c collective) blocks() bool { return gather <= c && c <= alltoall }

// ragged reports whether processors give vectors of different lengths.
func (c collective) ragged() bool { return gatherv <= c && c <= alltoallv }

// counted reports whether n of a call is a digest of its counts, alike on all.
func (c collective) counted() bool { return c == allgatherv || c == reducescatterv }

// private reports whether the lengths of a call are known to two ranks each.
func (c collective) private() bool { return c.ragged() && !c.counted() }

func collectiveOf(name string) (collective, bool) {
	i := slices.Index(collectiveNames[:], name)
	return collective(max(i, 0)), i > int(finish) && i < int(split)
}
