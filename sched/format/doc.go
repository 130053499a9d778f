// Package format reads and writes schedules and graphs: it reads and writes the JSON schedule
// file of collbench, and writes DOT, GraphML, GOAL and MSCCL XML. docs/schedule-file.md in this
// repository describes the schedule file, with examples.
//
// Everything is streamed. What the reader allocates is bounded by the length of the file, not
// by the numbers in it, except for a graph that the file names or generates but does not list
// (see Read). Read refuses what is not a schedule file, naming the line and the element;
// File.Verified judges what is one. Writers do not verify, but refuse, before the first byte,
// what their format cannot hold.
package format
