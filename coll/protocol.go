package coll

import (
	"fmt"
	"slices"
)

// Protocol is how the words of an [Allreduce] by "spectral" or "doubling" move from step to step;
// the bits of the results do not depend on it. Everything else chooses for itself, including the
// other collectives of "doubling".
type Protocol string

const (
	// ProtocolByLength is ProtocolLine where the vectors of a host's processors fit, else
	// ProtocolDirect.
	ProtocolByLength Protocol = ""
	// ProtocolLine: the vectors of a step travel beside the signal that ends it, one trip between
	// two cores per step. A host has room for buffers.LineWords elements of any type.
	ProtocolLine Protocol = "line"
	// ProtocolRing: every processor puts its vector into a ring for each arc and takes its
	// neighbours' vectors out, segment by segment; no signal ends a step. For spectral only.
	ProtocolRing Protocol = "ring"
	// ProtocolDirect: the others' vectors are read where they are, between two signals.
	ProtocolDirect Protocol = "direct"
)

var protocols = []Protocol{ProtocolByLength, ProtocolLine, ProtocolRing, ProtocolDirect}

func (p Protocol) check() error {
	if !slices.Contains(protocols, p) {
		return fmt.Errorf("unknown protocol %q, want %s, %s, %s or \"\"", p, ProtocolLine, ProtocolRing, ProtocolDirect)
	}
	return nil
}
