// Package format reads and writes schedules and graphs: the JSON schedule file
// of collbench in both directions, and DOT, GraphML, GOAL and MSCCL XML out.
// docs/schedule-file.md in this repository describes the schedule file, with examples.
//
// Everything is streamed. What a file makes the reader allocate is bounded by the length of
// the file, not by the numbers in it, but for a graph that it names or generates and does not
// list (see Read). Read refuses what is not a schedule file, naming the line and the element;
// File.Verified judges what is one. Writers verify nothing but refuse, before the first byte,
// what their format cannot hold.
package format
