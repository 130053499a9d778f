// Package sched makes, verifies and measures communication schedules in the
// model of Faber's paper: in one step a link moves one word.
//
// A Template (broadcast, accumulate) or ExchangeTemplate is the schedule of one
// vertex of a Cayley graph, translated to all others; an OrbitSchedule has one template
// for each orbit of a group of automorphisms that acts freely, on any graph: one for each
// vertex where there is no symmetry. A Chunked schedule, and an OrbitSchedule of several
// segments, cut every word in parts; an Explicit schedule lists every send. Verify judges
// each against the paper's definitions and shares no code with the makers. LowerBound,
// UniversalBound and LB3 say how short a schedule can be, so every schedule stands beside
// its bound.
//
// Errata N in a comment is entry N of docs/errata.md, where the paper errs.
package sched
