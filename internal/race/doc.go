// Package race tells tests whether the race detector looks on: it slows them, and reports what some
// do on purpose.
package race
