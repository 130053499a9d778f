// Package bench measures collectives: every algorithm on every machine and
// size, in turn within one run, each result checked, each time beside the
// physical limit measured in the same run.
//
// A [Plan] names the cases, [Measure] runs them, and [MeasureRemote] runs them on machines of
// several processes; a [Row] is one case and what was measured.
package bench
