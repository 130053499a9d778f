// Package sched makes and verifies communication schedules in the model of Faber's
// paper: in one step a link moves one word.
//
// A Template (broadcast, accumulate) or ExchangeTemplate is the schedule of one
// vertex of a Cayley graph, translated to all others; an OrbitSchedule has one template
// for each orbit of a group of automorphisms that acts freely, on any graph: one for each
// vertex where there is no symmetry. A Chunked schedule, and an OrbitSchedule of several
// segments, cut every word in parts; an Explicit schedule lists every send. LowerBound
// and LB3 say how short a schedule can be, so every schedule stands beside its bound.
//
// Verify judges each against the paper's definitions. What it shares with the makers looks
// up and decides nothing: the number of an arc or of its orbit by its ends, the other end
// of an arc, tables by word and vertex, the order by time. Numbers of arcs and of orbits it
// holds against the arcs that the graph itself names.
//
// Errata N in a comment is entry N of docs/errata.md, where the paper errs.
package sched
