package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// Send is one word on one arc in one step: 20 bytes.
type Send struct {
	Time     int32 // 1 … Steps
	From, To int32 // the arc
	// Item names the word: its source (Broadcast, Exchange) or the root of its
	// sum (Accumulate).
	Item int32
	// Dst is the final vertex of an Exchange word; 0 in the other tasks.
	Dst int32
}

// Explicit is a schedule written out send by send, on any graph: what a coset
// graph, a foreign file, a one-way model or a single root needs. The order of
// Sends carries no meaning.
type Explicit struct {
	Graph  cayley.Graph
	Task   Task
	Model  Model
	Scope  Scope
	Rooted bool // one task only, that of Root (Examples 2.8, 2.9)
	Root   int
	Steps  int // the last time in use
	Sends  []Send
}

// Tau is the time of the schedule, τ of Definition 2.17.
func (e *Explicit) Tau() int { return e.Steps }
