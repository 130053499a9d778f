package coll

import (
	"fmt"
	"slices"
)

// Protocol is how the words of "doubling" and "spectral" move: ByLength is "", Line "line",
// Queues "ring" and InPlace "direct". The bits of the results are the same.
type Protocol string

const (
	// ByLength is Line where a team's vectors fit, else InPlace.
	ByLength Protocol = ""
	// Line: every step's vectors travel beside the signal that ends it, one way
	// between two cores a step. A team has buffers.LineWords elements of
	// 64 bits.
	Line Protocol = "line"
	// Queues: every processor sends its vector into a ring for each arc and takes
	// its neighbours' out, segment by segment; no signal ends a step. spectral only.
	Queues Protocol = "ring"
	// InPlace: the others' vectors are read where they are, between two signals.
	InPlace Protocol = "direct"
)

var protocols = []Protocol{ByLength, Line, Queues, InPlace}

func (p Protocol) check() error {
	if !slices.Contains(protocols, p) {
		return fmt.Errorf("unknown protocol %q, want %s, %s, %s or \"\"", p, Line, Queues, InPlace)
	}
	return nil
}
