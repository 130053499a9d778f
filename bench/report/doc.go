// Package report measures what package bench can measure, sets it beside what
// the paper says, and writes the result three times: BENCHMARKS.md for readers
// of the repository, benchmarks.json with every figure, and report.html, one
// page with plots, tables that sort and a player for schedules, which needs no
// network.
//
// Make gathers, and each of Report.Files writes. Every schedule that is counted or shown
// has passed the verifier of package sched.
package report
